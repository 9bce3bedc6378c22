import { expect } from "@playwright/test";
import { freshPhone } from "./booking-steps.ts";
import { settled } from "./center-steps.ts";
import { aDesk, desktop } from "./desk-steps.ts";
import { test } from "./journey.ts";

/*
 * A console whose line is lost while a form is filled in: what is sent meanwhile is said not to be sent, its words stay,
 * and it is sent as it stands when the line is back (Q80, R171).
 */

const unsent =
  "You are offline, so this was not sent. It is kept on this page and can be sent as soon as you are online.";

test("Add Request keeps its words when the look at the phone and the sending reach nobody", async ({ browser }) => {
  const page = await aDesk(browser, desktop);
  await page.goto("/admin-ticket");
  await settled(page);
  const phone = freshPhone();
  await page.locator("[name=name]").fill("Asha Rao");
  await page.context().setOffline(true);
  // The tenth digit looks the phone up.
  await page.locator("[name=phone]").fill(phone);
  await page.locator("[name=locality]").fill("Indiranagar");
  await expect(page.getByRole("heading", { name: "You are offline" })).toHaveCount(0);
  await expect(page.locator("[name=phone]")).toHaveValue(phone);
  await page.locator("main form[aria-busy] button[type=submit]").last().click();
  await expect(page.getByText(unsent).first()).toBeVisible();
  await page.context().setOffline(false);
  await page.locator("main form[aria-busy] button[type=submit]").last().click();
  await expect(page.getByText(unsent)).toHaveCount(0);
  for (const [name, value] of Object.entries({ name: "Asha Rao", phone, locality: "Indiranagar" }))
    await expect(page.locator(`[name=${name}]`)).toHaveValue(value);
});
