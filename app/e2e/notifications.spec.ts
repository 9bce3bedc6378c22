import { randomInt } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { isQuiet } from "#modules/notifications/tell/quiet.ts";
import { axe, sideways } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { inDatabase } from "./database.ts";
import { aDesk, desktop } from "./desk-steps.ts";
import { patienceMs, test } from "./journey.ts";
import { stepsAt } from "./tracking-steps.ts";

const aTitle = () => `Diwali ${randomInt(1_000_000)}`;
const row = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });

/** Writes a notification for an individual, and returns its title. */
async function written(page: Page, userType = "Individual") {
  const title = aTitle();
  await page.goto("/notifications");
  await settled(page);
  await page.getByRole("link", { name: "Add Notification" }).filter({ visible: true }).click();
  const form = page.getByRole("dialog", { name: "Add Notification" });
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Description").fill("Sweets for all.\nCome to the shop.");
  await form.getByRole("radio", { name: userType }).check();
  await axe(page, "the form of a notification");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Notification created successfully")).toBeVisible();
  await expect(row(page, title)).toContainText(userType);
  return title;
}

async function openSend(page: Page, title: string) {
  await row(page, title)
    .getByRole("link", { name: `Send: ${title}` })
    .click();
  return page.getByRole("dialog", { name: "Send notification" });
}

test("R439–R443 a notification is written and sent to one number, whose portal shows it; the log tells what became of it", async ({
  browser,
  baseURL,
}) => {
  const at = requestsAt(baseURL!);
  const center = await at.aCenter();
  const page = await aDesk(browser, desktop);
  const title = await written(page);
  await axe(page, "all notifications");

  const dialog = await openSend(page, title);
  await dialog.getByRole("button", { name: "Count recipients" }).click();
  await expect(
    dialog.getByText("Error sending notification").or(dialog.locator("[aria-invalid]")).first(),
  ).toBeVisible();
  await dialog.getByLabel("Mobile number").fill("7000000001");
  await dialog.getByRole("button", { name: "Count recipients" }).click();
  await expect(dialog.getByText("Nobody would receive it")).toBeVisible();
  await dialog.getByLabel("Mobile number").fill(center.phone);
  await dialog.getByRole("button", { name: "Count recipients" }).click();
  await expect(dialog.getByText("1 recipient", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Customers: 0 · Technicians: 0 · Centers: 1")).toBeVisible();
  await axe(page, "the number of recipients");
  const night = dialog.getByRole("radio", { name: "Send now, at night" });
  if (isQuiet()) await night.check();
  else await expect(night).toHaveCount(0);
  await dialog.getByRole("button", { name: "Send to 1 recipient" }).click();
  await expect(page.getByText("Notification sent successfully")).toBeVisible();

  await page.goto("/notification-history");
  await settled(page);
  await expect(row(page, title)).toContainText("Individual");
  await expect(row(page, title)).toContainText("superadmin");
  await expect(async () => {
    await page.reload();
    await expect(row(page, title)).toContainText("Done", { timeout: 2_000 });
  }).toPass({ timeout: patienceMs });
  await axe(page, "the log");

  const shop = await at.windowOf(browser, center);
  await shop.goto("/center-dashboard");
  await settled(shop);
  await expect(shop.getByRole("link", { name: /Inbox/ }).first()).toContainText("1");
  await shop.goto("/inbox");
  await settled(shop);
  await expect(shop.getByRole("listitem").filter({ hasText: title })).toContainText("New");
  await axe(shop, "the inbox");
  await shop.reload();
  await settled(shop);
  await expect(shop.getByRole("link", { name: /Inbox/ }).first()).not.toContainText("1");
  await page.reload();
  await expect(row(page, title)).toContainText("0 · 1 · 0");
});

test("a customer proves a phone and reads what was sent to it, newest first, on a phone, in Hindi and without JavaScript", async ({
  browser,
  baseURL,
}) => {
  const steps = stepsAt(baseURL!);
  const { phone } = await steps.bookByCode();
  // A phone gets another code only half a minute after the last one, which was the booking's.
  await inDatabase(sql`update otps set created_at = created_at - interval '1 minute' where phone = ${phone}`);
  const desk = await aDesk(browser, desktop);
  const titles: string[] = [];
  for (let n = 0; n < 2; n++) {
    const title = await written(desk);
    titles.push(title);
    const dialog = await openSend(desk, title);
    await dialog.getByLabel("Mobile number").fill(phone);
    await dialog.getByRole("button", { name: "Count recipients" }).click();
    await expect(dialog.getByText("Customers: 1 · Technicians: 0 · Centers: 0")).toBeVisible();
    if (isQuiet()) await dialog.getByRole("radio", { name: "Send now, at night" }).check();
    await dialog.getByRole("button", { name: "Send to 1 recipient" }).click();
    await expect(desk.getByText("Notification sent successfully").first()).toBeVisible();
  }

  const options = { baseURL: baseURL!, viewport: { width: 360, height: 740 }, javaScriptEnabled: false };
  const page = await (await browser.newContext(options)).newPage();
  await page.goto("/ServiceStatus/");
  await page.getByRole("main").getByRole("link", { name: "Your notifications" }).click();
  const answer = await page.reload();
  expect(answer?.headers()).toMatchObject({
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex, nofollow",
  });
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.locator("[data-error-summary]")).toBeVisible();
  const earlier = await steps.codesSoFar(phone);
  await page.getByLabel("Phone").fill(phone);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByLabel("OTP", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.locator("[data-error-summary]")).toContainText("Wrong OTP");
  await page.getByLabel("OTP", { exact: true }).fill(await steps.code(phone, earlier));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText(`Sent to ${phone.slice(0, 2)}xxxxxx${phone.slice(-2)}`)).toBeVisible();
  const entries = page.getByRole("main").getByRole("listitem");
  await expect(entries.first()).toContainText(titles[1]!);
  await expect(entries.nth(1)).toContainText(titles[0]!);
  // Shown a second time within a minute they are still new.
  await page.reload();
  await expect(entries.first()).toContainText("New");
  expect(await sideways(page)).toBe(0);

  const withScripts = await (await browser.newContext({ ...options, javaScriptEnabled: true })).newPage();
  await withScripts.goto("/my-notifications");
  await axe(withScripts, "the phone is asked for");
  await withScripts.context().addCookies(await page.context().cookies());
  await withScripts.goto("/my-notifications");
  await axe(withScripts, "a customer's inbox");
  await withScripts.context().addCookies([{ name: "lang", value: "hi", url: baseURL! }]);
  await withScripts.reload();
  await expect(withScripts.getByRole("heading", { name: "आपकी सूचनाएँ" })).toBeVisible();
  expect(await sideways(withScripts)).toBe(0);
  await axe(withScripts, "a customer's inbox in Hindi");

  await page.getByRole("button", { name: "Not you?" }).click();
  await expect(page.getByRole("button", { name: "Send OTP" })).toBeVisible();
  await expect(page.getByText(titles[0]!)).toHaveCount(0);
});

