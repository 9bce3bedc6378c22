import { expect } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { settled } from "./center-steps.ts";
import { aDesk, desktop } from "./desk-steps.ts";
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
  const amount = annual.getByLabel("Annual subscription, in rupees");
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
  await expect(annual.locator(".price-amount")).toHaveText("₹2,999");
  await annual.getByRole("link", { name: "Take back: Annual subscription from 31 Dec 2099" }).click();
  const asking = page.getByRole("dialog", { name: "Take back the planned price" });
  await expect(asking).toContainText("Take back ₹3,499 from 31 Dec 2099 for “Annual subscription”?");
  await axe(page, "asked");
  await asking.getByRole("button", { name: "Take back" }).click();
  await expect(page.getByText("The planned price is taken back")).toBeVisible();
  await expect(annual.getByText("From 31 Dec 2099")).toHaveCount(0);

  await annual.getByRole("button", { name: "Update: Annual subscription" }).click();
  await expect(page.getByText("Price updated successfully")).toBeVisible();
  await annual.locator("summary").click();
  await expect(annual.getByRole("row").nth(1)).toContainText(/Super Admin.*₹2,999.*₹2,999/i);

  const other = await aDesk(browser, { viewport: { width: 360, height: 740 } }, "operations");
  await other.goto("/subscription");
  await expect(other.getByText("No permission , contact admin")).toBeVisible();
  const phone = await aDesk(browser, { viewport: { width: 360, height: 740 } }, "superadmin");
  await phone.goto("/subscription");
  await settled(phone);
  expect(await sideways(phone)).toBe(0);
  await axe(phone, "phone");
});
