import { type Browser, expect, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { acceptedBy, aDesk, aName, chooseParty, desktop } from "./desk-steps.ts";
import { test } from "./journey.ts";

/*
 * Wallets and payments at the operators' desk (002 §2.12). In the journeys' product one admin moves ₹40 alone.
 */

/** A center with ₹500 in its wallet, whose lead of ₹49 was paid from it, and one of its technicians' numbers. */
async function aPaidCenter(browser: Browser, base: string) {
  const at = requestsAt(base);
  const center = await at.aCenter({ walletRupees: 500 });
  const request = await at.paidRequest(center, { name: aName() });
  const shop = await at.windowOf(browser, center);
  await acceptedBy(shop, request.ticket_id);
  await shop.goto("/Technicians");
  const [technician] = /TEC-\w{6}/.exec(await shop.locator("main").innerText()) ?? [];
  return { center, request, technician: technician! };
}

const wide = { viewport: { width: 1440, height: 900 } };
const narrow = { viewport: { width: 360, height: 740 } };
const grid = (page: Page, name: string | RegExp) => page.getByRole("region", { name });

async function initiate(page: Page) {
  await page.getByRole("link", { name: "Initiate Wallet Action" }).locator("visible=true").click();
  return page.getByRole("dialog", { name: "Initiate Wallet Action" });
}

test("R415, R416 a center's transactions are opened from its sum and closed again; the last tab is remembered", async ({
  browser,
  baseURL,
}) => {
  const { center, request } = await aPaidCenter(browser, baseURL!);
  const page = await aDesk(browser, wide);
  page.setDefaultTimeout(15_000);
  await page.goto("/Home");
  await page.getByRole("navigation", { name: "Menu" }).locator('a[href="/wallet"]').click();
  await settled(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wallet");
  const row = page.getByRole("row").filter({ hasText: center.centerName });
  await expect(row).toContainText("₹451");
  await axe(page);
  await row
    .getByRole("link", { name: `Show the transactions of ${center.centerName}` })
    .locator("visible=true")
    .click();
  await expect(page.getByRole("heading", { name: `Transactions of ${center.centerName}` })).toBeVisible();
  const own = grid(page, `Transactions of ${center.centerName}`);
  await expect(own.getByRole("row").filter({ hasText: request.ticket_id })).toContainText("-₹49");
  await expect(own.getByRole("row").filter({ hasText: "Joining Bonus" })).toContainText("₹500");
  await axe(page, "one center");
  await page.getByRole("link", { name: "Close", exact: true }).click();
  await expect(row).toBeVisible();

  await page.getByRole("link", { name: "MANUAL TRANSACTION" }).click();
  await expect(page.getByRole("heading", { name: "Ticket Transactions" })).toBeVisible();
  await page.goto("/wallet");
  await expect(page.getByRole("link", { name: "MANUAL TRANSACTION" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "CENTER", exact: true }).click();
  await expect(page.getByRole("link", { name: "CENTER", exact: true })).toHaveAttribute("aria-current", "page");
  await page.goto("/wallet?from=2020-01-01&to=2020-01-02");
  await expect(page.getByText("No center's wallet moved in these days")).toBeVisible();
  await page.goto("/wallet?tab=consumer&from=2020-01-01&to=2020-01-02");
  await expect(page.getByText("No consumer's wallet moved in these days")).toBeVisible();
  await page.goto("/wallet?tab=manual&from=2020-01-01&to=2020-01-02");
  await expect(page.getByText("No manual transaction in these days")).toHaveCount(2);
});

test("R421–R423 a wallet action is refused in words, done, listed, and above the limit approved by a second admin", async ({
  browser,
  baseURL,
}) => {
  const { center, request, technician } = await aPaidCenter(browser, baseURL!);
  const page = await aDesk(browser, desktop);
  page.setDefaultTimeout(15_000);
  await page.goto("/wallet?tab=manual");
  await settled(page);
  const dialog = await initiate(page);
  await dialog.getByRole("searchbox").fill("TEC-NOBODY");
  await expect(dialog.getByText("Choose the user type above to see who is found.")).toBeVisible();
  await dialog.getByRole("radio", { name: "Technician" }).check();
  await expect(dialog.getByText("Nobody has this name, ID or number")).toBeVisible();
  await axe(page, "nobody found");
  await chooseParty(dialog, "Technician", technician, new RegExp(`${center.centerName}.*Balance ₹451`));
  await expect(dialog.getByText("Balance ₹451")).toBeVisible();
  // What goes with no action yet is not there.
  await expect(dialog.getByLabel("Request ID")).toBeHidden();
  await expect(dialog.getByLabel(/^Bonus/)).toBeHidden();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Please fill all required fields.");
  await expect(dialog.getByLabel("Amount in whole rupees")).toHaveAccessibleDescription(/Enter the amount/);
  await axe(page, "refused");
  await dialog.getByLabel("Wallet Added", { exact: true }).check();
  await expect(dialog.getByLabel(/^Bonus/)).toBeVisible();
  await dialog.getByLabel("Penalty", { exact: true }).check();
  await dialog.getByLabel("Amount in whole rupees").fill("51");
  await expect(dialog.getByLabel("Amount in whole rupees")).toHaveAccessibleDescription(/₹51 less.*balance ₹400/);
  await dialog.getByLabel("Refund", { exact: true }).check();
  await expect(dialog.getByLabel(/^Bonus/)).toBeHidden();
  await dialog.getByLabel("Amount in whole rupees").fill("10.5");
  await dialog.getByLabel("Remarks").fill("The address was wrong");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog.getByLabel("Amount in whole rupees")).toHaveAccessibleDescription(/whole amount in rupees/);
  await dialog.getByLabel("Amount in whole rupees").fill("20");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog.getByLabel("Request ID")).toHaveAccessibleDescription(/Enter the request ID/);
  await expect(dialog.getByLabel("Request ID")).toHaveAccessibleDescription(new RegExp(request.ticket_id));
  await dialog.getByLabel("Request ID").fill(request.ticket_id);
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Refund initiated successfully.")).toBeVisible();
  const forRequests = grid(page, "Ticket Transactions");
  await expect(forRequests.getByRole("row").filter({ hasText: request.ticket_id })).toContainText("₹471");

  // Above the limit it waits: nothing is listed before a second admin has approved it.
  const again = await initiate(page);
  await chooseParty(again, "Technician", center.centerName, new RegExp(technician));
  await again.getByLabel("Wallet Added", { exact: true }).check();
  await again.getByLabel("Amount in whole rupees").fill("1,000");
  await again.getByLabel(/^Bonus/).fill("50");
  await again.getByLabel("Remarks").fill("Paid in cash");
  await page.keyboard.press("Tab");
  await again.getByRole("button", { name: "Submit" }).press("Enter");
  await expect(page.getByText("The recharge waits for a second admin. Nothing has been moved yet.")).toBeVisible();
  const second = await aDesk(browser, wide, "finance");
  await second.goto("/wallet-approvals");
  await settled(second);
  const waiting = second.getByRole("row").filter({ hasText: center.centerName });
  await waiting.getByRole("link", { name: "Approve" }).locator("visible=true").click();
  const asking = second.getByRole("dialog");
  await expect(asking).toContainText(`Add ₹1,000 + ₹50 (Bonus) to the wallet of ${center.centerName}?`);
  await axe(second, "approve");
  await asking.getByRole("button", { name: "Approve" }).click();
  await expect(second.getByText("Wallet recharge successful.")).toBeVisible();
  await second.goto("/wallet?tab=manual");
  await expect(grid(second, "Wallet Recharge").getByRole("row").filter({ hasText: center.centerName })).toContainText(
    "₹1,521",
  );
  await axe(second, "manual");
});

test("R417, R419 a consumer's wallet begins with a bonus, and is filtered by user type", async ({
  browser,
  baseURL,
}) => {
  const { request } = await aPaidCenter(browser, baseURL!);
  const page = await aDesk(browser, wide);
  page.setDefaultTimeout(15_000);
  await page.goto("/wallet?tab=manual&act=initiate");
  await settled(page);
  const dialog = page.getByRole("dialog", { name: "Initiate Wallet Action" });
  await chooseParty(dialog, "Consumer", `+91 ${request.phone}`, new RegExp(request.name));
  await dialog.getByLabel("BONUS", { exact: true }).check();
  await dialog.getByLabel("Amount in whole rupees").fill("1");
  await dialog.getByLabel("Remarks").fill("Sorry for the wait");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Wallet recharge successful.")).toBeVisible();
  await page.goto("/wallet?tab=manual&userType=Consumer");
  const recharges = grid(page, "Wallet Recharge");
  await expect(recharges.getByRole("row").filter({ hasText: request.name })).toContainText("BONUS");
  await page.goto("/wallet?tab=consumer");
  await expect(page.getByRole("row").filter({ hasText: request.name })).toContainText("₹1");
  await expect(page.getByRole("link", { name: "CONSUMER", exact: true })).toHaveAttribute("aria-current", "page");
  await axe(page, "consumers");
});

test("R424, R425 payments by centers and consumers, the joining bonus in its colour, and the ledger of wallets", async ({
  browser,
  baseURL,
}) => {
  const { center, request } = await aPaidCenter(browser, baseURL!);
  const page = await aDesk(browser, wide);
  page.setDefaultTimeout(15_000);
  await page.goto("/wallet");
  await page.getByRole("link", { name: "Payment history" }).click();
  await settled(page);
  const payments = grid(page, "Payment history");
  await expect(
    payments.getByRole("row").filter({ hasText: "Joining Bonus" }).filter({ hasText: "₹500" }).first(),
  ).toBeVisible();
  await axe(page, "center");
  await page.getByRole("link", { name: "Consumer", exact: true }).click();
  await expect(payments.getByRole("row").filter({ hasText: request.ticket_id })).toContainText("₹99");
  await page.getByRole("link", { name: "Center Wallet", exact: true }).click();
  const ledger = grid(page, "Wallet transactions").getByRole("row").filter({ hasText: request.ticket_id });
  await expect(ledger).toContainText("-₹49");
  await expect(ledger).toContainText("₹451");
  await axe(page, "ledger");
  await ledger.getByRole("link", { name: center.centerName }).locator("visible=true").click();
  await expect(page.getByRole("heading", { name: `Transactions of ${center.centerName}` })).toBeVisible();
  await page.goto("/payment?from=2020-01-01&to=2020-01-02");
  await expect(page.getByText("No payment in these days")).toBeVisible();
});

test("R421 without JavaScript the party is a step of its own, and what goes with no action is hidden", async ({
  browser,
  baseURL,
}) => {
  const { center, technician } = await aPaidCenter(browser, baseURL!);
  const page = await aDesk(browser, { ...wide, javaScriptEnabled: false });
  await page.goto("/wallet?tab=manual&act=initiate");
  const dialog = page.getByRole("dialog", { name: "Initiate Wallet Action" });
  await dialog.getByRole("radio", { name: "Technician" }).check();
  await dialog.getByRole("searchbox").fill(center.centerName);
  await dialog.getByRole("button", { name: "Find" }).click();
  await dialog.getByRole("link", { name: technician }).click();
  await expect(dialog.getByText("Balance ₹451")).toBeVisible();
  await expect(dialog.getByLabel("Request ID")).toBeHidden();
  await dialog.getByLabel("BONUS", { exact: true }).check();
  await dialog.getByLabel("Amount in whole rupees").fill("2");
  await dialog.getByLabel("Remarks").fill("Thanks");
  await dialog.getByRole("button", { name: "Submit" }).click();
  // Text selectors do not look into noscript.
  const message = page.locator("noscript output");
  await expect(message).toHaveText("Wallet recharge successful.");
  await expect(message).toBeVisible();
  const rechargeRow = grid(page, "Wallet Recharge").getByRole("row").filter({ hasText: technician });
  await expect(rechargeRow).toContainText("₹453");
});

test("on a phone and in Hindi the pages are whole", async ({ browser, baseURL }) => {
  await aPaidCenter(browser, baseURL!);
  const phone = await aDesk(browser, narrow);
  const paths = ["/wallet?tab=center", "/wallet?tab=manual", "/wallet?tab=manual&act=initiate", "/payment"];
  for (const path of [...paths, "/payment?tab=wallet"]) {
    await phone.goto(path);
    await settled(phone);
    expect(await sideways(phone), path).toBe(0);
    await axe(phone, path);
  }
  await phone.context().addCookies([{ name: "lang", value: "hi", url: baseURL! }]);
  for (const path of ["/wallet?tab=manual&act=initiate", "/payment?tab=wallet"]) {
    await phone.goto(path);
    await settled(phone);
    expect(await phone.locator("html").getAttribute("lang")).toBe("hi");
    expect(await sideways(phone), path).toBe(0);
    await axe(phone, `${path} hi`);
  }
});

test("R414, R426 who may not see wallets finds neither the pages nor their entry", async ({ browser }) => {
  const clerk = await aDesk(browser, desktop, "operations");
  await clerk.goto("/Home");
  await expect(clerk.locator('a[href="/wallet"]')).toHaveCount(0);
  const client = await aDesk(browser, desktop, "clientdesk");
  for (const page of [clerk, client])
    for (const path of ["/wallet", "/payment"]) {
      expect((await page.goto(path))?.status()).toBe(403);
      await expect(page.getByText("No permission , contact admin")).toBeVisible();
    }
});
