import { mkdirSync, rmSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAdmin, aServedTicket, qrOf } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { getOrder, joiningBonus } from "#modules/wallet/index.ts";
import { cli } from "../../testing/command.ts";

openDatabase();
const till = openTill();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a center's statement is told line by line, to who may see wallets", async () => {
  const center = await aCenter();
  const { qrId } = await qrOf(center);
  const statement = (...args: string[]) => cli("wallet", "statement", qrId, ...args);
  expect((await statement()).out).toBe(`${center.centerName}: ₹0 now\nNothing moved.\n`);
  await transaction(() => joiningBonus({ centerId: center.id, amountPaise: fromRupees(500) }));
  const finance = await anAdmin({ permissions: ["view_Wallet"] });
  const clerk = await anAdmin({ permissions: ["view_center_details.full_access"] });
  const result = await statement("--as", finance.userName, "--json");
  expect(JSON.parse(result.out)).toMatchObject({
    centerId: center.id,
    balancePaise: 50_000,
    rows: [{ amountPaise: 50_000, walletRemainPaise: 50_000, kind: "joining_bonus" }],
  });
  expect(result.out).not.toContain(center.phone);
  expect((await statement()).out).toMatch(/₹500 now[\s\S]*₹500 +₹500/);
  expect((await statement("--to", "2020-01-01")).out).toContain("Nothing moved.");
  expect((await statement("--as", clerk.userName)).code).toBe(4);
  expect((await statement("--from", "yesterday")).code).toBe(2);
  expect((await cli("wallet", "statement", "INA99999999")).code).toBe(3);
}, 180_000);

test("the provider is asked at once about orders that are open, and what was paid is booked", async () => {
  const order = await till.anOrder({ ticketId: (await aServedTicket()).id });
  await till.pay(order.providerOrderId!);
  await rows(sql`update orders set created_at = now() - interval '1 hour', payable_at = null where id = ${order.id}`);
  const finance = await anAdmin({ permissions: ["view_Wallet"] });
  const clerk = await anAdmin({ permissions: [] });
  const reconcile = (...args: string[]) => cli("wallet", "reconcile", ...args);
  expect((await reconcile("--as", clerk.userName)).code).toBe(4);
  expect((await getOrder(order.id)).status).not.toBe("paid");
  const done = await reconcile("--as", finance.userName, "--json");
  expect([done.code, JSON.parse(done.out)]).toEqual([0, { asked: 1, waiting: 0 }]);
  expect((await rows(sql`select status from orders where id = ${order.id}`))[0]).toEqual({ status: "paid" });
  expect((await historyOf("admin", finance.id)).map(({ data }) => data)).toEqual([
    { command: "wallet reconcile", asked: 1, waiting: 0 },
  ]);
}, 180_000);
