import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { axe } from "./accessible.ts";
import { codeOf, expectCreated, fillDetails, freshPhone, sendCode } from "./booking-steps.ts";
import { anInstallation } from "./installation.ts";
import { test } from "./journey.ts";
import { fillCenter, send } from "./registration-steps.ts";
import { aPicture } from "./tracking-steps.ts";

/* 002: an empty installation becomes a running business, from its first command to its first booking. */

/** How long a web process that was told to end goes on answering. */
const drainSeconds = 3;

let at: Awaited<ReturnType<typeof anInstallation>>;
test.beforeEach(async () => {
  at = await anInstallation({ DRAIN_SECONDS: String(drainSeconds) });
});
test.afterEach(() => at.end());

const step = (page: Page, name: string) =>
  page.locator("[aria-labelledby=home-first] li").filter({ has: page.getByText(name, { exact: true }) });

/** Expects the state of steps of the checklist on the start page. */
async function expectSteps(page: Page, states: Record<string, "Done" | "To check" | "Missing">) {
  await page.goto(`${at.base}/Home`);
  for (const [name, state] of Object.entries(states)) await expect(step(page, name), name).toContainText(state);
}

async function addService(page: Page, name: string) {
  await page.getByRole("link", { name: "Add service" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add a service" });
  await dialog.getByLabel("Service name").fill(name);
  await dialog
    .getByLabel("Picture")
    .setInputFiles({ name: "service.png", mimeType: "image/png", buffer: Buffer.from(aPicture()) });
  await expect(dialog.getByText("The picture is uploaded")).toBeVisible();
  await dialog.getByRole("button", { name: "Add service" }).click();
  await expect(page.getByText("Service Created successfully")).toBeVisible();
  await expect(dialog).toHaveCount(0);
}

test("R344, R373, R479 an empty installation takes its first booking, and says all the way what is missing", async ({
  page,
  browser,
}) => {
  await at.cli("migrate", "up");
  const { password } = JSON.parse(
    await at.cli("admin", "create", "--username", "asha", "--name", "Asha Rao", "--json"),
  ) as { password: string };
  await at.start();

  await page.goto(`${at.base}/admin-login`);
  await page.getByLabel("User name").fill("asha");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("heading", { name: "Before the first booking" })).toBeVisible();
  await axe(page);
  await expectSteps(page, {
    Services: "Missing",
    "Five prices": "To check",
    Roles: "To check",
    "First service center": "Missing",
    "Message templates": "Done",
    "Payment keys": "To check",
  });

  await step(page, "Services").getByRole("link", { name: "Services" }).click();
  await expect(page.getByText("There is no service yet. Without one nobody can book.")).toBeVisible();
  await addService(page, "ac repair");
  await addService(page, "plumbing");
  await expect(page.locator(".desk-grid tbody tr")).toHaveCount(2);
  await expect(page.getByRole("switch", { name: "AC REPAIR can be booked" })).toBeChecked();
  await axe(page);

  await page.goto(`${at.base}/Home`);
  await step(page, "Five prices").getByRole("link", { name: "Prices" }).click();
  await expect(page.getByText("Not set; the usual price applies.")).toHaveCount(5);

  const plan = path.join(at.folder, "plan.json");
  const prices = {
    request_booking_amount: 149,
    subscribed_user_ticket_amount: 49,
    unsubscribed_user_ticket_amount: 99,
    annual_subscription: 2999,
    first_installment: 999,
  };
  const roles = [{ roleName: "Operations", permissions: ["view_admin_bar", "view_ticket.full_access"] }];
  writeFileSync(plan, JSON.stringify({ prices, roles }));
  // There is no center yet, so the command ends with what is missing.
  await expect(at.cli("setup", plan)).rejects.toMatchObject({ stdout: expect.stringContaining("missing centers") });
  await expectSteps(page, { Services: "Done", "Five prices": "Done", Roles: "Done" });
  await page.goto(`${at.base}/subscription`);
  const fee = page.getByRole("region", { name: "Request booking fee" });
  await expect(fee.getByLabel("New price in rupees")).toHaveValue("149");
  await page.goto(`${at.base}/Home`);
  await page.getByRole("button", { name: "Try the keys" }).click();
  await expect(step(page, "Payment keys")).toContainText("Done");
  await expectSteps(page, { "Payment keys": "Done" });

  const shop = await (await browser.newContext()).newPage();
  await shop.goto(`${at.base}/registration`);
  const phone = freshPhone();
  await fillCenter(shop, { phone, services: ["AC REPAIR", "PLUMBING"] });
  await send(shop).click();
  await shop.getByLabel("OTP").fill(await codeOf(shop, phone));
  await shop.getByRole("button", { name: "Verify OTP and register" }).click();
  await expect(shop.getByRole("heading", { name: "Registered successfully , Please Login" })).toBeVisible();
  await expectSteps(page, { "First service center": "Done", "First booking": "Missing" });

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`${at.base}/booking?form=one`);
  const customer = freshPhone();
  await fillDetails(guest, customer, { pincode: "570001" });
  await sendCode(guest);
  await guest.getByLabel("OTP", { exact: true }).fill(await codeOf(guest, customer));
  await guest.getByRole("button", { name: "Verify and book" }).click();
  await expect(guest.getByText("₹149").first()).toBeVisible();
  await guest.getByRole("button", { name: /^Pay ₹149/ }).click();
  await guest.getByRole("button", { name: "Pay successfully" }).click();
  await expectCreated(guest);

  await page.goto(`${at.base}/Home`);
  await expect(page.getByRole("heading", { name: "Before the first booking" })).toBeHidden();
  await expect(page.getByRole("link", { name: /All Tickets.*1 in the last 7 days/ })).toBeVisible();
  await axe(page);
});

test("a web process that is told to end says so to the proxy first, and answers until the delay is over", async () => {
  await at.cli("migrate", "up");
  await at.start();
  const statusOf = (path: string) => fetch(`${at.base}${path}`).then(({ status }) => status);
  expect(await statusOf("/readyz")).toBe(200);
  const terminatedAt = performance.now();
  const gone = at.terminate();
  await expect.poll(() => statusOf("/readyz"), { intervals: [20] }).toBe(503);
  expect(await statusOf("/admin-login")).toBe(200);
  expect(await gone).toBe(0);
  expect(performance.now() - terminatedAt).toBeGreaterThanOrEqual(drainSeconds * 1_000);
  await expect(statusOf("/readyz")).rejects.toThrow();
});
