import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { day as aDay, fromNow, istDate } from "#modules/kernel/clock.ts";
import { axe, sideways } from "./accessible.ts";
import { book, expectCreated, freshPhone } from "./booking-steps.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { inDatabase } from "./database.ts";
import { aDesk, aName, desktop } from "./desk-steps.ts";
import { anInstallation } from "./installation.ts";
import { patienceMs, test } from "./journey.ts";

/*
 * A day of payments beside the ledger: a paid fee is matched, waits for the bank, and closes its day when it is settled.
 */

/** Asks the provider again, and loads the page until the worker has written its answer. */
async function lookAgain(page: Page, day: string, number: string) {
  await page.getByRole("button", { name: "Look again" }).click();
  await expect(page.getByText("The provider's records are fetched again.")).toBeVisible();
  await expect(async () => {
    await page.goto(`/payment-close?day=${day}`);
    await expect(page.getByRole("row").filter({ hasText: number })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: patienceMs });
}

test("who opens a day sees each payment beside the ledger, with its age and what is next", async ({
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

/** Moves all that was paid in an installation so many days back, on both sides: the ledger refuses it to everybody else. */
const passed = (days: number, folder: string) =>
  inDatabase(
    `alter table transfers disable trigger user; alter table entries disable trigger user;
     ${[
       ["orders", "created_at", "paid_at"],
       ["payments", "created_at", "captured_at"],
       ["transfers", "created_at"],
       ["entries", "created_at"],
       ["sandbox_orders", "created_at"],
       ["sandbox_payments", "created_at", "captured_at"],
     ]
       .map(([table, ...columns]) => {
         const moved = columns.map((column) => `${column} = ${column} - interval '${days} days'`);
         return `update ${table} set ${moved.join(", ")};`;
       })
       .join("\n")}`,
    folder,
  );

/** A center as an operator's plan names it. */
const aShop = () => ({
  centerName: "Indiranagar Repairs",
  phone: freshPhone(),
  services: ["AC REPAIR"],
  addressLine: "1 MG Road",
  city: "Bengaluru",
  state: "Karnataka",
  pincode: "560001",
});

test("a wallet day closed: its payment is settled at the bank to the paisa, and the day says so", async ({
  browser,
}) => {
  const at = await anInstallation();
  try {
    await at.cli("migrate", "up");
    const { password } = JSON.parse(
      await at.cli("admin", "create", "--username", "asha", "--name", "Asha Rao", "--json"),
    ) as { password: string };
    const plan = path.join(at.folder, "plan.json");
    writeFileSync(plan, JSON.stringify({ services: [{ serviceName: "ac repair" }], centers: [aShop()] }));
    await at.start();
    await at.cli("setup", plan);
    const guest = await (await browser.newContext()).newPage();
    await guest.goto(`${at.base}/booking?form=one`);
    await book(guest, freshPhone());
    await guest.getByRole("button", { name: /^Pay ₹99/ }).click();
    await guest.getByRole("button", { name: "Pay successfully" }).click();
    await expectCreated(guest);

    const page = await (await browser.newContext(desktop)).newPage();
    await page.goto(`${at.base}/admin-login`);
    await page.getByLabel("User name").fill("asha");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const day = istDate(fromNow(-4 * aDay));
    await passed(4, at.folder);
    await page.goto(`${at.base}/payment-close?day=${day}`);
    await settled(page);
    await page.getByRole("button", { name: "Look again" }).click();
    await expect(page.getByText("The provider's records are fetched again.")).toBeVisible();
    await expect(async () => {
      await page.goto(`${at.base}/payment-close?day=${day}`);
      await expect(page.getByText("Closed", { exact: true })).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: patienceMs });
    await expect(page.getByRole("row").filter({ hasText: "Matched" })).toContainText("₹99");
    await page.getByRole("link", { name: "All days" }).click();
    const line = page.getByRole("row").filter({ has: page.locator(`a[href="/payment-close?day=${day}"]`) });
    await expect(line).toContainText("Closed");
  } finally {
    await at.end();
  }
});

test("R414 who may not see wallets finds no daily close", async ({ browser }) => {
  const clerk = await aDesk(browser, desktop, "operations");
  expect((await clerk.goto("/payment-close"))?.status()).toBe(403);
});
