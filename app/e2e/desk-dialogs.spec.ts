import { expect, type Locator, type Page } from "@playwright/test";
import { sql } from "kysely";
import { hashToken } from "#modules/kernel/crypto.server.ts";
import { axe } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { inDatabase } from "./database.ts";
import { aDesk, aName, confirmIfNeeded, customers, desktop, listed, rowOf } from "./desk-steps.ts";
import { test } from "./journey.ts";

/*
 * The dialogs of a request by keyboard, and what an operator does by mistake with them: Back, Escape once too often, a
 * double click, the same request in two windows, a session that ends.
 */

const dialogOf = (page: Page) => page.getByRole("dialog");
const leaving = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });
const focusIsIn = (dialog: Locator) => dialog.evaluate((box) => box.contains(document.activeElement));
/** What the request's history says of this, as often as it says so. */
const historyLines = (page: Page, what: RegExp) => page.locator("[data-history] li").filter({ hasText: what });

test("every dialog takes the focus, keeps it while it is walked through, and gives it back when Escape closes it", async ({
  browser,
  baseURL,
}) => {
  const at = requestsAt(baseURL!);
  const center = await at.aCenter();
  const open = await at.offered(center, { name: aName() });
  const { made } = await customers(baseURL!, aName(), 1);
  const page = await aDesk(browser, desktop);
  const dialog = dialogOf(page);
  const walked = async (opener: Locator, title: string) => {
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("heading", { name: title }).first(), title).toBeVisible();
    await expect.poll(() => focusIsIn(dialog), title).toBe(true);
    await axe(page, title);
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press(step % 3 === 2 ? "Shift+Tab" : "Tab");
      expect(
        (await page.evaluate(() => document.activeElement === document.body)) || (await focusIsIn(dialog)),
        title,
      ).toBe(true);
    }
    await page.keyboard.press("Escape");
    await expect(dialog, title).toHaveCount(0);
    await expect(opener, title).toBeFocused();
  };
  const link = (name: string) => page.getByRole("link", { name, exact: true }).first();

  await page.goto(`/view-ticket?ticketId=${open._id}`);
  await settled(page);
  await walked(link("Assign Technician"), "Assign Technician");
  await walked(link("Edit pincode"), "Edit pincode");
  await walked(link("Edit"), "Edit requirement");
  await walked(link(`Refund or penalty for ${center.centerName}`), "Refund or penalty");
  await walked(link(`Remarks about ${center.centerName}`), "Remarks");
  await walked(link("Cancel"), "Cancel");

  await page.goto(`/view-ticket?ticketId=${made[0]!._id}`);
  await settled(page);
  await walked(link("Assign Technician"), "Assign Technician");
  await walked(link("Broadcast"), "Broadcast");
});

test("a question is answered by keys alone; Back opens nothing again that was closed or done", async ({
  browser,
  baseURL,
}) => {
  const name = aName();
  const at = requestsAt(baseURL!);
  const center = await at.aCenter();
  const request = await at.requestOf(center, { name });
  // Somebody who can be asked.
  await at.aCenter({ pincode: center.pincode });
  const page = await aDesk(browser, desktop);
  const dialog = dialogOf(page);
  await page.goto("/Home");
  await page.goto(listed(name));
  await settled(page);
  await page.keyboard.press("j");
  await page.keyboard.press("m");
  await dialog.getByLabel("Remarks").fill("Called, nobody answered");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Remarks saved successfully")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(listed(name));
  await expect(dialog).toHaveCount(0);

  await page.goto(`/view-ticket?ticketId=${request._id}`);
  await settled(page);
  await page.getByRole("link", { name: "Broadcast", exact: true }).first().focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Yes" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Request broadcasted successfully")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("link", { name: "Cancel", exact: true }).first().click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(dialog).toHaveCount(0);
});

test("words typed into a dialog are asked about, however often Escape is pressed", async ({ browser, baseURL }) => {
  const { made } = await customers(baseURL!, aName(), 1);
  const page = await aDesk(browser, desktop);
  await page.goto(`/view-ticket?ticketId=${made[0]!._id}`);
  await settled(page);
  await page.getByRole("link", { name: "Cancel", exact: true }).first().click();
  const reason = page.getByLabel("Reason");
  await reason.fill("The customer moved away");
  await page.keyboard.press("Escape");
  await expect(leaving(page)).toBeVisible();
  await axe(page, "Leave without saving?");
  await leaving(page).getByRole("button", { name: "Stay here" }).click();
  await expect(leaving(page)).toHaveCount(0);
  await expect(reason).toHaveValue("The customer moved away");
  await page.keyboard.press("Escape");
  await leaving(page).getByRole("button", { name: "Leave", exact: true }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/act=/);

  // The browser may close both dialogs by one key; what was typed is never hidden.
  await page.getByRole("link", { name: "Cancel", exact: true }).first().click();
  await reason.fill("The customer moved away");
  for (let press = 1; press <= 5; press++) {
    await page.keyboard.press("Escape");
    await expect(reason, `${press}`).toBeVisible();
  }
  await expect(reason).toHaveValue("The customer moved away");
});

