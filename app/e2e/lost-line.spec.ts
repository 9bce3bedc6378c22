import { expect, type Page } from "@playwright/test";
import { freshPhone } from "./booking-steps.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { aDesk, aName, chooseParty, customers, desktop } from "./desk-steps.ts";
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
    words: { text: "Rings in the evening" },
  });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("Rings in the evening").first()).toBeVisible();

  await page.goto(`/view-ticket?ticketId=${cancelled}&act=cancel&of=${cancelled}`);
  await settled(page);
  await sentAfterAll(page, { within: "dialog[open]", button: "Cancel request", words: { reason: "Moved away" } });
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the wallet's form keeps what was typed", async ({ browser, baseURL }) => {
  const name = aName();
  await customers(baseURL!, name, 1);
  const page = await aDesk(browser, desktop);
  await page.goto("/wallet?act=initiate");
  await settled(page);
  const words = { amount: "125", remarks: "As agreed on the phone" };
  const dialog = page.getByRole("dialog");
  await chooseParty(dialog, "Consumer", name, new RegExp(name));
  for (const [name, value] of Object.entries(words)) await dialog.locator(`[name="${name}"]`).fill(value);
  await page.context().setOffline(true);
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText(unsent).first()).toBeVisible();
  for (const [name, value] of Object.entries(words))
    await expect(dialog.locator(`[name="${name}"]`)).toHaveValue(value);
  await page.context().setOffline(false);
  await dialog.getByRole("button", { name: "Submit" }).click();
  // The server answers again: with what this form lacks, and still with the words.
  await expect(dialog.getByRole("alert")).toContainText("Please fill all required fields.");
  await expect(page.getByText(unsent)).toHaveCount(0);
  for (const [name, value] of Object.entries(words))
    await expect(dialog.locator(`[name="${name}"]`)).toHaveValue(value);
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
  await page.locator("[data-form-end] button").last().click();
  await expect(page.getByText(unsent).first()).toBeVisible();
  await page.context().setOffline(false);
  await page.locator("[data-form-end] button").last().click();
  await expect(page.getByText(unsent)).toHaveCount(0);
  for (const [name, value] of Object.entries({ name: "Asha Rao", phone, locality: "Indiranagar" }))
    await expect(page.locator(`[name=${name}]`)).toHaveValue(value);
});

test("punch review keeps its serial number and its choice", async ({ browser, baseURL }) => {
  const { made } = await customers(baseURL!, aName(), 1);
  const page = await aDesk(browser, desktop);
  await page.goto(`/ticketDocument?ticketId=${made[0]!._id}`);
  await settled(page);
  await page.locator("[name=status]").selectOption("VERIFIED");
  await sentAfterAll(page, { button: "Save", words: { serialNumber: `SN-${freshPhone()}` } });
  await expect(page.getByText(unsent)).toHaveCount(0);
});

test("a center's own form keeps what was typed", async ({ browser, baseURL }) => {
  const at = requestsAt(baseURL!);
  const page = await at.windowOf(browser, await at.aCenter());
  await page.goto("/AddTechnician");
  await settled(page);
  await page.locator("main [name=name]").fill("Ravi Kumar");
  await page.context().setOffline(true);
  await page.locator("main form button[type=submit]").last().click();
  await expect(page.getByText(unsent).first()).toBeVisible();
  await expect(page.locator("main [name=name]")).toHaveValue("Ravi Kumar");
  await page.context().setOffline(false);
  await page.locator("main form button[type=submit]").last().click();
  await expect(page.getByText(unsent)).toHaveCount(0);
  await expect(page.locator("main [name=name]")).toHaveValue("Ravi Kumar");
});
