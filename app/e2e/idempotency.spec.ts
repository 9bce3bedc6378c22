import { randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { codeOf, fillDetails, freshPhone, sendCode } from "./booking-steps.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { test } from "./journey.ts";
import type { Center } from "./people.ts";

/* B10, R7: a form is done once, whatever a person or a bad connection does; opened again, it can be sent again. */

const sentBefore =
  "This form was already sent, so nothing was sent a second time. To send another one, open the form anew.";

/** Goes through the booking until only the last press is missing. */
async function aboutToBook(page: Page) {
  const phone = freshPhone();
  await page.goto("/booking?form=one");
  await fillDetails(page, phone);
  await sendCode(page);
  await expect(page).toHaveURL(/step=otp/);
  await page.getByLabel("OTP", { exact: true }).fill(await codeOf(page, phone));
  return { phone, press: page.getByRole("button", { name: "Verify and book" }) };
}

/** Expects one request of the phones this browser has proved. */
async function expectOneRequest(page: Page) {
  await page.goto("/serviceStatus");
  await expect(page.getByText(/REQ-\d{6}-\w{4}/)).toHaveCount(1);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a booking that is pressed twice is one request with one order", async ({ page }) => {
      const { press } = await aboutToBook(page);
      await press.dblclick();
      await expect(page).toHaveURL(/step=pay/);
      await expectOneRequest(page);
    });

    test("Back after a booking leads to the booking, and the same form sent again makes no second one", async ({
      page,
      baseURL,
    }) => {
      const { press } = await aboutToBook(page);
      const sending = page.waitForRequest((request) => request.method() === "POST");
      await press.click();
      const form = (await sending).postData()!;
      await expect(page).toHaveURL(/step=pay/);
      const due = page.url();
      await page.goto("/booking?form=one&step=otp");
      expect(page.url()).toBe(due);
      // A page from the back/forward cache still holds the form with its key.
      const answer = await page.request.post("/booking?form=one&step=otp", {
        data: form,
        headers: { "content-type": "application/x-www-form-urlencoded", origin: baseURL! },
        maxRedirects: 0,
      });
      expect([answer.status(), answer.headers().location]).toEqual([303, new URL(due).pathname + new URL(due).search]);
      await page.goto(due);
      await expect(page.getByText(sentBefore)).toBeVisible();
      await expectOneRequest(page);
    });
  });
}

test("a booking whose answer is lost on a bad line is there when it is sent again", async ({ page, context }) => {
  const { press } = await aboutToBook(page);
  await page.route("**/booking?form=one&step=otp", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch({ maxRedirects: 0 });
    await route.abort("internetdisconnected");
  });
  const lost = page.waitForEvent("requestfailed");
  await press.click();
  const form = (await lost).postData()!;
  await page.unroute("**/booking?form=one&step=otp");
  const { origin } = new URL((await lost).url());
  const again = await context.request.post(`${origin}/booking?form=one&step=otp`, {
    data: form,
    headers: { "content-type": "application/x-www-form-urlencoded", origin },
    maxRedirects: 0,
  });
  expect([again.status(), again.headers().location]).toEqual([303, expect.stringMatching(/step=pay&ticket=/)]);
});

test("a booking sent on a line that is gone without anybody's knowing is made once it is back", async ({ page }) => {
  const { press } = await aboutToBook(page);
  const otp = await page.getByLabel("OTP", { exact: true }).inputValue();
  await page.route("**/booking?form=one&step=otp", (route) =>
    route.request().method() === "POST" ? route.abort("internetdisconnected") : route.fallback(),
  );
  const lost = page.waitForEvent("requestfailed");
  await press.click();
  await lost;
  await page.unroute("**/booking?form=one&step=otp");
  await expect(async () => {
    await page.goto("/booking?form=one&step=otp");
    await page.getByLabel("OTP", { exact: true }).fill(otp);
  }).toPass();
  await page.getByRole("button", { name: "Verify and book" }).click();
  await expect(page).toHaveURL(/step=pay/);
  await expectOneRequest(page);
});