test("R486 a group is a skill and a state; without JavaScript the number comes before the sending as well", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop);
  const title = await written(page, "Technician");
  await openSend(page, title);
  const plain = await withoutScripts(browser);
  await plain.goto(page.url());
  await plain.getByLabel("Skill").selectOption("AC REPAIR");
  await plain.getByLabel("State").selectOption("All states");
  await plain.getByRole("button", { name: "Count recipients" }).click();
  await expect(plain.getByText(/^[\d,]+ recipients?$/)).toBeVisible();
  await expect(plain.getByText(/Customers: 0 · Technicians: \d+ · Centers: \d+/)).toBeVisible();
  await expect(plain.getByRole("button", { name: /^Send to [\d,]+ recipients?$/ })).toBeVisible();
});

const withoutScripts = (browser: Browser) => aDesk(browser, { ...desktop, javaScriptEnabled: false });

test("on a phone and in Hindi nothing of notifications scrolls sideways; a client's admin is refused", async ({
  browser,
  baseURL,
}) => {
  const phone = await aDesk(browser, { viewport: { width: 360, height: 740 } });
  await phone.context().addCookies([{ name: "lang", value: "hi", url: baseURL! }]);
  for (const path of ["/notifications", "/notifications?act=add", "/notification-history"]) {
    await phone.goto(path);
    await settled(phone);
    expect(await sideways(phone), path).toBe(0);
    await axe(phone, path);
  }
  const client = await aDesk(browser, desktop, "clientdesk");
  await client.goto("/notifications");
  await expect(client.getByText("No permission , contact admin")).toBeVisible();
});
