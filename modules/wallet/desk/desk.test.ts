import { sql } from "kysely";
import { afterEach, beforeAll, expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { day, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { row, unitOfWork } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import type { Page, Place } from "#modules/kernel/lists/keyset.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  anAcceptedTicket,
  anAdmin,
  aPhone,
  asAdmin,
  asCenter,
  aTechnician,
} from "#modules/testing/factories.ts";
import { muteListeners } from "#modules/testing/hear.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fc } from "#modules/testing/property.ts";
import { orderPaid } from "../events.ts";
import { payLeadFromWallet } from "../ledger/lead-fee.ts";
import { ledgerFaults } from "../ledger/ledger-faults.ts";
import { joiningBonus } from "../ledger/top-up.ts";
import { actOnWallet } from "../manual/adjust.ts";
import { NewWalletAction } from "../manual/input.ts";
import { confirmCheckout } from "../settling/confirm-payment.ts";
import { groupedWallets, walletOwner } from "./grouped-wallets.ts";
import {
  manualTransactionsList,
  paymentsList,
  walletCentersList,
  walletConsumersList,
  walletTransactionsList,
} from "./list-definitions.ts";

openDatabase();

/* Wallets and payments as operators read them: whatever happened, every number is the ledger's. */

const till = openTill();
// The wallet alone: what a payment does to its request is tested with requests.
beforeAll(() => {
  muteListeners(orderPaid);
  configure({ secondAdminAboveRupees: 1_000_000 });
});
afterEach(async () => {
  resetClock();
  expect(await ledgerFaults()).toEqual([]);
});

const desk = asAdmin();

/** All rows of a list, walked page by page. */
async function all<Row, Filter extends object>(
  page: (actor: Actor, query: Filter & Place) => Promise<Page<Row>>,
  filter: Filter,
  { actor = desk as Actor, take = 3 } = {},
): Promise<Row[]> {
  const collected: Row[] = [];
  let after: string | undefined;
  do {
    const { rows: shown, next } = await page(actor, { ...filter, after, take });
    collected.push(...shown);
    after = next ?? undefined;
  } while (after);
  return collected;
}

const sum = <Row>(of: readonly Row[], paise: (row: Row) => number) => of.reduce((total, one) => total + paise(one), 0);
const cell = async (text: Sql) => Number((await row<{ sum: string | null }>(sql`select (${text}) as sum`))?.sum ?? 0);
const ledgerOf = (kind: string, more = sql`true`) =>
  cell(
    sql`select sum(e.amount_paise) from entries e join accounts a on a.id = e.account_id where a.kind = ${sql.lit(kind)} and ${more}`,
  );

type World = Awaited<ReturnType<typeof aWorld>>;
async function aWorld() {
  const centers = await Promise.all([1, 2, 3].map(() => aCenter()));
  const technicians = await Promise.all(centers.map((center) => aTechnician({ center })));
  const phones = [aPhone(), aPhone()];
  const customers = await Promise.all(phones.map((phone) => registerConsumer(system("test"), { name: "Asha", phone })));
  const ticket = await anAcceptedTicket(centers[0]!, { phone: phones[0]! });
  return { centers, technicians, phones, customers, ticket };
}

type Op = {
  what: "added" | "bonus" | "penalty" | "lead" | "joining" | "pay";
  who: number;
  rupees: number;
  waits: number;
};
const op: fc.Arbitrary<Op> = fc.record({
  what: fc.constantFrom("added", "added", "bonus", "penalty", "lead", "joining", "pay"),
  who: fc.nat({ max: 4 }),
  rupees: fc.integer({ min: 1, max: 900 }),
  waits: fc.integer({ min: 1, max: 40 }),
});

let made = 0;
async function does(world: World, { what, who, rupees }: Op) {
  const { centers, technicians, phones, ticket } = world;
  const center = centers[who % 3]!;
  const named =
    who < 3
      ? { userType: "Technician", technician: technicians[who]!.technicianId }
      : { userType: "Consumer", phone: phones[who - 3] };
  const act = (fields: object) =>
    actOnWallet(desk, NewWalletAction.parse({ ...named, amount: rupees, remarks: "test", ...fields })).catch(
      (error) => {
        if (!(error instanceof DomainError)) throw error;
      },
    );
  if (what === "added") return act({ kind: "Wallet Added", bonus: rupees % 3 });
  if (what === "bonus") return act({ kind: "BONUS" });
  if (what === "penalty") return act({ kind: "Penalty", ticket: ticket.publicId });
  const amountPaise = fromRupees(rupees);
  if (what === "lead")
    return payLeadFromWallet({ centerId: center.id, amountPaise, ticketId: ticket.id, cause: `l${++made}` });
  if (what === "joining") return joiningBonus({ centerId: center.id, amountPaise: fromRupees(100) });
  const order = await till.anOrder({ purpose: "recharge", centerId: center.id, rupees: rupees + 100 });
  const paid = await till.pay(order.providerOrderId!, rupees % 4 ? "success" : "failure");
  if (paid) await confirmCheckout(system("test"), paid);
}

test("whatever moved, each tab's numbers are the ledger's, and the sums of all rows are its sums", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(op, { minLength: 4, maxLength: 14 }), async (ops) => {
      const world = await aWorld();
      for (const each of ops) {
        moveClock(each.waits * 1_000);
        await unitOfWork(() => does(world, each));
      }
      const { centers, customers } = world;
      const groups = await all(walletCentersList.page, {});
      expect(sum(groups, ({ totalPaise }) => totalPaise)).toBe(await ledgerOf("center_wallet"));
      expect(sum(groups, ({ count }) => count)).toBe(
        await cell(
          sql`select count(*) from entries e join accounts a on a.id = e.account_id where a.kind = 'center_wallet'`,
        ),
      );
      expect(await walletCentersList.count!(desk, {})).toEqual({ n: groups.length, exact: true });
      const people = await all(walletConsumersList.page, {});
      expect(sum(people, ({ rechargePaise }) => rechargePaise)).toBe(
        await ledgerOf("consumer_wallet", sql`e.amount_paise > 0`),
      );
      for (const [wallets, owners, expected] of [
        ["center", centers, groups],
        ["consumer", customers, people],
      ] as const)
        for (const { id: owner } of owners) {
          const group = expected.find(({ id }) => id === owner);
          const lines = await all(walletTransactionsList.page, { wallets, owner });
          expect(lines.length, "rows of one wallet").toBe(group?.count ?? 0);
          if (!group) continue;
          expect(sum(lines, ({ amountPaise }) => amountPaise)).toBe(group.totalPaise);
          expect(group.totalPaise).toBe(group.balancePaise);
          expect(lines[0]!.walletRemainPaise).toBe(group.balancePaise);
          expect((await walletOwner(desk, wallets, owner))?.balancePaise).toBe(group.balancePaise);
        }
      // The third tab of payments: the ledger of all center wallets.
      const wallet = await all(walletTransactionsList.page, { wallets: "center" as const });
      expect(sum(wallet, ({ amountPaise }) => amountPaise)).toBe(await ledgerOf("center_wallet"));
      expect(new Set(wallet.map(({ id }) => id)).size).toBe(wallet.length);
      // By hand: what was added, given, refunded and taken.
      const manual = await all(manualTransactionsList.page, {});
      const byHand = (kind: string) =>
        sum(
          manual.filter((each) => each.kind === kind),
          ({ amountPaise }) => amountPaise,
        );
      expect(byHand("Wallet Added")).toBe(0 - (await ledgerOf("received_by_hand")));
      expect(byHand("Penalty")).toBe(await ledgerOf("penalty_income"));
      expect(byHand("BONUS") + sum(manual, ({ bonusPaise }) => bonusPaise)).toBe(
        0 -
          (await cell(
            sql`select sum(e.amount_paise) from entries e join accounts a on a.id = e.account_id join transfers t on t.id = e.transfer_id
            where a.kind = 'bonus_expense' and t.kind = 'bonus'`,
          )),
      );
      for (const { id, walletBalancePaise } of manual)
        expect(walletBalancePaise).toBe(
          await cell(
            sql`select e.balance_after_paise from entries e join transfers t on t.id = e.transfer_id
              where t.cause = ${id} and e.balance_after_paise is not null order by t.kind = 'bonus' desc limit 1`,
          ),
        );
      // Payments: what was paid is what the gateway took, and the joining bonuses.
      const payments = await all(paymentsList.page, { wallets: "center" as const });
      const paid = payments.filter(({ state }) => state === "paid");
      expect(sum(paid, ({ pricePaise }) => pricePaise)).toBe(
        0 -
          (await ledgerOf("gateway")) +
          (await cell(
            sql`select sum(e.amount_paise) from entries e join transfers t on t.id = e.transfer_id
              where t.kind = 'joining_bonus' and e.amount_paise > 0`,
          )),
      );
      expect(await paymentsList.count!(desk, { wallets: "center" })).toEqual({ n: payments.length, exact: true });
    }),
    { numRuns: { quick: 3, whole: 30 }[env.testSize] },
  );
}, 120_000);

