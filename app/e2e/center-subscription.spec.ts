import { type Browser, expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { axe, sideways } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { inDatabase } from "./database.ts";
import { test } from "./journey.ts";

/* A center buys its subscription on its payments page: a year by card, a first instalment from its wallet. */

const widths = [360, 1280] as const;

/** The payments page of a center of its own whose subscription ends in ten days. */
async function payments(browser: Browser, baseURL: string, walletRupees: number): Promise<Page> {
  const at = requestsAt(baseURL);
  const center = await at.aCenter({ walletRupees });
  await inDatabase(
    sql`update centers set subscribe_end_date = now() + interval '10 days' where phone = ${center.phone}`,
  );
  const page = await at.windowOf(browser, center);
  await page.goto("/payments");
  await settled(page);
  return page;
}

const offer = (page: Page, product: string) => page.locator(`[data-offer=${product}]`);

/** No violation, and nothing sideways, on a phone and on a desk. */
async function fits(page: Page, what: string) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await axe(page, `${what} at ${width}`);
    expect(await sideways(page), `${what} at ${width}`).toBe(0);
  }
}

test("a year is bought by card: a failure changes nothing, a second try subscribes, and the next year is not sold yet", async ({
  browser,
  baseURL,
}) => {
  const page = await payments(browser, baseURL!, 0);
  await expect(offer(page, "annual")).toContainText("₹2,999");
  await expect(offer(page, "annual")).toContainText("Your wallet holds ₹0, which is not enough.");
  await fits(page, "offers");
  await page.getByRole("button", { name: "Pay by card: Annual subscription" }).click();
  await expect(page.getByRole("heading", { name: "Annual subscription: pay ₹2,999" })).toBeVisible();
  await page.getByRole("button", { name: "Let the payment fail" }).click();
  await page.getByRole("button", { name: "Back without paying" }).click();
  await expect(page.getByText("Payment failed! Your subscription was not changed")).toBeVisible();
  await fits(page, "failed");
  await page.goto(page.url().replace(/&payment=\w+/, ""));
  await page.getByRole("button", { name: "Pay successfully" }).click();
  await expect(page.locator("[data-payment=paid]")).toBeVisible();
  await page.goto("/payments");
  await expect(page.locator("[data-subscription=subscribed]")).toBeVisible();
  await expect(page.getByText(/^You can buy the next year from /)).toBeVisible();
  await expect(offer(page, "annual")).toHaveCount(0);
});

test("a first instalment is bought from the wallet, once it was confirmed, and its balance is due", async ({
  browser,
  baseURL,
}) => {
  const page = await payments(browser, baseURL!, 1_500);
  await page.getByRole("link", { name: "Pay from the wallet: First instalment" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Pay ₹999 from your wallet?");
  await fits(page, "confirmation");
  await dialog.getByRole("button", { name: "Pay ₹999" }).dblclick();
  await expect(page.getByText("Subscribed successfully")).toBeVisible();
  await page.goto("/payments");
  await expect(page.locator("main strong").first()).toHaveText("₹501");
  await expect(page.getByText(/The balance of ₹2,000 is due before /)).toBeVisible();
  await expect(offer(page, "balance")).toContainText("₹2,000");
  await expect(offer(page, "annual")).toHaveCount(0);
});
