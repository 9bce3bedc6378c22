import { expect, type Page } from "@playwright/test";
import { freshPhone } from "./booking-steps.ts";
import { settled } from "./center-steps.ts";
import { aDesk, aName, customers, desktop } from "./desk-steps.ts";
import { test } from "./journey.ts";

/*
 * A console whose line is lost while a form is filled in: what is sent meanwhile is said not to be sent, its words stay,
 * and it is sent as it stands when the line is back (Q80, R171).
 */

const unsent =
  "You are offline, so this was not sent. It is kept on this page and can be sent as soon as you are online.";

/** Presses a button without a line, then with one; `words` are what was typed, by the names of their fields. */
async function sentAfterAll(
  page: Page,
  { button, words, within }: { button: string; words: Record<string, string>; within?: string },
) {
  const form = within ? page.locator(within) : page.getByRole("main");
  const send = () => form.getByRole("button", { name: button, exact: true }).click();
  const stand = async () => {
    for (const [name, value] of Object.entries(words))
      await expect(form.locator(`[name="${name}"]`).first()).toHaveValue(value);
  };
  for (const [name, value] of Object.entries(words)) await form.locator(`[name="${name}"]`).first().fill(value);
  await page.context().setOffline(true);
  await send();
  await expect(page.getByText(unsent).first()).toBeVisible();
  await stand();
  // Twice is no worse.
  await send();
  await expect(page.getByText(unsent).first()).toBeVisible();
  await stand();
  await expect(page.getByRole("heading", { name: "You are offline" })).toHaveCount(0);
  await page.context().setOffline(false);
  await send();
}

test("an operator's dialogs keep their words through a lost line and send them after it", async ({
  browser,
  baseURL,
}) => {
  const { made } = await customers(baseURL!, aName(), 2);
  const [noted, cancelled] = made.map(({ _id }) => _id);
  const page = await aDesk(browser, desktop);

  await page.goto(`/view-ticket?ticketId=${noted}&act=remarks&of=${noted}`);
  await settled(page);
  await sentAfterAll(page, {
    within: "dialog[open]",
    button: "Save remarks",
    words: { remarks: "Rings in the evening" },
  });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("Rings in the evening").first()).toBeVisible();

  await page.goto(`/view-ticket?ticketId=${cancelled}&act=cancel&of=${cancelled}`);
  await settled(page);
  await sentAfterAll(page, { within: "dialog[open]", button: "Cancel request", words: { reason: "Moved away" } });
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

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
