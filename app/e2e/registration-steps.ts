import { randomInt } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { outboxAt } from "./outbox.ts";

/*
 * Steps for journeys about how centers join and are changed.
 */

export const aPhone = () => `7${String(randomInt(1_000_000_000)).padStart(9, "0")}`;
const incomplete = "Please fill in all required details";

export const send = (page: Page) => page.getByRole("button", { name: "Send OTP" });
const summaryOf = (page: Page) => page.getByRole("alert").filter({ hasText: "There is a problem" });

/** Expects a text at the top, and at a number of fields. */
export async function refused(page: Page, text: string, fields: number) {
  await expect(summaryOf(page)).toContainText(text);
  await expect(page.locator(".wrong").filter({ hasText: text })).toHaveCount(fields);
}

/** Expects the form's own text once, and each empty field's need at the top and at the field. */
export async function wanting(page: Page, fields: number) {
  await expect(summaryOf(page)).toContainText(incomplete);
  await expect(page.getByText(incomplete)).toHaveCount(1);
  const fieldErrors = page.locator(".field .wrong");
  await expect(fieldErrors).toHaveCount(fields);
  const words = await fieldErrors.allInnerTexts();
  expect(new Set(words).size).toBe(fields);
  for (const each of words) await expect(summaryOf(page).getByRole("link", { name: each, exact: true })).toHaveCount(1);
}

/** Fills the registration of a center. */
export async function fillCenter(
  page: Page,
  {
    phone,
    name = "Shri Balaji Cool Care",
    services: [primary, secondary] = ["CARPENTER", "PAINTING"],
  }: { phone: string; name?: string; services?: readonly [string, string] },
) {
  await page.getByLabel("Center name").fill(name);
  await page.getByLabel("Phone").fill(phone);
  await page.getByLabel("Number of technicians").selectOption("0");
  await page.getByLabel("Primary service").selectOption({ label: primary });
  await page.getByLabel("Secondary service").selectOption({ label: secondary });
  await page.getByLabel("Address line").fill("12 Market Road");
  await page.getByLabel("City").fill("Mysuru");
  await page.getByLabel("State").selectOption("Karnataka");
  await page.getByLabel("Pincode", { exact: true }).fill("570001");
  await page.getByLabel("Additional pincode").fill("570002");
}

/** The code the product under test sent to a phone. */
const codeFor = (page: Page, phone: string) => outboxAt(new URL(page.url()).origin).code(phone);

/** Signs an onboarder in by the code sent to its phone. */
export async function logIn(page: Page, { phone }: { phone: string }) {
  await page.goto("/center-onboard-login");
  await page.getByRole("textbox").first().fill(phone);
  await page.getByRole("button", { name: "Send otp", exact: true }).click();
  await page.getByRole("textbox", { name: "OTP" }).fill(await codeFor(page, phone));
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
}

/** Registers a center through an onboarder's link; returns its phone. */
export async function registerByLink(page: Page, link: string, name: string) {
  const phone = aPhone();
  await page.goto(link);
  await fillCenter(page, { phone, name });
  await send(page).click();
  await page.getByLabel("OTP").fill(await codeFor(page, phone));
  await page.getByRole("button", { name: "Verify OTP and register" }).click();
  await expect(page.getByRole("heading", { name: "Registered successfully , Please Login" })).toBeVisible();
  return phone;
}
