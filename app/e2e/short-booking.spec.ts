import { expect, type Page } from "@playwright/test";
import { axe } from "./accessible.ts";
import { codeOf, customer, expectCreated, freshPhone } from "./booking-steps.ts";
import { test } from "./journey.ts";

/** The booking in short pages, from the pincode to the payment. */

const next = (page: Page) => page.getByRole("button", { name: "Continue" });
const title = (page: Page, words: string) => expect(page.getByRole("heading", { level: 1 })).toHaveText(words);

/** Types what the last page asks of a new customer. */
async function typeDoor(page: Page, phone: string) {
  await page.locator("[name=houseNumber]").fill(customer.houseNumber);
  await page.locator("[name=locality]").fill(customer.locality);
  await page.locator("[name=name]").fill(customer.name);
  await page.locator("[name=phone]").fill(phone);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a customer comes to the pay button in nine taps besides typing, and each page is sound", async ({ page }) => {
      const phone = freshPhone();
      let taps = 0;
      const tap = async (what: ReturnType<Page["locator"]>) => {
        taps += 1;
        await what.click();
      };
      const sound = async (name: string) => {
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          if (javaScriptEnabled) await axe(page, `${name} ${width}`);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        }
      };
      await page.setViewportSize({ width: 360, height: 800 });
      await page.goto("/booking");
      await title(page, "Where should we come?");
      await page.getByLabel("Pincode", { exact: true }).fill(customer.pincode);
      if (javaScriptEnabled) await expect(page.getByRole("status").filter({ hasText: "come" })).toBeVisible();
      await sound("place");
      await tap(next(page));
      await title(page, "What do you need?");
      await sound("service");
      await tap(page.getByRole("button", { name: /AC Repair/ }));
      await title(page, "What should be done?");
      await tap(page.getByLabel("Not cooling", { exact: true }));
      await page.locator("[name=ownWords]").fill("Bedroom, second floor");
      await sound("need");
      await tap(next(page));
      await title(page, "When suits you?");
      await sound("time");
      await tap(page.getByLabel(/As soon as possible/));
      await tap(next(page));
      await title(page, "Your door and your phone");
      await expect(page.getByText("Not cooling. Bedroom, second floor")).toBeVisible();
      await typeDoor(page, phone);
      await sound("you");
      await tap(page.getByRole("button", { name: "Send OTP" }).last());
      await expect(page).toHaveURL(/step=otp/);
      await page.getByLabel("OTP", { exact: true }).fill(await codeOf(page, phone));
      await tap(page.getByRole("button", { name: "Verify and book" }));
      await expect(page.getByRole("button", { name: /^Pay ₹99/ })).toBeVisible();
      expect(taps).toBeLessThanOrEqual(9);
      await page.getByRole("button", { name: /^Pay ₹99/ }).click();
      await page.getByRole("button", { name: "Pay successfully" }).click();
      await expectCreated(page);
    });
  });
}

test("it goes in Hindi, too", async ({ page }) => {
  await page.goto("/booking");
  await page.getByRole("button", { name: "हिन्दी" }).click();
  await title(page, "हम कहाँ आएँ?");
  await page.locator("[name=pincode]").fill(customer.pincode);
  await page.getByRole("button", { name: "आगे बढ़ें" }).click();
  await page.getByRole("button", { name: /एसी मरम्मत/ }).click();
  await page.getByLabel("पानी टपकता है", { exact: true }).check();
  await page.getByRole("button", { name: "आगे बढ़ें" }).click();
  await page.getByLabel(/24 घंटे में कभी भी/).check();
  await page.getByRole("button", { name: "आगे बढ़ें" }).click();
  await title(page, "आपका दरवाज़ा और फ़ोन");
  await expect(page.getByText("पानी टपकता है")).toBeVisible();
});

test("two windows share one booking: what changed in the other is shown before it is sent; Back and reload lose nothing", async ({
  page,
  context,
}) => {
  await page.goto("/booking");
  await page.locator("[name=pincode]").fill(customer.pincode);
  await next(page).click();
  await page.getByRole("button", { name: /AC Repair/ }).click();
  await page.getByLabel("Not cooling", { exact: true }).check();
  await next(page).click();
  await page.getByLabel(/Any time in 24 hours/).check();
  await next(page).click();
  await typeDoor(page, freshPhone());
  const other = await context.newPage();
  await other.goto("/booking?step=service");
  await other.getByRole("button", { name: /Plumbing/i }).click();
  await title(other, "What should be done?");
  await page.getByRole("button", { name: "Send OTP" }).last().click();
  await expect(page.getByText("Your answers changed in another window.")).toBeVisible();
  await expect(page.getByText("Plumbing", { exact: true })).toBeVisible();
  await expect(page.locator("[name=name]")).toHaveValue(customer.name);
  await page.reload();
  await expect(page.locator("[name=houseNumber]")).toHaveValue(customer.houseNumber);
  await page.getByRole("link", { name: "Change Time" }).click();
  await expect(page.getByLabel(/Any time in 24 hours/)).toBeChecked();
  await page.goBack();
  await title(page, "Your door and your phone");
});