const added = (technician: string, amount: number) =>
  actOnWallet(
    desk,
    NewWalletAction.parse({
      userType: "Technician",
      technician,
      kind: "Wallet Added",
      amount,
      remarks: "Cash 9876543210",
    }),
  );

test("R416 a period shows its own transactions; the balance is that after the latest one (Q122)", async () => {
  const center = await aCenter();
  const { technicianId } = await aTechnician({ center });
  await added(technicianId, 100);
  moveClock(3 * day);
  const since = now();
  await added(technicianId, 50);
  const mine = async (period: object) => (await all(walletCentersList.page, period)).find(({ id }) => id === center.id);
  expect(await mine({ from: since })).toMatchObject({ totalPaise: 5_000, count: 1, balancePaise: 15_000 });
  expect(await mine({ to: new Date(since.getTime() - day) })).toMatchObject({
    totalPaise: 10_000,
    balancePaise: 15_000,
  });
  expect(await mine({ from: new Date(since.getTime() + day) })).toBeUndefined();
});

test("pages go both ways, and rows of one instant are each shown once", async () => {
  const center = await aCenter();
  const { technicianId } = await aTechnician({ center });
  for (const amount of [1, 2, 3, 4, 5]) await added(technicianId, amount);
  const filter = { wallets: "center" as const, owner: center.id };
  const first = await walletTransactionsList.page(desk, { ...filter, take: 2 });
  const second = await walletTransactionsList.page(desk, { ...filter, take: 2, after: first.next! });
  const back = await walletTransactionsList.page(desk, { ...filter, take: 2, before: second.previous! });
  expect(back.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id));
  expect((await all(walletTransactionsList.page, filter)).map(({ amountPaise }) => amountPaise / 100)).toEqual([
    5, 4, 3, 2, 1,
  ]);
  expect(
    (await all(manualTransactionsList.page, { group: "recharge" as const }, { take: 2 })).slice(0, 5),
  ).toHaveLength(5);
});