test.describe("a center", () => {
  let at: ReturnType<typeof requestsAt>;
  let center: Center;
  test.beforeEach(async ({ baseURL }) => {
    at = requestsAt(baseURL!);
    center = await at.aCenter({ services: ["AC REPAIR", "PLUMBING"] });
  });

  const aName = () => `Once ${randomBytes(4).toString("hex")}`;
  const add = (page: Page) => page.getByRole("button", { name: "Add Ticket" });

  /** The message after the form: a toast, or without JavaScript a text on the page. */
  const confirmation = (page: Page, javaScriptEnabled: boolean) =>
    javaScriptEnabled
      ? page.locator("[data-toasts] li").filter({ hasText: /sent|accepted/ })
      : page.locator("main output");

  async function fillTicket(page: Page, name: string) {
    await page.getByLabel("Service", { exact: true }).selectOption({ label: "PLUMBING" });
    await page.getByLabel("Time preference").selectOption("WITHIN_24_HOURS");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Phone", { exact: true }).fill(freshPhone());
    await page.getByLabel("House number").fill("7, Temple Street");
    await page.getByLabel("Pincode").fill(center.pincode);
  }

  /** How many requests of a customer the center has, in all its lists. */
  async function requestsOf(page: Page, name: string) {
    let count = 0;
    for (const list of [`/tickets-center?search=${encodeURIComponent(name)}`, "/ticket-created-by-you"]) {
      await page.goto(list);
      count += await page.getByRole("row").filter({ hasText: name }).count();
    }
    return count;
  }

  test("Add Ticket pressed twice, without JavaScript too, writes one request; a form opened anew writes another", async ({
    browser,
  }) => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await at.windowOf(browser, center, { javaScriptEnabled });
      const name = aName();
      await page.goto("/AddTicket");
      if (javaScriptEnabled) await settled(page);
      await fillTicket(page, name);
      const key = await page.locator("main [name=once]").inputValue();
      await add(page).dblclick();
      const created = page.getByRole("dialog", { name: "Hurray! Your Request has been created" });
      await expect(created).toBeVisible();
      const number = await created.getByText(/^REQ-/).innerText();
      expect(await requestsOf(page, name)).toBe(1);

      // The same form from the back/forward cache, with other values.
      await page.goto("/AddTicket");
      if (javaScriptEnabled) await settled(page);
      await fillTicket(page, `${name} again`);
      await page.locator("main [name=once]").evaluate((input, old) => {
        (input as HTMLInputElement).value = old;
      }, key);
      await add(page).click();
      await expect(confirmation(page, javaScriptEnabled)).toHaveText(sentBefore);
      await expect(created.getByText(number)).toBeVisible();
      expect(await requestsOf(page, name)).toBe(1);

      await page.goto("/AddTicket");
      if (javaScriptEnabled) await settled(page);
      await fillTicket(page, name);
      await add(page).click();
      await expect(created).toBeVisible();
      expect(await requestsOf(page, name)).toBe(2);
      await page.context().close();
    }
  });

  test("Add Ticket whose answer is lost is pressed again and shows the request it made", async ({ browser }) => {
    const page = await at.windowOf(browser, center);
    const name = aName();
    await page.goto("/AddTicket");
    await settled(page);
    await fillTicket(page, name);
    await page.route("**/AddTicket**", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch({ maxRedirects: 0 });
      await route.abort("internetdisconnected");
    });
    await add(page).click();
    await expect(page.getByRole("alert")).toContainText("this was not sent. It is kept on this page");
    await page.unroute("**/AddTicket**");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
    await add(page).click();
    await expect(page.getByRole("dialog", { name: "Hurray! Your Request has been created" })).toBeVisible();
    await expect(confirmation(page, true)).toHaveText(sentBefore);
    expect(await requestsOf(page, name)).toBe(1);
  });

  test("Accept pressed twice, without JavaScript too, accepts and never says that somebody else did", async ({
    browser,
  }) => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await at.windowOf(browser, center, { javaScriptEnabled });
      const request = await at.offered(center);
      await page.goto("/brodcast-requests");
      if (javaScriptEnabled) await settled(page);
      const row = page.getByRole("row").filter({ hasText: request.ticket_id });
      await row.getByRole("button", { name: /^Accept/ }).dblclick();
      await expect(row.getByText("ACCEPTED", { exact: true })).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);
      await expect(confirmation(page, javaScriptEnabled)).toHaveText(
        /^(Request accepted successfully|This form was already sent)/,
      );
      await page.context().close();
    }
  });
});
