import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { em, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { appUrl, asOwner, openDatabase } from "#modules/testing/database.ts";
import { aCenter, asAdmin, asCenter, aTicket } from "#modules/testing/factories.ts";
import { fc } from "#modules/testing/property.ts";
import { openOrder } from "../orders/open-order.ts";
import { payLeadFromWallet } from "./lead-fee.ts";
import { AccountSchema } from "./ledger.entity.ts";
import { ledgerFaults } from "./ledger-faults.ts";
import { joiningBonus } from "./top-up.ts";
import { entriesBetween, transfer } from "./transfer.ts";
import { walletBalance } from "./wallets.ts";

openDatabase();

afterEach(async () => {
  expect(await ledgerFaults()).toEqual([]);
});

let causes = 0;
const aCause = () => `cause ${++causes}`;
const bonus = (centerId: string, amount: number, cause = aCause()) =>
  transfer({
    kind: "bonus",
    cause,
    entries: entriesBetween(toPaise(amount), "bonus_expense", { centerId }),
    actor: system("test"),
  });
const penalty = (centerId: string, amount: number, actor: Actor = asAdmin()) =>
  transfer({
    kind: "penalty",
    cause: aCause(),
    entries: entriesBetween(toPaise(amount), { centerId }, "penalty_income"),
    actor,
  });
const debit = (centerId: string, amount: number) =>
  transfer({
    kind: "lead_fee",
    cause: aCause(),
    entries: entriesBetween(toPaise(amount), { centerId }, "lead_fee_income"),
    actor: system("test"),
  });
const keyOf = (error: unknown) => (error instanceof DomainError ? error.key : error);

describe("a transfer", () => {
  test("happens once for a kind and a cause", async () => {
    const { id } = await aCenter();
    const first = await bonus(id, 500, "once");
    const second = await bonus(id, 500, "once");
    expect([first.fresh, second.fresh]).toEqual([true, false]);
    expect(second.transferId).toBe(first.transferId);
    expect(await walletBalance(id)).toBe(500);
  });

  test("asked again with another amount is a bug", async () => {
    const { id } = await aCenter();
    await bonus(id, 500, "twice");
    await expect(bonus(id, 501, "twice")).rejects.toThrow("another amount");
  });

  test("that does not sum to zero is refused before the database hears of it", async () => {
    const entries = [{ account: "gateway" as const, amountPaise: toPaise(5) }];
    await expect(transfer({ kind: "bonus", cause: aCause(), entries, actor: system("test") })).rejects.toThrow("zero");
  });

  test("leaves a wallet at zero or above: one paisa more is conflict wallet.short", async () => {
    const { id } = await aCenter();
    await bonus(id, 100);
    expect(await unitOfWork(() => debit(id, 101)).catch(keyOf)).toBe("wallet.short");
    await debit(id, 100);
    expect(await walletBalance(id)).toBe(0);
  });

  test("Q57 only an admin's penalty takes a wallet below zero", async () => {
    const { id } = await aCenter();
    for (const other of [system("test"), asCenter({ id })])
      expect(await unitOfWork(() => penalty(id, 300, other)).catch(keyOf)).toBe("wallet.short");
    await penalty(id, 300);
    expect(await walletBalance(id)).toBe(-300);
    expect(await unitOfWork(() => debit(id, 1)).catch(keyOf)).toBe("wallet.short");
    await bonus(id, 100);
    expect(await walletBalance(id)).toBe(-200);
  });

  test("a center gets its joining bonus once", async () => {
    const { id: centerId } = await aCenter();
    await Promise.all([1, 2, 3].map(() => unitOfWork(() => joiningBonus({ centerId, amountPaise: toPaise(50000) }))));
    expect(await walletBalance(centerId)).toBe(50000);
  });
});

describe("the lead fee from a wallet", () => {
  test("is paid once for a broadcast, and not at all when the balance does not cover it", async () => {
    const { id: centerId } = await aCenter();
    const { id: ticketId } = await aTicket();
    const pay = () => payLeadFromWallet({ centerId, ticketId, amountPaise: toPaise(4900), cause: `${centerId} lead` });
    expect(await pay()).toBe(false);
    await bonus(centerId, 5000);
    expect(await Promise.all([1, 2, 3, 4].map(() => unitOfWork(pay)))).toEqual([true, true, true, true]);
    expect(await walletBalance(centerId)).toBe(100);
  });

  test("fifty leads at once against a balance for ten: exactly ten are paid", async () => {
    const { id: centerId } = await aCenter();
    const { id: ticketId } = await aTicket();
    await bonus(centerId, 49_000);
    const paid = await Promise.all(
      Array.from({ length: 50 }, () =>
        unitOfWork(() => payLeadFromWallet({ centerId, ticketId, amountPaise: toPaise(4900), cause: aCause() })),
      ),
    );
    expect(paid.filter(Boolean)).toHaveLength(10);
    expect(await walletBalance(centerId)).toBe(0);
  });
});

describe("the database itself, to the application's role", () => {
  /** Runs one session as the application's role; returns the SQLSTATE that refuses it, or undefined. */
  const refusal = async (...statements: string[]): Promise<string | undefined> => {
    const client = new pg.Client({ connectionString: appUrl });
    await client.connect();
    try {
      await client.query("begin");
      for (const statement of statements) await client.query(statement);
      await client.query("commit");
    } catch (error) {
      return (error as { code?: string }).code;
    } finally {
      await client.end();
    }
  };
  const belowFloor = "GS001";
  const unbalanced = "GS002";
  const guarded = "GS003";
  const noPermission = "42501";

  /** SQL that writes a transfer directly, bypassing our code: its row, and its entries by account (SQL) and paise. */
  const transferRow = (id: string, kind = "bonus") =>
    `insert into transfers (id, kind, cause, actor, created_at) values ('${id}', '${kind}', '${id}', 'system:test', now())`;
  const entryRows = (transferId: string, entries: readonly (readonly [account: string, paise: number])[]) =>
    `insert into entries (id, transfer_id, account_id, amount_paise, created_at) values ${entries
      .map(([account, paise]) => `(gen_random_uuid(), '${transferId}', (${account}), ${paise}, now())`)
      .join(", ")}`;
  const house = (kind: string) => `select id from accounts where kind = '${kind}'`;
  const wallet = (centerId: string) => `select id from accounts where center_id = '${centerId}'`;
  const gateway = house("gateway");
  const held = house("booking_fees_held");

  async function aWallet(paise = 500) {
    const { id } = await aCenter();
    const { transferId } = await bonus(id, paise);
    return { id, transferId };
  }

  test("takes a transfer whose entries sum to zero, and none that do not", async () => {
    const id = randomUUID();
    const pair = [
      [gateway, -5],
      [held, 5],
    ] as const;
    expect(await refusal(transferRow(id), entryRows(id, pair))).toBeUndefined();
    for (const entries of [
      [[gateway, 5]],
      [
        [gateway, 5],
        [held, -4],
      ],
      [
        [gateway, 5],
        [held, 5],
      ],
    ] as const) {
      const broken = randomUUID();
      expect(await refusal(transferRow(broken), entryRows(broken, entries))).toBe(unbalanced);
    }
  });

  test("takes no transfer without entries, none of zero, and no account twice in one", async () => {
    const id = randomUUID();
    expect(await refusal(transferRow(id))).toBe(unbalanced);
    expect(await refusal(transferRow(id), entryRows(id, [[gateway, 0]]))).toBe("23514");
    expect(
      await refusal(
        transferRow(id),
        entryRows(id, [
          [gateway, 5],
          [gateway, -5],
        ]),
      ),
    ).toBe(unbalanced);
  });

  test("takes no entry later, be it balanced: neither in the same transaction nor in another one", async () => {
    const { transferId } = await aWallet();
    expect(
      await refusal(
        entryRows(transferId, [
          [gateway, 5],
          [held, -5],
        ]),
      ),
    ).toBe(unbalanced);
    const id = randomUUID();
    const half = entryRows(id, [
      [gateway, 5],
      [held, -5],
    ]);
    expect(await refusal(transferRow(id), half, half)).toBe(unbalanced);
    expect(await refusal(transferRow(id), "savepoint a", half, "release a", half)).toBe(unbalanced);
  });

  test("is not shown other tables of the same names", async () => {
    const { id: centerId } = await aWallet();
    const id = randomUUID();
    const hidden = [
      "create temp table entries (like public.entries)",
      "create temp table transfers (like public.transfers)",
      `insert into pg_temp.transfers values ('${id}', 'penalty', 'x', null, null, null, 'admin:x', now())`,
      "create temp table accounts (like public.accounts)",
    ];
    const one = entryRows(id, [[gateway.replace("from ", "from public."), 5]]).replace("into ", "into public.");
    const row = transferRow(id).replace("into ", "into public.");
    expect(await refusal(...hidden, row, one)).toBe(unbalanced);
    const short = entryRows(id, [
      [wallet(centerId), -501],
      [gateway, 501],
    ]);
    const past = short.replace("into ", "into public.").replaceAll("from accounts", "from public.accounts");
    expect(await refusal(...hidden, row, past)).toBe(belowFloor);
  });

  test("keeps a wallet from falling below zero, also when its entry is written before its transfer", async () => {
    const { id: centerId } = await aWallet();
    const id = randomUUID();
    const entries = entryRows(id, [
      [wallet(centerId), -501],
      [gateway, 501],
    ]);
    expect(await refusal(transferRow(id, "lead_fee"), entries)).toBe(belowFloor);
    expect(await refusal(transferRow(id, "penalty"), entries), "a penalty of nobody's").toBe(belowFloor);
    const turned = `with e as (${entries} returning 1), t as (${transferRow(id, "lead_fee")} returning 1) select 1`;
    expect(await refusal(turned)).toBe(belowFloor);
  });

  test("moves a balance with an entry only, and never a wallet to another owner", async () => {
    const { id } = await aWallet();
    const { id: other } = await aCenter();
    for (const change of [
      "balance_paise = balance_paise + 1",
      `center_id = '${other}'`,
      "kind = 'gateway'",
      "id = gen_random_uuid()",
    ])
      expect(await refusal(`update accounts set ${change} where center_id = '${id}'`), change).toBe(noPermission);
    expect(await refusal(`update accounts set created_at = now() where center_id = '${id}'`)).toBe(guarded);
    expect(await refusal(`delete from accounts where center_id = '${id}'`)).toBe(noPermission);
    const made = (paise: number) =>
      `insert into accounts values (gen_random_uuid(), 'center_wallet', '${other}', ${paise}, now())`;
    expect(await refusal(made(1)), "a wallet that begins with money").toBe(guarded);
    expect(await refusal(`${made(0)} on conflict (kind, center_id, consumer_id) do update set balance_paise = 1`)).toBe(
      noPermission,
    );
    expect(await refusal("insert into accounts values (gen_random_uuid(), 'gateway', null, null, now())")).toBe(
      "23505",
    );
  });

  test("lends nobody the trigger that moves balances", async () => {
    const { id } = await aWallet();
    const mine = "create temp table mine (like public.entries)";
    const hang = "create trigger mine before insert on mine for each row execute function public.apply_entry()";
    expect(await refusal(mine, hang)).toBe(noPermission);
    expect(await refusal("select apply_entry()")).toBe(noPermission);
    const nested = [
      "create temp table tap (n int)",
      `create function pg_temp.turn() returns trigger language plpgsql as
       $$ begin update public.accounts set balance_paise = 1000000 where center_id = '${id}'; return new; end $$`,
      "create trigger tap before insert on tap for each row execute function pg_temp.turn()",
      "insert into tap values (1)",
    ];
    expect(await refusal(...nested), "from inside a trigger of one's own").toBe(noPermission);
    expect(await walletBalance(id)).toBe(500);
  });

  test("knows one currency", async () => {
    const { id } = await transaction(() => openOrder({ purpose: "recharge", amountPaise: toPaise(100) }));
    await expect(rows(sql`update orders set currency = 'USD' where id = ${id}`)).rejects.toThrow("orders_currency");
  });
});

test("the owner's role moves no balance by hand either", async () => {
  const { id } = await aCenter();
  await bonus(id, 500);
  for (const change of ["update accounts set balance_paise = 501", "delete from accounts", "truncate accounts cascade"])
    await expect(asOwner(change)).rejects.toThrow("append-only");
});

test("R8 generated operations, many at once, keep every promise of the ledger and no wallet goes negative", async () => {
  const operation = fc.record({
    kind: fc.constantFrom("bonus", "debit", "lead", "again", "penalty"),
    wallet: fc.nat({ max: 2 }),
    amount: fc.integer({ min: 1, max: 400 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { minLength: 1, maxLength: 8 }), { maxLength: 6 }),
      async (rounds) => {
        const centers = await unitOfWork(() => Promise.all([aCenter(), aCenter(), aCenter()]));
        const expected = new Map(centers.map(({ id }) => [id, 0]));
        const penalized = new Set<string>();
        for (const round of rounds) {
          await Promise.all(
            round.map(({ kind, wallet, amount }) =>
              unitOfWork(async () => {
                const { id } = centers[wallet]!;
                const gained = await perform(kind, id, amount);
                expected.set(id, expected.get(id)! + gained);
                if (kind === "penalty") penalized.add(id);
              }),
            ),
          );
        }
        for (const { id } of centers) {
          const balance = await walletBalance(id);
          expect(balance).toBe(expected.get(id));
          if (!penalized.has(id)) expect(balance).toBeGreaterThanOrEqual(0);
        }
        expect(await ledgerFaults()).toEqual([]);
      },
    ),
    { numRuns: { quick: 3, whole: 25 }[env.testSize] },
  );
});

/** Performs one operation and returns the expected change of the wallet. */
async function perform(kind: string, centerId: string, amount: number): Promise<number> {
  if (kind === "bonus") return (await bonus(centerId, amount)) && amount;
  if (kind === "penalty") return (await penalty(centerId, amount)) && -amount;
  if (kind === "again") {
    const cause = aCause();
    await bonus(centerId, amount, cause);
    return (await bonus(centerId, amount, cause)).fresh ? Number.NaN : amount;
  }
  if (kind === "lead") {
    const { id: ticketId } = await aTicket();
    return (await payLeadFromWallet({ centerId, ticketId, amountPaise: toPaise(amount), cause: aCause() }))
      ? -amount
      : 0;
  }
  return debit(centerId, amount).then(
    () => -amount,
    (error) => {
      if (keyOf(error) !== "wallet.short") throw error;
      return 0;
    },
  );
}

test("the doctor names what is broken", async () => {
  const { id } = await aCenter();
  await bonus(id, 500);
  const byHand = async (paise: number) => {
    await asOwner("alter table accounts disable trigger accounts_append_only");
    await asOwner(sql`update accounts set balance_paise = ${paise} where center_id = ${id}`);
    await asOwner("alter table accounts enable trigger accounts_append_only");
  };
  await byHand(501);
  expect((await ledgerFaults()).map(({ rule }) => rule)).toEqual([
    "a wallet's cached balance is the sum of its entries",
  ]);
  await byHand(500);
  expect((await em().findOneOrFail(AccountSchema, { centerId: id })).balancePaise).toBe(500);
});