test("Q16 a phone, and one in the remarks, is a SUPER_ADMIN's to read", async () => {
  const center = await aCenter();
  await added((await aTechnician({ center })).technicianId, 10);
  const permissions = ["view_Wallet"] as const;
  const actor = asAdmin(await anAdmin({ permissions }), { permissions });
  const [line] = (await walletTransactionsList.page(actor, { wallets: "center", owner: center.id })).rows;
  expect(line).toMatchObject({ phone: "*****", ticketId: null });
  const [manual] = (await manualTransactionsList.page(actor, { userType: "Technician" })).rows;
  expect(manual).toMatchObject({ phone: "*****", remarks: "Cash xxxxxxxxxx" });
  expect((await groupedWallets(actor, "center", {})).rows.every(({ phone }) => phone === "*****")).toBe(true);
});

test("R414 without view_Wallet nothing is read; a client's admin and a center read nothing here", async () => {
  const permissions = ["view_Wallet"] as const;
  const clientId = (await aClient()).id;
  const refused = [
    asAdmin(await anAdmin({ permissions: ["adjust_wallet"] }), { permissions: ["adjust_wallet"] }),
    asAdmin(await anAdmin({ permissions }), { permissions, clientId }),
    asCenter(await aCenter()),
  ];
  for (const actor of refused)
    for (const work of [
      () => walletCentersList.page(actor, {}),
      () => walletConsumersList.page(actor, {}),
      () => walletTransactionsList.page(actor, { wallets: "center" }),
      () => manualTransactionsList.page(actor, {}),
      () => paymentsList.page(actor, { wallets: "consumer" }),
      () => paymentsList.count!(actor, { wallets: "center" }),
    ])
      await expect((async (): Promise<unknown> => work())()).rejects.toMatchObject({ kind: "denied" });
});

test("R424 what customers pay is listed with its request, paid or not, and counted", async () => {
  const ticket = await anAcceptedTicket(await aCenter());
  const order = await till.anOrder({ ticketId: ticket.id });
  const from = new Date(now().getTime() - day);
  const to = new Date(now().getTime() + day);
  const mine = async () =>
    (await all(paymentsList.page, { wallets: "consumer" as const, from, to })).find(({ id }) => id === order.id);
  expect(await mine()).toMatchObject({ state: "created", paidFor: "booking_fee", number: ticket.ticketId });
  await confirmCheckout(system("test"), (await till.pay(order.providerOrderId!))!);
  expect(await mine()).toMatchObject({ state: "paid", pricePaise: 9_900, orderId: order.providerOrderId });
  expect((await paymentsList.count!(desk, { wallets: "consumer" })).n).toBeGreaterThan(0);
});
