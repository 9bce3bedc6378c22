import { randomInt } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { outboxAt } from "./outbox.ts";

/** Steps of the booking journeys. */

/** A random phone, so that limits and drafts of one journey do not affect another. */
export const freshPhone = () => `7${String(randomInt(1_000_000_000)).padStart(9, "0")}`;

/** The newest code the sandbox sent to a phone. */
export const codeOf = (page: Page, phone: string) => outboxAt(new URL(page.url()).origin).code(phone);

export const customer = {
  requirement: "Not cooling at all",
  pincode: "560001",
  houseNumber: "12, 3rd Cross",
  locality: "Indiranagar",
  city: "Bengaluru",
  name: "Meera Nair",
};

/** Fills in the whole first step. */
export async function fillDetails(page: Page, phone: string, options: { service?: string; pincode?: string } = {}) {
  await page.getByLabel("Service", { exact: true }).selectOption({ label: options.service ?? "AC REPAIR" });
  for (const [name, value] of Object.entries({ ...customer, ...(options.pincode && { pincode: options.pincode }) })) {
    await page.locator(`[name="${name}"]`).fill(value);
  }
  await page.getByLabel("State").selectOption("Karnataka");
  await page.getByLabel("Immediately").check();
  await page.getByLabel("Phone", { exact: true }).fill(phone);
}

export const sendCode = (page: Page) => page.getByRole("button", { name: "Send OTP", exact: true }).click();

/** Types the code that was sent, and books. */
export async function enterCode(page: Page, phone: string) {
  await page.getByLabel("OTP", { exact: true }).fill(await codeOf(page, phone));
  await page.getByRole("button", { name: "Verify and book" }).click();
}

/** Goes from the form to the step after the OTP. */
export async function book(page: Page, phone: string, options: { service?: string; pincode?: string } = {}) {
  await fillDetails(page, phone, options);
  await sendCode(page);
  await expect(page).toHaveURL(/step=otp/);
  await enterCode(page, phone);
}

/** Expects the page of a request that was created (R076): four facts, the link and the next actions. */
export async function expectCreated(page: Page) {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hurray! Your Request has been created");
  const main = page.getByRole("main");
  await expect(main).toBeVisible();
  for (const fact of ["Ticket Id", "Ticket Status", "Created At", "Tracking Link"])
    await expect(main.getByText(fact, { exact: true })).toBeVisible();
  await expect(main.getByText(/^REQ-\d{6}-[A-Z0-9]{4}$/)).toBeVisible();
  await expect(main.getByText("Your request created successfully")).toBeVisible();
  const href = await main.getByRole("link", { name: "Click me" }).getAttribute("href");
  const link = new URL(href!, page.url()).href;
  expect(link).toMatch(/\/ServiceStatus\/\?/);
  return { main, link };
}
