import { expect, type Page } from "@playwright/test";
import { axe } from "./accessible.ts";
import { freshPhone } from "./booking-steps.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { test } from "./journey.ts";
import type { Center } from "./people.ts";

let driver: Center;
let there: string;
test.beforeEach(async ({ baseURL }) => {
  driver = await requestsAt(baseURL!).aDriver();
  there = `/bookingPickDrop/${driver.qrId}`;
});

const submit = (page: Page) => page.getByRole("button", { name: "Submit", exact: true }).click();

const responded = (page: Page) => expect(page.getByRole("heading", { level: 1 })).toHaveText("Responded Successfully");

async function fill(page: Page, { phone = freshPhone(), from = "Metro station", to = "Shivajinagar market" } = {}) {
  await page.getByLabel("Customer Name").fill("Meera Nair");
  await page.getByLabel("Contact No.").fill(phone);
  await page.getByLabel("Pick Location").fill(from);
  await page.getByLabel("Drop Location").fill(to);
}

test("R036 R067–R071 the driver's code leads to the form, and a cash ride is responded", async ({ page }) => {
  await page.goto(`/booking/${driver.qrId}`);
  await expect(page).toHaveURL(there);
  await expect(page.getByLabel("Driver Name")).toHaveValue(driver.name);
  await expect(page.getByLabel("QR ID")).toHaveValue(driver.qrId);
  for (const label of ["Driver Name", "QR ID"]) await expect(page.getByLabel(label)).toHaveAttribute("readonly", "");
  await expect(page.getByLabel("Pincode")).toHaveValue(driver.pincode);
  await expect(page.getByRole("radio", { name: "₹10" })).toBeChecked();
  await expect(page.getByRole("radio", { name: /^Cash/ })).toBeChecked();
  await expect(page.locator("[name=amount]")).toHaveCount(4);
  await axe(page);
  await fill(page);
  await page.getByText("₹30").click();
  await submit(page);
  await responded(page);
  await expect(page.getByText(`Please give ₹30 in cash to ${driver.name}.`)).toBeVisible();
  await expect(page.getByText("Metro station → Shivajinagar market")).toBeVisible();
  await axe(page);
  await page.getByRole("link", { name: "Book another ride" }).click();
  await expect(page).toHaveURL(there);
});

test("an online ride is paid in place; a sheet that was closed and a payment that failed leave the order to pay", async ({
  page,
}) => {
  await page.goto(there);
  await fill(page);
  await page.getByText("₹40").click();
  await page.getByRole("radio", { name: /^Online/ }).check();
  await submit(page);
  const pay = page.getByRole("button", { name: "Pay ₹40.00" });
  await expect(pay).toBeVisible();
  await axe(page);
  const order = await page.locator("[name=order_id]").inputValue();
  await pay.click();
  await page.getByRole("button", { name: "Back without paying" }).click();
  await expect(page.getByText("The payment was not finished. Nothing was charged.")).toBeVisible();
  await expect(page.locator("[name=order_id]")).toHaveValue(order);
  await page.getByRole("button", { name: "I have paid: check again" }).click();
  await expect(page.getByRole("alert")).toContainText("The payment did not go through.");
  await axe(page);

  // While a payment is being confirmed it cannot be paid again; the page asks the provider by itself.
  await page.clock.install();
  await page.goto(page.url().replace("=failed", "=pending"), { waitUntil: "networkidle" });
  await expect(page.getByRole("button", { name: "Check again" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pay|^Try/ })).toHaveCount(0);
  await axe(page);
  await page.clock.fastForward(16_000);
  await expect(page.getByRole("alert")).toContainText("The payment did not go through.");
  await page.getByRole("button", { name: "Try the payment again" }).click();
  await page.getByRole("button", { name: "Pay successfully" }).click();
  await responded(page);
  await expect(page.getByText(`${driver.name} sees that your ₹40 is paid.`)).toBeVisible();
});

