import { expect, type Page } from "@playwright/test";
import { axe } from "./accessible.ts";
import { enterCode, expectCreated, freshPhone, sendCode } from "./booking-steps.ts";
import { test } from "./journey.ts";

async function fillRide(page: Page, phone: string) {
  await page.getByLabel("Service", { exact: true }).selectOption({ label: "PICK AND DROP" });
  await page.getByLabel("Pincode").fill("560001");
  await page.getByLabel("Pick location").fill("MG Road Metro Station");
  await page.getByLabel("Drop location").fill("Majestic bus stand");
  await page.getByLabel("Vehicle").selectOption({ label: "AUTO RICKSHAW (₹20)" });
  await page.locator("[name=customerOfferPrice]").fill("80");
  await page.getByLabel("Immediately").check();
  await page.getByLabel("Phone", { exact: true }).fill(phone);
}

test("R050 R063 R064 a pick and drop is booked at /booking and its vehicle's platform charge is paid", async ({
  page,
}) => {
  const phone = freshPhone();
  await page.goto("/booking?form=one");
  await page.getByLabel("Service", { exact: true }).selectOption({ label: "PICK AND DROP" });
  const charge = page.getByRole("region", { name: "What you pay" });
  await expect(charge).toContainText("The platform charge of the vehicle you choose");
  await fillRide(page, phone);
  await expect(charge.getByText("Platform charge: ₹20.00")).toBeVisible();
  await expect(charge.getByText("The platform charge of the vehicle you choose")).toBeHidden();
  await expect(page.locator("[name=houseNumber]")).toBeHidden();
  await expect(page.getByRole("radio", { name: /WITHIN_24_HOURS/ })).toBeHidden();
  await expect(page.getByRole("radio", { name: /SPECIFIC_DATE_AND_TIME/ })).toBeVisible();
  await axe(page);
  await sendCode(page);
  await expect(page.getByText("MG Road Metro Station → Majestic bus stand")).toBeVisible();
  await expect(page.getByText("AUTO RICKSHAW")).toBeVisible();
  await expect(page.getByText("₹80")).toBeVisible();
  await enterCode(page, phone);
  await page.waitForURL(/step=pay/);
  const there = page.url();
  await page.goto(`/ServiceStatus/?${new URL(there).searchParams.get("ticket")}`);
  await expect(page.getByText("We are waiting for the platform charge.")).toBeVisible();
  await page.getByText("Details of your request").click();
  await expect(page.getByText("Majestic bus stand")).toBeVisible();
  await expect(page.getByText(/booking fee/i)).toHaveCount(0);
  await axe(page);
  await page.getByRole("link", { name: "Pay the platform charge" }).click();
  await page.getByRole("button", { name: "Pay ₹20.00" }).click();
  await page.getByRole("button", { name: "Pay successfully" }).click();
  await expectCreated(page);
});

for (const field of ["Pick location", "Drop location", "Your offer price (₹)", "Pincode", "Phone"]) {
  test(`R064 without ${field} it says 'Please fill in all required details'`, async ({ page }) => {
    await page.goto("/booking?form=one");
    await fillRide(page, freshPhone());
    await page.getByLabel(field, { exact: true }).fill("");
    await sendCode(page);
    await expect(page.getByRole("alert").first()).toContainText("Please fill in all required details");
    await expect(page.getByLabel(field, { exact: true })).toHaveAttribute("aria-invalid", "true");
    await axe(page);
  });
}
