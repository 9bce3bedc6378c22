import { expect, type Page } from "@playwright/test";
import { istDate } from "#modules/kernel/clock.ts";
import { axe, sideways } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { aDesk, aName, desktop } from "./desk-steps.ts";
import { patienceMs, test } from "./journey.ts";

/*
 * A day of payments beside the ledger: a paid fee is matched, and waits for the bank.
 */

/** Asks the provider again, and loads the page until the worker has written its answer. */
async function lookAgain(page: Page, day: string, number: string) {
  await page.getByRole("button", { name: "Look again" }).click();
  await expect(page.getByText("The provider is asked again.")).toBeVisible();
  await expect(async () => {
    await page.goto(`/payment-close?day=${day}`);
    await expect(page.getByRole("row").filter({ hasText: number })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: patienceMs });
}

test("a wallet day closed: who opens a day sees each payment beside the ledger, with its age and what is next", async ({
  browser,
  baseURL,
}) => {
  const at = requestsAt(baseURL!);
  const request = await at.paidRequest(await at.aCenter(), { name: aName() });
  const page = await aDesk(browser, desktop);
  page.setDefaultTimeout(15_000);
  await page.goto("/payment");
  await page.getByRole("link", { name: "Daily close" }).last().click();
  await settled(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Daily close");
  await axe(page, "days");
  const day = istDate();
  await page.goto(`/payment-close?day=${day}`);
  await settled(page);
  await lookAgain(page, day, request.ticket_id);
  const row = page.getByRole("row").filter({ hasText: request.ticket_id });
  await expect(row).toContainText("To be settled");
  await expect(row).toContainText("Less than a day");
  await expect(row).toContainText("₹99");
  await expect(page.getByText("Not in the ledger: the provider keeps them")).toBeVisible();
  await axe(page, "a day");
  await page.getByRole("link", { name: "To be settled", exact: true }).click();
  await expect(row).toBeVisible();
  await page.getByRole("link", { name: "Matched", exact: true }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("link", { name: "All days" }).click();
  await expect(page.locator(`a[href="/payment-close?day=${day}"]`).locator("visible=true").first()).toBeVisible();

  const phone = await aDesk(browser, { viewport: { width: 360, height: 740 } });
  await phone.context().addCookies([{ name: "lang", value: "hi", url: baseURL! }]);
  for (const path of ["/payment-close", `/payment-close?day=${day}`, "/payment-close?day=2020-01-01"]) {
    await phone.goto(path);
    await settled(phone);
    expect(await sideways(phone), path).toBe(0);
    await axe(phone, path);
  }
});

test("R414 who may not see wallets finds no daily close", async ({ browser }) => {
  const clerk = await aDesk(browser, desktop, "operations");
  expect((await clerk.goto("/payment-close"))?.status()).toBe(403);
});