test("an act whose button is pressed twice is done once", async ({ browser, baseURL }) => {
  const at = requestsAt(baseURL!);
  const center = await at.aCenter({ walletRupees: 500 });
  const request = await at.requestOf(center, { name: aName() });
  const page = await aDesk(browser, desktop);
  const dialog = dialogOf(page);
  await page.goto(`/view-ticket?ticketId=${request._id}`);
  await settled(page);
  const twice = async (name: string, button: string, fill: () => Promise<void>) => {
    await page.getByRole("link", { name, exact: true }).first().click();
    await expect(dialog).toBeVisible();
    await axe(page, name);
    await fill();
    await confirmIfNeeded(page);
    await dialog.getByRole("button", { name: button, exact: true }).dblclick();
  };
  await twice("Assign Technician", "Assign Technician", () => dialog.getByRole("radio").first().check());
  await expect(dialog).toHaveCount(0);
  await expect(historyLines(page, /Technician .* assigned/)).toHaveCount(1);

  await twice("Close Request", "Close Request", async () => {
    await dialog.getByLabel("Closing price").fill("700");
    await dialog.getByRole("radio", { name: "Cash" }).check();
  });
  await expect(dialog.getByRole("heading", { name: "Ticket closed successfully" })).toBeVisible();
  await axe(page, "closed");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(historyLines(page, /Closed for ₹700/)).toHaveCount(1);

  await twice("Refund or penalty", "Submit", async () => {
    await dialog.getByLabel("Penalty", { exact: true }).check();
    await dialog.getByLabel("Amount").fill("20");
    await dialog.getByLabel("Remarks").fill("Came late");
  });
  await expect(dialog).toHaveCount(0);
  await expect(historyLines(page, /Penalty of ₹20/)).toHaveCount(1);
});

test("a request deleted in one window is gone in the other, says so there, and is back after Undo", async ({
  browser,
  baseURL,
}) => {
  const name = aName();
  const { made } = await customers(baseURL!, name, 1);
  const { _id, ticket_id } = made[0]!;
  const one = await aDesk(browser, desktop);
  const two = await one.context().newPage();
  await one.goto(`/view-ticket?ticketId=${_id}&act=delete`);
  await two.goto(`/view-ticket?ticketId=${_id}&act=remarks`);
  await settled(one);
  await settled(two);
  await expect(dialogOf(one)).toContainText(`Delete ${ticket_id}`);
  await axe(one, "Delete");
  await confirmIfNeeded(one);
  await dialogOf(one).getByRole("button", { name: "Delete" }).click();
  await expect(one.getByText("Ticket Delete successfully")).toBeVisible();
  await dialogOf(two).getByLabel("Remarks").fill("Written too late");
  await dialogOf(two).getByRole("button", { name: "Save remarks" }).click();
  await expect(
    two.getByText("Invalid Request id ").or(two.getByText("This request was not found")).first(),
  ).toBeVisible();
  // It is offered for the rest of its seconds, whatever page is opened meanwhile.
  await one.goto(listed(name));
  await one.reload();
  await one.getByRole("button", { name: "Undo" }).click();
  await expect(one.getByText("The request is back as it was")).toBeVisible();
  await one.goto(listed(name));
  await expect(one.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(rowOf(one, ticket_id)).toBeVisible();
  await two.goto(`/view-ticket?ticketId=${_id}`);
  await expect(two.getByRole("heading", { level: 1 })).toHaveText(ticket_id);
});

for (const javaScriptEnabled of [true, false])
  test(`an operator whose session ends over a dialog finds it after the login with what was typed ${javaScriptEnabled ? "with" : "without"} JavaScript`, async ({
    browser,
    baseURL,
  }) => {
    const { made } = await customers(baseURL!, aName(), 1);
    const page = await aDesk(browser, { ...desktop, javaScriptEnabled });
    await page.goto(`/view-ticket?ticketId=${made[0]!._id}&act=remarks`);
    if (javaScriptEnabled) await settled(page);
    const remarks = dialogOf(page).getByLabel("Remarks");
    const save = dialogOf(page).getByRole("button", { name: "Save remarks" });
    await remarks.fill("The gate is at the back");
    const session = (await page.context().cookies()).find(({ name }) => name === "admin_session")!;
    await inDatabase(sql`update sessions set ended_at = now() where token_hash = ${hashToken(session.value)}`);
    await save.click();
    await expect(page).toHaveURL(/\/admin-login$/);
    await expect(page.getByText("Your session has ended. Please log in again.").first()).toBeVisible();
    await page.getByLabel("User name").fill("superadmin");
    await page.getByLabel("Password").fill("Demo@2026");
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page).toHaveURL(/\/view-ticket\?ticketId=.*act=remarks/);
    await expect(dialogOf(page).getByText(/^Your session had ended, so nothing was done/)).toBeVisible();
    await expect(remarks).toHaveValue("The gate is at the back");
    if (javaScriptEnabled) {
      await settled(page);
      await axe(page);
    }
    await save.click();
    // Text selectors do not look into noscript.
    const confirmation = javaScriptEnabled ? page.locator("[data-toasts] li") : page.locator("noscript output");
    await expect(confirmation.filter({ hasText: "Remarks saved successfully" })).toHaveCount(1);
    await expect(page.getByText("The gate is at the back").first()).toBeVisible();
    // It is not filled in once more.
    await page.goto(`/view-ticket?ticketId=${made[0]!._id}&act=cancel`);
    await expect(dialogOf(page).getByLabel("Reason")).toHaveValue("");
  });
