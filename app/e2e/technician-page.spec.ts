import { type Browser, expect, type Page } from "@playwright/test";
import { say } from "#modules/messages/index.ts";
import { axe, sideways } from "./accessible.ts";
import { inDatabase } from "./database.ts";
import { test } from "./journey.ts";
import { outboxAt } from "./outbox.ts";
import { aPicture, type Steps, stepsAt, type Ticket } from "./tracking-steps.ts";

/* A technician's visit from the link in the message to the closing, on a phone. */

let steps: Steps;
let outbox: ReturnType<typeof outboxAt>;
test.beforeEach(({ baseURL }) => {
  steps = stepsAt(baseURL!);
  outbox = outboxAt(baseURL!);
});

/** A paid request that its center accepted and just assigned, the technician's phone and the address in the message. */
async function aVisit() {
  const ticket = await steps.book({ name: "Sunita Devi" });
  await steps.pay(ticket);
  await expect(() => steps.accept(ticket)).toPass();
  const { phone } = await steps.assign(ticket);
  return {
    ticket,
    phone: phone.mobile_number,
    link: await outbox.newestMatch(phone.mobile_number, /(\/visit\/[\w-]+)/),
  };
}

async function aPhone(browser: Browser, baseURL: string, { script = true, lang = "en" } = {}) {
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: script,
    viewport: { width: 360, height: 740 },
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
  });
  await context.addCookies([{ name: "lang", value: lang, url: baseURL }]);
  return context.newPage();
}

/** The one next thing of a page. */
const next = (page: Page) => page.locator("main .btn[type=submit], main a.btn").first();
const startCode = ({ phone }: Ticket) => outbox.newestMatch(phone, /start code (\d{4})/);
const happyCode = ({ phone }: Ticket) => outbox.newestMatch(phone, /happy code (\d{4})/);

for (const { script, lang } of [
  { script: true, lang: "hi" },
  { script: false, lang: "en" },
] as const) {
  const how = script ? "with JavaScript, in Hindi" : "without JavaScript";
  test(`a technician opens a visit by its link, starts and closes it ${how}`, async ({ browser, baseURL }) => {
    const { ticket, phone, link } = await aVisit();
    const page = await aPhone(browser, baseURL!, { script, lang });
    const heading = (key: Parameters<typeof say>[0], params = {}) =>
      expect(page.getByRole("heading", { level: 1 })).toHaveText(say(key, params, lang));
    const seen = async () => {
      if (!script) return;
      expect(await sideways(page)).toBe(0);
      await axe(page);
    };

    await page.goto(link);
    await heading("visitLink.title", { brand: "GharSeva" });
    // Whoever has the message sees where the code goes, and nothing of the customer.
    const shown = await page.content();
    expect(shown).toContain(`${phone.slice(0, 2)}xxxxxx${phone.slice(-2)}`);
    for (const secret of [phone, ticket.phone, ticket.name, ticket._id, "Rajpath"]) expect(shown).not.toContain(secret);
    await seen();
    const earlier = await steps.codesSoFar(phone);
    await page.getByRole("button", { name: say("common.sendOtp", {}, lang) }).click();
    await page.locator("[name=otp]").fill(await steps.code(phone, earlier));
    await page.getByRole("button", { name: say("visitLink.open", {}, lang) }).click();
    await heading("onVisit.go", { name: ticket.name });
    await expect(page.locator(`a[href="tel:+91${ticket.phone}"]`)).toBeVisible();
    await seen();

    await page.getByRole("button", { name: say("onVisit.setOut", {}, lang) }).click();
    await heading("onVisit.start", { name: ticket.name });
    await seen();
    await page.locator("[name=code]").fill(await startCode(ticket));
    await page.getByRole("button", { name: say("onVisit.startAct", {}, lang) }).click();
    await heading("onVisit.photos");
    await page
      .locator("[name=pictures]")
      .setInputFiles({ name: "tap.png", mimeType: "image/png", buffer: Buffer.from(aPicture()) });
    await page.getByRole("button", { name: say("onVisit.photoSave", {}, lang) }).click();
    await expect(page.locator("[data-pictures] img")).toHaveCount(1);
    await seen();

    await page.getByRole("link", { name: say("onVisit.toFinish", {}, lang) }).click();
    await heading("onVisit.finish");
    await seen();
    await page.locator("[name=amount]").fill("750");
    await page.locator("[name=paymentType][value=Cash]").check();
    const happy = await happyCode(ticket);
    await page.locator("[name=code]").fill(happy === "1111" ? "1112" : "1111");
    await next(page).click();
    await expect(page.getByText(say("close.codeWrong", {}, lang)).first()).toBeVisible();
    await expect(page.locator("[name=amount]")).toHaveValue("750");
    await page.locator("[name=code]").fill(happy);
    await next(page).click();
    await heading("onVisit.done", { amount: "₹750" });
    await expect(page.getByText(say("job.completed", {}, lang))).toBeVisible();
    await seen();

    await page.goto(link);
    await heading("visitLink.over");
    expect(await page.content()).not.toContain(ticket.name);
    const [closed] = await inDatabase<{ kind: string }>(
      `select actor_kind as kind from history h join tickets t on t.id = h.subject_id
        where h.event = 'ticket.closed' and t.public_id = '${ticket._id}'`,
    );
    expect(closed?.kind).toBe("technician");
    await page.context().close();
  });
}

test("the list of visits opens in order, and after signing out nothing of it is shown", async ({
  browser,
  baseURL,
}) => {
  const { ticket, phone, link } = await aVisit();
  const page = await aPhone(browser, baseURL!);
  await page.goto(link);
  const earlier = await steps.codesSoFar(phone);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.locator("[name=otp]").fill(await steps.code(phone, earlier));
  await page.getByRole("button", { name: "Open the visit" }).click();
  await page.getByRole("link", { name: "Your visits" }).click();
  await page.getByRole("link", { name: ticket.name }).click();
  await expect(page).toHaveURL(new RegExp(`/visits/${ticket._id}`));
  await page.goto("/visits");
  await axe(page);
  await page.getByRole("button", { name: "Sign out on this phone" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your visits open by their link");
  await page.goto(`/visits/${ticket._id}`);
  await expect(page).toHaveURL(/\/visit$/);
  expect(await page.content()).not.toContain(ticket.name);
  await page.context().close();
});
