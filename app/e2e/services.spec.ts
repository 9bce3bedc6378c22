import { randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { settled } from "./center-steps.ts";
import { aDesk, desktop, rowOf } from "./desk-steps.ts";
import { test } from "./journey.ts";
import { aPicture } from "./tracking-steps.ts";

/* Service-Category: the services people book, kept by a SUPER_ADMIN (R369–R373, R479). */

const aName = () => `SERVICE ${randomBytes(4).toString("hex").toUpperCase()}`;
const picture = () => ({ name: "service.png", mimeType: "image/png", buffer: Buffer.from(aPicture()) });

const openDialog = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).first().click();

test("R371, R373 a service is added, refused a second time, changed, moved, switched off and deleted", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop, "superadmin");
  const name = aName();
  await page.goto("/admin-dashboard");
  await settled(page);
  await expect(page).toHaveTitle(/^Admin Dashboard/);
  await axe(page);

  await openDialog(page, "Add service");
  const adding = page.getByRole("dialog", { name: "Add a service" });
  await adding.getByRole("button", { name: "Add service" }).click();
  await expect(adding.getByRole("alert")).toContainText("Please fill in all required details");
  await axe(page, "refused");
  await adding.getByLabel("Service name").fill(name.toLowerCase());
  await adding.getByRole("button", { name: "Add service" }).click();
  await expect(adding.getByRole("alert")).toContainText("Choose a picture");
  await expect(adding.getByLabel("Service name")).toHaveValue(name.toLowerCase());
  await adding.getByLabel("Picture").setInputFiles(picture());
  await expect(adding.getByText("The picture is uploaded")).toBeVisible();
  await adding.getByRole("button", { name: "Add service" }).click();
  await expect(page.getByText("Service Created successfully")).toBeVisible();
  const row = rowOf(page, name);
  await expect(row.getByRole("img", { name })).toBeVisible();

  await openDialog(page, "Add service");
  await adding.getByLabel("Service name").fill(name);
  await adding.getByLabel("Picture").setInputFiles(picture());
  await expect(adding.getByText("The picture is uploaded")).toBeVisible();
  await adding.getByRole("button", { name: "Add service" }).click();
  await expect(adding.getByText("Another service has this name").first()).toBeVisible();

  await page.goto("/admin-dashboard");
  await settled(page);
  await row.getByRole("link", { name: "Edit" }).click();
  const editing = page.getByRole("dialog", { name: "Edit the service" });
  await expect(editing.getByLabel("Service name")).toHaveValue(name);
  const renamed = aName();
  await editing.getByLabel("Service name").fill(renamed);
  await editing.getByLabel("SAC").fill("998713");
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Service Updated successfully")).toBeVisible();
  const changed = rowOf(page, renamed);
  await expect(changed).toContainText("998713");

  await page.getByRole("button", { name: `Move ${renamed} up` }).click();
  await expect(page.getByRole("button", { name: `Move ${renamed} down` })).toBeEnabled();
  const toggle = page.getByRole("switch", { name: `${renamed} can be booked` });
  await expect(toggle).toBeChecked();
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  await expect(page.getByText("The service cannot be booked any more")).toBeVisible();
  const booking = await (await browser.newContext()).newPage();
  await booking.goto("/booking?form=one");
  await expect(booking.getByRole("option", { name: renamed })).toHaveCount(0);

  await changed.locator(".acts summary").click();
  await page.getByRole("link", { name: "Delete", exact: true }).locator("visible=true").click();
  const asking = page.getByRole("dialog", { name: "Delete the service" });
  await expect(asking).toContainText(`Delete ${renamed}?`);
  await axe(page, "asked");
  await asking.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Service deleted successfully")).toBeVisible();
  await expect(changed).toHaveCount(0);
});

test("R369 another admin is refused in the specified words, and on a phone nothing is beside the screen", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop, "operations");
  await page.goto("/admin-dashboard");
  await expect(page.getByText("No access to view services , contact admin")).toBeVisible();
  await expect(page.getByText("Admin Dashboard")).toHaveCount(0);
  await axe(page);
  const phone = await aDesk(browser, { viewport: { width: 360, height: 740 } }, "superadmin");
  for (const path of ["/admin-dashboard", "/admin-dashboard?act=add", "/Home"]) {
    await phone.goto(path);
    await settled(phone);
    expect(await sideways(phone), path).toBe(0);
    await axe(phone, path);
  }
});
