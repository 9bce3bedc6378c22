import { expect, type Page } from "@playwright/test";
import { fillDetails, freshPhone } from "./booking-steps.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { aDesk, desktop } from "./desk-steps.ts";
import { test } from "./journey.ts";
import { outboxAt } from "./outbox.ts";
import { type Center, peopleAt } from "./people.ts";
import { fillCenter, logIn } from "./registration-steps.ts";
import { stepsAt } from "./tracking-steps.ts";

/*
 * Numbers as people write and paste them: every phone field of the house takes them and cuts none, typing stops at the
 * length of a number and of a pincode, and every page that asks for a code takes it with the space an SMS shows it with.
 */

const ways = ["0XXXXXXXXXX", "XXXXX-XXXXX", "0091XXXXXXXXXX", "+91 XXXXX XXXXX"] as const;

/** A number in one of the ways people write it. */
const written = (phone: string, way: (typeof ways)[number]) => {
  const digits = [...phone];
  return way.replace(/X/g, () => digits.shift()!);
};

/** Each phone field of this page shows each way of writing as the number the server will read, and takes no digit more. */
async function takesEachWay(page: Page, fields: number) {
  const phones = page.locator("main [data-phone]:not([readonly]), dialog [data-phone]:not([readonly])");
  await expect(phones).toHaveCount(fields);
  for (const phone of await phones.all()) {
    for (const way of ways) {
      const number = freshPhone();
      await phone.fill("");
      await phone.pressSequentially(written(number, way));
      await phone.blur();
      await expect(phone, `${page.url()} ${way}`).toHaveValue(number);
      await expect(phone).not.toHaveAttribute("aria-invalid", "true");
    }
    const number = freshPhone();
    await phone.fill("");
    await phone.pressSequentially(`${number}77`);
    await expect(phone, `${page.url()} typed on`).toHaveValue(number);
    await phone.fill("");
  }
  for (const pincode of await page.locator("main [data-pincode]:not([readonly])").all()) {
    // The script of a console's fields loads when one is focused; what is typed before it came is named as wrong, not cut.
    await pincode.focus();
    await expect(pincode).toHaveAttribute("data-limited", "");
    await pincode.fill("");
    await pincode.pressSequentially("411014 57");
    await expect(pincode, `${page.url()} typed on`).toHaveValue(/^411014 ?$/);
    await pincode.fill("");
  }
}

test("every phone field of the public pages shows what it will read, however it was typed", async ({ page }) => {
  const dealer = "/bookingPickDrop/INA0009";
  const open = [
    "/booking?form=one",
    dealer,
    "/my-notifications",
    "/registration",
    "/login",
    "/appeal",
    "/forgot-password",
  ];
  for (const path of [...open, "/center-onboard-registration", "/center-onboard-login"]) {
    await page.goto(path);
    if (path === dealer) await page.locator("main a.btn, main .btn-main").first().click();
    await page.waitForLoadState("networkidle");
    await takesEachWay(page, 1);
  }
});

