import { randomInt } from "node:crypto";
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { aNetwork } from "./calls.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { patienceMs, test } from "./journey.ts";
import { aPicture } from "./tracking-steps.ts";

/*
 * Steps for journeys in the admin console: signing in, and requests for its list.
 */

const letters = (count: number) =>
  Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join("");
/** A customer name that no other journey uses. */
export const aName = () => `Desk ${letters(8)}`;

/** A browser with a signed-in operator of the demo, the SUPER_ADMIN unless another one is named. */
export async function aDesk(
  browser: Browser,
  options: Parameters<Browser["newContext"]>[0] = {},
  userName = "superadmin",
): Promise<Page> {
  const { baseURL, locale, timezoneId } = test.info().project.use;
  const context = await browser.newContext({ baseURL, locale, timezoneId, ...options });
  const answer = await context.request.post("/admin-login", {
    form: { intent: "login", userName, password: "Demo@2026" },
    // From a network of its own: the passwords that one network may try in an hour are fewer than all journeys' logins.
    headers: { origin: baseURL!, "x-forwarded-for": aNetwork() },
    maxRedirects: 0,
  });
  expect(answer.headers().location).toMatch(/^\/(Home|client-dashboard|admin-security(\?step=mobile)?)$/);
  return context.newPage();
}

/** Creates requests of a customer with this name, at a new center. */
export async function customers(baseURL: string, name: string, count: number) {
  const at = requestsAt(baseURL);
  const center = await at.aCenter();
  const made = [];
  for (let n = 0; n < count; n++) made.push(await at.requestOf(center, { name }));
  return { at, center, made };
}

/** A narrow desk, on which the console must still be whole. */
export const desktop = { viewport: { width: 1366, height: 650 } };
/** An operator at such a desk before the requests of a customer of their own name. */
export async function aListOf(browser: Browser, baseURL: string, count: number) {
  const name = aName();
  await customers(baseURL, name, count);
  const page = await aDesk(browser, desktop);
  await page.goto(listed(name));
  await settled(page);
  return { page, name };
}
/** The row of a table that holds a request's number. */
export const rowOf = (page: Page, number: string) => page.getByRole("row").filter({ hasText: number });
/** Gives the password where a dialog asks for it again. */
export async function confirmIfNeeded(page: Page) {
  const password = page.getByRole("dialog").getByLabel("Password");
  if (await password.isVisible()) await password.fill("Demo@2026");
}

/** A center accepts the offer of a request in its own window; what its wallet pays is asked about first. */
export async function acceptedBy(shop: Page, number: string) {
  await shop.goto("/brodcast-requests");
  const offer = rowOf(shop, number);
  const asks = offer.getByRole("link", { name: /^Accept for/ });
  if ((await asks.count()) > 0) await asks.click();
  await offer.getByRole("button", { name: /^Accept/ }).click();
  await expect(offer.getByText("ACCEPTED", { exact: true })).toBeVisible({ timeout: patienceMs });
}

/** Fills in a center's objection to its penalty, with a picture, and leaves it unsent. */
export async function objectionOf(form: Locator, words: string) {
  await form.getByLabel("Why do you object?").fill(words);
  await form
    .getByLabel("A picture as proof")
    .setInputFiles({ name: "gate.png", mimeType: "image/png", buffer: Buffer.from(aPicture()) });
  await expect(form.getByText("The picture is uploaded")).toBeVisible();
}

/** Returns a penalty in the dialog of an objection, once its picture is there. */
export async function returned(dialog: Locator, words: string) {
  const picture = dialog.getByRole("img", { name: "Open the picture" });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);
  await dialog.getByLabel("Return the penalty").check();
  await dialog.getByLabel("Answer to the center").fill(words);
}

/** The address of All Requests, filtered by a name. */
export const listed = (name: string, more: Record<string, string> = {}) =>
  `/Tickets?${new URLSearchParams({ search: name, ...more })}`;
/** The numbers of the listed requests. */
export const numbers = (page: Page) => page.locator(".desk-grid tbody .id a").allInnerTexts();

type ShortForm = { name: string; phone: string; pincode: string };

/** Fills in the short list of fields a request needs (Q18). */
export async function fillShortForm(page: Page, { name, phone, pincode }: ShortForm) {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field("Phone").fill(phone);
  await field("Name").fill(name);
  await field("Service").selectOption({ label: "AC REPAIR" });
  await field("Time preference").selectOption("IMMEDIATELY");
  await field("House number or street").fill("4, Market Street");
  await field("Pincode").fill(pincode);
}

/** Chooses whose wallet an action is about, of those that typing in its dialog finds. */
export async function chooseParty(
  dialog: Locator,
  userType: "Technician" | "Consumer",
  typed: string,
  party: string | RegExp,
) {
  await dialog.getByRole("radio", { name: userType }).check();
  await dialog.getByRole("searchbox").fill(typed);
  await dialog.getByRole("link", { name: party }).click();
  await expect(dialog.getByRole("button", { name: "Submit" })).toBeVisible();
}