for (const [field, need] of [
  ["Customer Name", "Enter the name"],
  ["Pick Location", "Enter the pick location"],
  ["Drop Location", "Enter the drop location"],
  ["Pincode", "Enter the 6-digit pincode"],
  ["Contact No.", "Enter the 10-digit mobile number"],
] as const) {
  test(`R072 without ${field} it says 'Please fill out all fields correctly.', and the field what it wants`, async ({
    page,
  }) => {
    await page.goto(there);
    await fill(page);
    await page.getByLabel(field).fill("");
    await submit(page);
    await expect(page.getByRole("alert")).toContainText("Please fill out all fields correctly.");
    await expect(page.getByLabel(field)).toHaveAccessibleDescription(need);
    await axe(page);
  });
}

test("R073 R074 a short contact number says so, and after ten seconds no more", async ({ page }) => {
  await page.clock.install();
  await page.goto(there);
  await fill(page, { phone: "98765" });
  await submit(page);
  const message = page.getByText("Please fill out Contact No. Properly");
  await expect(message.first()).toBeVisible();
  await expect(page.getByLabel("Contact No.")).toHaveValue("98765");
  // From here on the page's clock moves only when the test advances it.
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.clock.runFor(6_000);
  await expect(message.first()).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(message).toHaveCount(0);
  await expect(page.getByLabel("Contact No.")).not.toHaveAttribute("aria-invalid");
  await expect(page.getByLabel("Contact No.")).toHaveAccessibleDescription("");
  await page.clock.resume();
  await axe(page);
  await page.getByLabel("Contact No.").fill(freshPhone());
  await submit(page);
  await responded(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("cash and online rides are booked, and an error stays to be read", async ({ page }) => {
    await page.goto(there);
    await submit(page);
    await expect(page.getByRole("alert")).toContainText("Please fill out all fields correctly.");
    await fill(page);
    await submit(page);
    await responded(page);

    await page.goto(there);
    await fill(page);
    await page.getByRole("radio", { name: /^Online/ }).check();
    await submit(page);
    await page.getByRole("button", { name: "Pay ₹10.00" }).click();
    await page.getByRole("button", { name: "Let the payment fail" }).click();
    await expect(page.getByRole("alert")).toContainText("The payment did not go through.");
    await page.getByRole("button", { name: "Try the payment again" }).click();
    await page.getByRole("button", { name: "Pay successfully" }).click();
    await responded(page);
  });
});

test("a code nobody knows and a code that is no driver's say so, and lead on", async ({ page }) => {
  await page.goto("/bookingPickDrop/NOBODY");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This QR code is not known or no longer in use");
  await axe(page);
  await page.goto("/bookingPickDrop/INA0001");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This QR code is not an e-rickshaw driver's");
  await axe(page);
  await page.getByRole("link", { name: "Book with this partner" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Book with Residency Cool Care");
});

test.describe("the driver's console", () => {
  test("has the day's rides with their sums; a day without any is empty; the file is saved", async ({
    browser,
    baseURL,
  }) => {
    const page = await requestsAt(baseURL!).windowOf(browser, driver);
    await page.goto(there);
    const to = `Gate ${freshPhone().slice(-5)}`;
    await fill(page, { to });
    await submit(page);
    await responded(page);

    await page.goto("/brodcast-requests");
    await page.getByRole("link", { name: "Day sheet" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Day sheet");
    await settled(page);
    await expect(page.getByRole("row").filter({ hasText: to })).toContainText("Cash");
    await axe(page);
    const saved = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download CSV" }).click();
    expect((await saved).suggestedFilename()).toMatch(/^day-sheet-\d{4}-\d\d-\d\d\.csv$/);
    await page.getByRole("link", { name: "Day before" }).click();
    await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/);
    await page.goto("/rides?day=2020-01-01");
    await expect(page.getByText("No rides on this day")).toBeVisible();
    await axe(page);
  });
});
