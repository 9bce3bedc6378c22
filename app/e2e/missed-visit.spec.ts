import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { type MessageKey, say } from "#modules/messages/index.ts";
import { axe } from "./accessible.ts";
import { inDatabase } from "./database.ts";
import { test } from "./journey.ts";
import { type Steps, stepsAt, type Ticket } from "./tracking-steps.ts";
import { light } from "./weight.ts";

const at = (ticket: { _id: string }, more = "") => `/ServiceStatus/?${ticket._id}${more}`;

let steps: Steps;
test.beforeEach(({ baseURL }) => {
  steps = stepsAt(baseURL!);
});

/** Opens a page of a request, and proves its phone for it. */
async function opened(page: Page, ticket: Ticket, path: string, words: (key: MessageKey) => string) {
  await page.goto(path);
  const earlier = await steps.codesSoFar(ticket.phone);
  await page.getByRole("button", { name: words("common.sendOtp") }).click();
  await page.locator("input[name=otp]").fill(await steps.code(ticket.phone, earlier));
  await page.getByRole("button", { name: words("common.confirm") }).click();
}

/** A visit whose promised window was over hours ago. */
const isLate = (ticket: Ticket) =>
  inDatabase(
    sql`update tickets set time_preference_type = 'SPECIFIC_DATE_AND_TIME', specific_date_time = now() - interval '5 hours',
        accepted_at = now() - interval '9 hours'
         where public_id = ${ticket._id}`,
  );

for (const [locale, javaScriptEnabled] of [
  ["en", true],
  ["en", false],
  ["hi", true],
] as const)
  test.describe(`in ${locale} with JavaScript ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled, locale: `${locale}-IN`, viewport: { width: 360, height: 740 } });
    const words = (key: MessageKey) => say(key, {}, locale);

    test("nobody came: the customer is asked, and each of the four choices leads on", async ({ page }) => {
      const ticket = await steps.bookAtCenter();
      await steps.assign(ticket);
      await isLate(ticket);
      await page.goto(at(ticket));
      // The sentence names the time of now.
      const parts = words("missed.title").split("{time}");
      for (const part of parts) await expect(page.locator("h1")).toContainText(part.trim());
      if (javaScriptEnabled) await axe(page);
      await opened(page, ticket, at(ticket, "&do=nobodyCame"), words);
      const choose = async (choice: string) => {
        await page.locator(`input[name=choice][value=${choice}]`).check({ force: true });
        await page.getByRole("button", { name: words("missed.act") }).click();
      };
      const ask = async () => {
        await page.goto(at(ticket));
        await page.getByRole("link", { name: words("missed.choice") }).click();
      };
      await expect(page.locator("input[name=choice]:checked")).toHaveCount(0);
      if (javaScriptEnabled) await axe(page);
      await choose("move");
      await expect(page.getByRole("heading", { level: 1, name: words("changeTime.title") })).toBeVisible();
      await ask();
      await choose("end");
      await expect(page).toHaveURL(/do=cancel/);
      await ask();
      await choose("wait");
      await expect(page.getByText(words("missed.done.wait"))).toBeVisible();
      await expect(page.getByRole("link", { name: words("missed.choice") })).toHaveCount(0);
      await page.getByRole("link", { name: words("tracking.nobodyCame"), exact: true }).click();
      await choose("other_center");
      await expect(page.getByText(words("missed.done.other_center"))).toBeVisible();
      await expect(page.getByText(words("status.PENDING"), { exact: true })).toBeVisible();
    });

    test("a visit is moved in three taps", async ({ page }) => {
      const ticket = await steps.bookAtCenter();
      await opened(page, ticket, at(ticket, "&do=see"), words);
      // One: the link. Two: a window. Three: the button.
      await page.getByRole("link", { name: words("tracking.changeTime") }).click();
      await expect(page.getByRole("heading", { level: 1, name: words("changeTime.title") })).toBeVisible();
      await light(page, "change time");
      if (javaScriptEnabled) await axe(page, "change time");
      const free = page.locator("input[name=when]:not([disabled])").first();
      await free.check({ force: true });
      await page.getByRole("button", { name: words("changeTime.ask") }).click();
      await expect(page.getByText(words("changeTime.wanted"))).toBeVisible();
    });

    test("a time that a center proposes is chosen, and a note is written", async ({ page }) => {
      const ticket = await steps.book();
      await steps.pay(ticket);
      await steps.propose(ticket);
      await steps.longAfterCode(ticket.phone);
      await opened(page, ticket, at(ticket, "&do=chooseTime"), words);
      await light(page, "choose time");
      if (javaScriptEnabled) await axe(page, "choose time");
      await page.goto(at(ticket, "&do=note"));
      if (javaScriptEnabled) await axe(page, "note");
      await page.locator("[name=text]").fill("2");
      await page.getByRole("button", { name: words("notification.send"), exact: true }).click();
      await expect(page.getByText(words("note.done"))).toBeVisible();
    });
  });
