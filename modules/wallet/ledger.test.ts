import "#modules/testing/database.ts";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { em, rows, transaction, unitOfWork } from "#modules/kernel/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { asOwner } from "#modules/testing/database.ts";
import { aCenter, aTicket } from "#modules/testing/factories.ts";
import { payLeadFromWallet } from "./lead-fee.ts";
import { AccountSchema } from "./ledger.entity.ts";
import { ledgerFaults } from "./ledger-faults.ts";
import { joiningBonus } from "./top-up.ts";
import { moved, transfer } from "./transfer.ts";
import { walletBalance } from "./wallets.ts";

afterEach(async () => {
  expect(await ledgerFaults()).toEqual([]);
});

let causes = 0;
const aCause = () => `cause ${++causes}`;
const bonus = (centerId: string, amount: number, cause = aCause()) =>
  transfer({
    kind: "bonus",
    cause,
    entries: moved(toPaise(amount), "bonus_expense", { centerId }),
    actor: system("test"),
  });
const penalty = (centerId: string, amount: number) =>
  transfer({
    kind: "penalty",
    cause: aCause(),
    entries: moved(toPaise(amount), { centerId }, "penalty_income"),
    actor: system("test"),
  });
const debit = (centerId: string, amount: number) =>
  transfer({
    kind: "lead_fee",
    cause: aCause(),
    entries: moved(toPaise(amount), { centerId }, "lead_fee_income"),
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

  test("that does not sum to zero is refused by the code and by the database", async () => {
    const entries = [{ account: "gateway" as const, amountPaise: toPaise(5) }];
    await expect(transfer({ kind: "bonus", cause: aCause(), entries, actor: system("test") })).rejects.toThrow("zero");
    const broken = transaction(async () => {
      const { transferId } = await transfer({
        kind: "bonus",
        cause: aCause(),
        entries: moved(toPaise(5), "bonus_expense", "gateway"),
        actor: system("test"),
      });
      await rows(
        `insert into entries (id, transfer_id, account_id, amount_paise, created_at)
         select gen_random_uuid(), $1, id, 1, now() from accounts where kind = 'gateway'`,
        [transferId],
      );
    });
    await expect(broken).rejects.toThrow("does not sum to zero");
  });

  test("leaves a wallet at zero or above: one paisa more is conflict wallet.short", async () => {
    const { id } = await aCenter();
    await bonus(id, 100);
    expect(await unitOfWork(() => debit(id, 101)).catch(keyOf)).toBe("wallet.short");
    await debit(id, 100);
    expect(await walletBalance(id)).toBe(0);
  });

  test("Q57 only a penalty takes a wallet below zero", async () => {
    const { id } = await aCenter();
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

describe("the database itself", () => {
  test.each(["transfers", "entries"])("refuses UPDATE, DELETE and TRUNCATE on %s, the owner's too", async (table) => {
    const { id } = await aCenter();
    await bonus(id, 500);
    for (const change of [`update ${table} set id = id`, `delete from ${table}`]) {
      await expect(asOwner(change)).rejects.toThrow("append-only");
      await expect(rows(change)).rejects.toThrow("permission denied");
    }
    await expect(asOwner(`truncate ${table} cascade`)).rejects.toThrow("append-only");
  });
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
    { numRuns: 25 },
  );
});

/** Does one operation; answers by how much the wallet changed. */
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
  await asOwner("update accounts set balance_paise = 501 where center_id = $1", [id]);
  expect((await ledgerFaults()).map(({ rule }) => rule)).toEqual([
    "a wallet's cached balance is the sum of its entries",
  ]);
  await asOwner("update accounts set balance_paise = 500 where center_id = $1", [id]);
  expect((await em().findOneOrFail(AccountSchema, { centerId: id })).balancePaise).toBe(500);
});
