import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { settled } from "./center-steps.ts";
import { aDesk, desktop, rowOf } from "./desk-steps.ts";
import { test } from "./journey.ts";

/* Prices, offers and banners (002 §2.14). */

test("R433, R434 a price is refused at zero, planned for a later day, taken back, and its history says who", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop, "superadmin");
  page.setDefaultTimeout(15_000);
  await page.goto("/subscription");
  await settled(page);
  await expect(page).toHaveTitle(/^Subscription/);
  await expect(page.getByRole("button", { name: /^Update: / })).toHaveCount(5);
  await axe(page);

  const annual = page.getByRole("region", { name: "Annual subscription" });
  const amount = annual.getByLabel("New price in rupees");
  await expect(amount).toHaveValue("2999");
  await amount.fill("0");
  await annual.getByRole("button", { name: "Update: Annual subscription" }).click();
  await expect(annual.getByRole("alert")).toContainText("Enter whole rupees from 1 to 10,00,000");
  await expect(page.getByRole("alert")).toHaveCount(1);
  await axe(page, "refused");

  await amount.fill("3,499");
  await annual.getByLabel("In force from").fill("2099-12-31");
  await annual.getByRole("button", { name: "Update: Annual subscription" }).click();
  await expect(page.getByText("Price updated successfully")).toBeVisible();
  await expect(annual.getByText("From 31 Dec 2099")).toBeVisible();
  await expect(annual.locator("[data-amount]")).toHaveText("₹2,999");
  await annual.getByRole("link", { name: "Take back: Annual subscription from 31 Dec 2099" }).click();
  const asking = page.getByRole("dialog", { name: "Take back the planned price" });
  await expect(asking).toContainText("Take back ₹3,499 from 31 Dec 2099 for “Annual subscription”?");
  await axe(page, "asked");
  await asking.getByRole("button", { name: "Take back" }).click();
  await expect(page.getByText("The planned price is taken back")).toBeVisible();
  await expect(annual.getByText("From 31 Dec 2099")).toHaveCount(0);

  await annual.getByRole("button", { name: "Update: Annual subscription" }).click();
  // The message of the first update may still be shown.
  await expect(page.getByText("Price updated successfully").last()).toBeVisible();
  await annual.locator("summary").click();
  await expect(annual.getByRole("row").nth(1)).toContainText(/Asha Rao.*₹2,999.*₹2,999/);

  const other = await aDesk(browser, { viewport: { width: 360, height: 740 } }, "operations");
  await other.goto("/subscription");
  await expect(other.getByText("No permission , contact admin")).toBeVisible();
  const phone = await aDesk(browser, { viewport: { width: 360, height: 740 } }, "superadmin");
  await phone.goto("/subscription");
  await settled(phone);
  expect(await sideways(phone)).toBe(0);
  await axe(phone, "phone");
});

test("R431, R484 an offer is refused in words, added, shown at booking, changed, switched off and deleted", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop, "superadmin");
  page.setDefaultTimeout(15_000);
  const title = `WINTER${randomBytes(3).toString("hex").toUpperCase()}`;
  await page.goto("/offers?from=2020-01-01&to=2020-01-02");
  await settled(page);
  await expect(page.getByText("No offers available")).toBeVisible();
  await axe(page, "none");
  await page.goto("/offers");
  await settled(page);
  await page.getByRole("link", { name: "Add offer" }).click();
  const adding = page.getByRole("dialog", { name: "Add an offer" });
  await adding.getByLabel("Title").fill(title);
  await adding.getByLabel("From").fill("2026-11-30");
  await adding.getByLabel("To", { exact: true }).fill("2026-11-29");
  await adding.getByRole("button", { name: "Add offer" }).click();
  await expect(adding.getByRole("alert")).toContainText("The offer ends before it begins");
  await axe(page, "refused");
  await adding.getByLabel("From").fill("2020-01-01");
  await adding.getByLabel("To", { exact: true }).fill("2099-12-31");
  await adding.getByLabel("Off the booking fee").fill("20");
  await adding.getByLabel("Bookings in all").fill("5");
  await adding.getByRole("button", { name: "Add offer" }).click();
  await expect(page.getByText("Offer added successfully")).toBeVisible();
  const row = rowOf(page, title);
  await expect(row).toContainText("₹20");
  await expect(row).toContainText("0 of 5");
  await expect(row).toContainText("Active");
  await axe(page, "list");

  const guest = await (await browser.newContext()).newPage();
  await guest.goto("/booking?form=one");
  await expect(guest.getByText(`${title}: ₹20 off the booking fee until 31 Dec 2099`)).toBeVisible();
  await axe(guest, "booking");

  await row.getByRole("link", { name: "Edit" }).click();
  const editing = page.getByRole("dialog", { name: "Edit the offer" });
  await expect(editing.getByLabel("From")).toHaveValue("2020-01-01");
  await editing.getByLabel("Off the booking fee").fill("30");
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Offer updated successfully")).toBeVisible();
  await expect(row).toContainText("₹30");
  const toggle = page.getByRole("switch", { name: `${title} is switched on` });
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  await expect(row).toContainText("Inactive");
  await toggle.click();
  await expect(row.getByText("Active", { exact: true }).filter({ visible: true })).toBeVisible();

  await row.getByRole("link", { name: "Edit" }).click();
  await editing.getByLabel("To", { exact: true }).fill("2020-01-31");
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Expired");
  await page.goto("/offers?status=RUNNING");
  await settled(page);
  await expect(row).toHaveCount(0);
  await page.goto("/offers?status=OVER&sort=expiry");
  await settled(page);
  await row.locator(".acts summary").click();
  await page.getByRole("link", { name: "Delete", exact: true }).locator("visible=true").click();
  const asking = page.getByRole("dialog", { name: "Delete the offer" });
  await expect(asking).toContainText(`Delete ${title}?`);
  await asking.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Offer deleted successfully")).toBeVisible();
  await expect(row).toHaveCount(0);

  const phone = await aDesk(browser, { viewport: { width: 360, height: 740 } }, "superadmin");
  for (const path of ["/offers", "/offers?act=add"]) {
    await phone.goto(path);
    await settled(phone);
    expect(await sideways(phone), path).toBe(0);
    await axe(phone, path);
  }
});