test("every phone field of the consoles shows what it will read, however it was typed", async ({
  page,
  browser,
  baseURL,
}) => {
  const at = requestsAt(baseURL!);
  const shop = await at.windowOf(browser, await at.aCenter());
  for (const [path, fields] of [
    ["/AddTicket", 2],
    ["/AddTechnician", 3],
  ] as const) {
    await shop.goto(path);
    await settled(shop);
    await takesEachWay(shop, fields);
  }
  await logIn(page, await peopleAt(baseURL!).anOnboarder());
  await page.goto("/center-onboard-add-center");
  await settled(page);
  await takesEachWay(page, 1);

  const desk = await aDesk(browser, desktop);
  for (const [path, fields] of [
    ["/admin-ticket", 2],
    ["/add-client-ticket", 2],
    ["/add-center", 1],
    ["/add-user", 1],
    ["/admin-add-center-onboarder", 1],
    ["/admin-clients?act=add", 1],
  ] as const) {
    await desk.goto(path);
    await settled(desk);
    await takesEachWay(desk, fields);
  }
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    const onPage = async (page: Page) => {
      if (javaScriptEnabled) await page.waitForLoadState("networkidle");
    };

    /** Sends the form a field stands in. */
    const sent = async (page: Page, field: string, value: string) => {
      await page.locator(field).fill(value);
      await page.locator(field).press("Enter");
    };

    /** Types the newest code of a phone as `123 456`. */
    const spacedCode = async (page: Page, phone: string) => {
      const code = await outboxAt(new URL(page.url()).origin).code(phone);
      await sent(page, "[autocomplete=one-time-code]", `${code.slice(0, 3)} ${code.slice(3)}`);
    };

    // With JavaScript the field shows each way as the same number; without, the server reads each.
    for (const way of javaScriptEnabled ? ways.slice(0, 1) : ways) {
      test(`a booking by ${way}, with a spaced code`, async ({ page }) => {
        const phone = freshPhone();
        await page.goto("/booking?form=one");
        await onPage(page);
        await fillDetails(page, written(phone, way));
        await page.locator("[name=phone]").press("Enter");
        await expect(page).toHaveURL(/step=otp/);
        await spacedCode(page, phone);
        await expect(page).toHaveURL(/step=pay/);
      });
    }

    test("the customer's pages: what is theirs, and a request that wants its phone proved", async ({
      page,
      baseURL,
    }) => {
      const ticket = await stepsAt(baseURL!).bookAtCenter();
      await page.goto(`/ServiceStatus/?${ticket._id}&do=see`);
      await onPage(page);
      await page.getByRole("button", { name: "Send OTP" }).click();
      await expect(page).toHaveURL(/step=code/);
      await spacedCode(page, ticket.phone);
      await expect(page.getByText("Your phone is confirmed.").first()).toBeVisible();
      const phone = freshPhone();
      await page.goto("/my-notifications");
      const other = page.getByRole("button", { name: "Not you?" });
      if (await other.isVisible()) await other.click();
      await onPage(page);
      await sent(page, "[name=phone]", written(phone, ways[2]));
      await expect(page.locator("[name=phone][readonly]")).toHaveValue(phone);
      await spacedCode(page, phone);
      await expect(page.locator("[autocomplete=one-time-code]")).toHaveCount(0);
    });

    test("the logins of centers and onboarders", async ({ page, baseURL }) => {
      const people = peopleAt(baseURL!);
      for (const [login, { phone }, inside] of [
        ["/login", await people.aCenter(), /brodcast-requests|center-d/],
        ["/center-onboard-login", await people.anOnboarder(), /center-onboard-view-centers/],
      ] as [string, Pick<Center, "phone">, RegExp][]) {
        await page.goto(login);
        await onPage(page);
        await sent(page, "[name=phone]", written(phone, ways[1]));
        await expect(page.locator("[name=phone][readonly]")).toHaveValue(phone);
        await spacedCode(page, phone);
        await expect(page).toHaveURL(inside);
      }
    });

    test("the registrations of a center, by itself and by its onboarder, and of an onboarder", async ({
      page,
      baseURL,
    }) => {
      const own = freshPhone();
      await page.goto("/registration");
      await onPage(page);
      await fillCenter(page, { phone: written(own, ways[3]) });
      await page.locator("[name=phone]").press("Enter");
      await expect(page.locator("[name=phone][readonly]")).toHaveValue(own);
      await spacedCode(page, own);
      await expect(page.getByRole("heading", { name: "Registered successfully , Please Login" })).toBeVisible();

      const centerPhone = freshPhone();
      await page.goto("/center-onboard-registration");
      await onPage(page);
      await page.getByLabel("Shop / Center (Name)").fill("Sunil Stores");
      await page.getByLabel("Main Service You Offer / Need").selectOption({ label: "PLUMBING" });
      await page.getByLabel("State").selectOption("Kerala");
      await page.getByRole("button", { name: "Add state" }).click();
      await page.getByLabel("Allowed Cities").fill("Kochi");
      await page.getByRole("button", { name: "Add city" }).click();
      await sent(page, "[name=phone]", written(centerPhone, ways[0]));
      await expect(page.locator("[name=phone][readonly]")).toHaveValue(centerPhone);
      await spacedCode(page, centerPhone);
      await expect(page.getByRole("heading", { name: "Registered successfully , register" })).toBeVisible();

      const brought = freshPhone();
      await logIn(page, await peopleAt(baseURL!).anOnboarder());
      await page.goto("/center-onboard-add-center");
      await onPage(page);
      await page.getByLabel("Center name").fill("Sunil Cooling");
      await page.getByLabel("Primary service").selectOption({ label: "CARPENTER" });
      await page.getByLabel("Other service").selectOption({ label: "PAINTING" });
      await page.getByLabel("State").selectOption("Karnataka");
      await page.getByLabel("Pincode", { exact: true }).fill("570001");
      await page.getByLabel("Additional pincode").fill("570002");
      await sent(page, "[name=phone]", written(brought, ways[2]));
      await expect(page.locator("[name=phone][readonly]")).toHaveValue(brought);
      await spacedCode(page, brought);
      await expect(page).toHaveURL(/center-onboard-view-centers|add-center/);
      await expect(page.locator("[autocomplete=one-time-code]")).toHaveCount(0);
    });

    test("a center's request for a customer", async ({ browser, baseURL }) => {
      const at = requestsAt(baseURL!);
      const shop = await at.windowOf(browser, await at.aCenter(), { javaScriptEnabled });
      await shop.goto("/AddTicket");
      if (javaScriptEnabled) await settled(shop);
      const phone = freshPhone();
      await shop.getByLabel("Service", { exact: true }).selectOption({ label: "PLUMBING" });
      await shop.getByLabel("Time preference").selectOption("IMMEDIATELY");
      await shop.getByLabel("Name", { exact: true }).fill("Meera Nair");
      await shop.getByLabel("House number").fill("7, Temple Street");
      await shop.getByLabel("Pincode").fill("560001");
      await shop.getByLabel("City").fill("Bengaluru");
      await shop.getByLabel("State").selectOption("Karnataka");
      await sent(shop, "[name=phone]", written(phone, ways[1]));
      await expect(shop.locator(`dialog a[href^="https://wa.me/91${phone}"]`)).toBeVisible();
    });
  });
}
