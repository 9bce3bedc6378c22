import { mkdirSync, rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { day, fromNow, istDate } from "#modules/kernel/clock.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { anAdmin, aServedTicket } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { cli } from "../testing/command.ts";

openDatabase();
const till = openTill();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the command line tells a day's totals and what is different, for who may see wallets", async () => {
  const date = istDate();
  const order = await till.anOrder({ ticketId: (await aServedTicket()).id });
  // Nobody hears of it: it stands at the provider alone.
  const paid = await till.pay(order.providerOrderId!);
  const finance = await anAdmin({ permissions: ["view_Wallet"] });
  const clerk = await anAdmin({ permissions: [] });
  const close = (as: string, ...more: string[]) => cli("wallet", "close", date, "--as", as, ...more);
  const result = await close(finance.userName);
  expect([result.code, result.err]).toEqual([0, ""]);
  expect(result.out).toContain(`${date}: open`);
  expect(result.out).toMatch(/captured +₹99 +₹0 +₹99/);
  expect(result.out).toContain(paid!.providerPaymentId);
  const { differences, rows: listed } = JSON.parse((await close(finance.userName, "--json")).out);
  expect([differences, listed.length, listed[0].state]).toEqual([1, 1, "unheard"]);
  expect((await close(clerk.userName)).code).toBe(4);
  expect((await cli("wallet", "close", istDate(fromNow(2 * day)), "--as", finance.userName)).code).not.toBe(0);
}, 300_000);
