import { expect, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { aDesk, desktop, rowOf } from "./desk-steps.ts";
import { test } from "./journey.ts";
import { outboxAt } from "./outbox.ts";
import { idOfCenter, sendPapers, verifyPapers } from "./paper-steps.ts";
import { peopleAt } from "./people.ts";

/* A center that was disabled asks the operators to look again, from its console and from outside. */

/** Sets what a center is disabled for, in the dialog of its page. */
async function disable(page: Page, id: string, what: "login" | "accepting ticket", off: boolean) {
  await page.goto(`/view-center/${id}?act=disable`);
  await settled(page);
  const dialog = page.getByRole("dialog");
  const box = dialog.getByRole("checkbox", { name: new RegExp(`disabled ${what}`) });
  await (off ? box.check() : box.uncheck());
  await dialog.getByRole("textbox", { name: /^Remark/ }).fill("Papers");
  await dialog.getByRole("textbox", { name: /^Center remarks/ }).fill("Your PAN card is missing.");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  const password = page.getByLabel("Your password");
  const done = page.getByText("Center Updated").first();
  await expect(done.or(password).first()).toBeVisible();
  if (await password.isVisible()) {
    await password.fill("Demo@2026");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
  }
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("a new center is verified, disabled, appeals, is found by it and enabled, and its note is gone", async ({
  browser,
  baseURL,
}) => {
  const center = await peopleAt(baseURL!).aCenter();
  const page = await aDesk(browser, desktop);
  const id = await idOfCenter(page, center.qrId);
  const shop = await requestsAt(baseURL!).windowOf(browser, center, { viewport: { width: 360, height: 740 } });
  await sendPapers(shop);
  await verifyPapers(page, id);
  await shop.goto("/center-documents");
  await expect(shop.getByText("Your center is verified. Thank you!")).toBeVisible();
  await disable(page, id, "accepting ticket", true);

  await shop.goto("/center-dashboard");
  const note = shop.locator("[data-disabled]");
  await expect(note).toContainText("Your PAN card is missing.");
  await note.getByRole("link", { name: "Ask us to look again" }).click();
  await settled(shop);
  await axe(shop, "Ask us to look again");
  expect(await sideways(shop)).toBe(0);
  await shop.getByRole("button", { name: "Send the message" }).click();
  await expect(shop.getByText("Write your message").first()).toBeVisible();
  await shop.getByLabel("Your message").fill("The PAN card is uploaded now.\nPlease look again.");
  await shop.getByRole("button", { name: "Send the message" }).click();
  await expect(shop.getByText("The PAN card is uploaded now.")).toBeVisible();
  await expect(shop.getByRole("button", { name: "Send the message" })).toHaveCount(0);

  await page.goto("/Home");
  await page.getByRole("link", { name: /Centers that requested a review/ }).click();
  await settled(page);
  const row = rowOf(page, center.qrId);
  await expect(row.getByRole("img", { name: "Review requested" })).toBeVisible();
  await axe(page, "Centers with an appeal");
  await page.goto(`/view-center/${id}`);
  await settled(page);
  await expect(page.locator("[data-appeal]")).toContainText("The PAN card is uploaded now.");
  await axe(page, "A center with an appeal");
  await disable(page, id, "accepting ticket", false);
  await page.goto(`/view-center/${id}`);
  await settled(page);
  await expect(page.locator("[data-appeal]")).toHaveCount(0);
  await expect(page.getByText("requested a review").first()).toBeVisible();
  // Each thing a center does has words in its history.
  await expect(page.getByText(/did: /)).toHaveCount(0);
  await shop.goto("/center-dashboard");
  await expect(shop.locator("[data-disabled]")).toHaveCount(0);
});

test("a center that cannot log in writes with the code sent to its phone; an operator answers", async ({
  browser,
  baseURL,
}) => {
  const center = await peopleAt(baseURL!).aCenter();
  const page = await aDesk(browser, desktop);
  const id = await idOfCenter(page, center.qrId);
  await disable(page, id, "login", true);

  const outside = await (
    await browser.newContext({ baseURL: baseURL!, viewport: { width: 360, height: 740 } })
  ).newPage();
  await outside.goto("/login");
  await outside.getByRole("link", { name: /Is your center disabled/ }).click();
  await outside.getByLabel("Mobile number").fill(center.phone);
  await outside.getByRole("button", { name: "Send otp" }).click();
  await outside.getByLabel("Your message").fill("We moved to a new shop.");
  await axe(outside, "Ask us to look again, without a login");
  expect(await sideways(outside)).toBe(0);
  await outside.getByLabel(/^OTP/).fill(await outboxAt(baseURL!).code(center.phone));
  await outside.getByRole("button", { name: "Send the message" }).click();
  await expect(outside.getByText("We have your message.").first()).toBeVisible();

  await page.goto(`/view-center/${id}`);
  await settled(page);
  const appeal = page.locator("[data-appeal]");
  await expect(appeal).toContainText("We moved to a new shop.");
  await appeal.getByRole("button", { name: "Mark as answered" }).click();
  await expect(appeal).toHaveCount(0);
  await expect(page.getByText("answered the request for a review").first()).toBeVisible();
});
