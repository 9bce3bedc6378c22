import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { jobs } from "#modules/index.ts";
import { day, freezeClock, fromIst, istDate, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { closeCircuits } from "#modules/kernel/outside/circuit.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { clearFaults, setFaults } from "#modules/sandbox/payments/faults.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aServedTicket, asAdmin } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fc } from "#modules/testing/property.ts";
import { gateway } from "../gateway.ts";
import { refundToSource } from "../refunds/refund-to-source.ts";
import { settleOrder } from "../settling/settle-order.ts";
import { closeDayFacts, closeDays, lookAgain, prepareDay } from "./close-day.ts";
import { closeRows, countOpenDays } from "./close-lists.ts";
import { dateAfter } from "./days.ts";

openDatabase();

const till = openTill();
/** Each test has a day of its own: the ledger keeps those before. */
let monday = "2031-06-02";
const onDay = (days: number, time = "06:15") => freezeClock(fromIst(dateAfter(monday, days), time));
beforeEach(async () => {
  monday = dateAfter(monday, 28);
  freezeClock(fromIst(monday, "11:00"));
  for (const table of ["close_rows", "close_days", "provider_settled", "provider_items", "sandbox_orders"])
    await rows(sql`delete from ${sql.table(table)}`);
  await rows(sql`delete from sandbox_settlements`);
});
afterEach(async () => {
  resetClock();
  await clearFaults();
  closeCircuits();
});

const reader = () => asAdmin(undefined, { permissions: ["view_Wallet"] });
const aFee = async () => till.anOrder({ ticketId: (await aServedTicket()).id });
const settle = (orderId: string) => unitOfWork(() => settleOrder(orderId, "reconciler"));
const prepare = (date: string) => unitOfWork(() => prepareDay(date, now(), 1_000));
const rowsOf = async (date: string) => (await closeRows(reader(), { day: date, take: 100 })).rows;
const factsOf = async (date: string) => (await closeDayFacts(reader(), { day: date }))!;

test("a payment is matched with its transfer, waits for its settlement, and closes its day when the bank has it", async () => {
  const order = await aFee();
  const paid = await till.pay(order.providerOrderId!);
  await settle(order.id);
  onDay(1);
  await prepare(monday);
  expect(await rowsOf(monday)).toMatchObject([
    { providerId: paid!.providerPaymentId, providerPaise: 9900, ledgerPaise: 9900, feePaise: 234, taxPaise: 36 },
  ]);
  expect(await factsOf(monday)).toMatchObject({ state: "matched", differences: 0, awaiting: 1, capturedPaise: 9900 });
  onDay(3);
  await prepare(monday);
  await prepare(dateAfter(monday, 2));
  expect(await factsOf(monday)).toMatchObject({ state: "closed", feePaise: 234, capturedLedgerPaise: 9900 });
  expect(await rowsOf(dateAfter(monday, 2))).toMatchObject([
    { kind: "settlement", state: "matched", providerPaise: 9666, ledgerPaise: 9666 },
  ]);
});

test("an open day is counted for whoever looks at the days after it, and for nobody who sees it", async () => {
  await till.pay((await aFee()).providerOrderId!);
  onDay(1);
  await prepare(monday);
  const open = (before: Date | undefined) => countOpenDays(reader(), before);
  expect(await factsOf(monday)).toMatchObject({ state: "open", differences: 1 });
  expect(await open(fromIst(dateAfter(monday, 7)))).toBe(1);
  for (const days of [0, -7]) expect(await open(fromIst(dateAfter(monday, days)))).toBe(0);
  expect(await open(undefined)).toBe(0);
  await expect(countOpenDays(asAdmin(undefined, { permissions: [] }), now())).rejects.toThrow();
});

test("what one side does not know is listed once, with what it is", async () => {
  const unheard = await aFee();
  await till.pay(unheard.providerOrderId!);
  const twice = await aFee();
  await till.pay(twice.providerOrderId!);
  await settle(twice.id);
  await rows(sql`update sandbox_orders set status = 'attempted' where id = ${twice.providerOrderId}`);
  await till.pay(twice.providerOrderId!);
  const foreign = await aFee();
  await till.pay(foreign.providerOrderId!);
  await rows(sql`update orders set provider_order_id = 'order_another' where id = ${foreign.id}`);
  const gone = await aFee();
  await till.pay(gone.providerOrderId!);
  await settle(gone.id);
  await rows(sql`delete from sandbox_payments where order_id = ${gone.providerOrderId}`);
  const byHand = await aFee();
  const refunded = (await till.pay(byHand.providerOrderId!))!.providerPaymentId;
  await settle(byHand.id);
  await gateway.refund(refunded, toPaise(4_000), "refund-by-hand-1");
  await prepare(monday);
  const states = (await rowsOf(monday)).map(({ kind, state }) => `${kind} ${state}`);
  expect(states.toSorted()).toEqual([
    "capture awaiting",
    "capture awaiting",
    "capture not_listed",
    "capture not_ours",
    "capture paid_twice",
    "capture unheard",
    "refund not_ours",
  ]);
  expect(await factsOf(monday)).toMatchObject({ state: "open", differences: 5 });
});

test("a payment made before midnight and heard of after it stands on both days, each with its own side", async () => {
  freezeClock(fromIst(monday, "23:59"));
  const order = await aFee();
  await till.pay(order.providerOrderId!);
  onDay(1, "00:01");
  await settle(order.id);
  onDay(2);
  for (const date of [monday, dateAfter(monday, 1)]) await prepare(date);
  expect(await rowsOf(monday)).toMatchObject([{ providerPaise: 9900, ledgerPaise: 0, otherDay: dateAfter(monday, 1) }]);
  expect(await rowsOf(dateAfter(monday, 1))).toMatchObject([{ providerPaise: 0, ledgerPaise: 9900, otherDay: monday }]);
  expect((await factsOf(monday)).differences).toBe(0);
});

test("a provider that falls silent in the middle is asked on from the next page, and never to no end", async () => {
  for (let made = 0; made < 3; made++) await till.pay((await aFee()).providerOrderId!);
  await setFaults({ fail: 1, calls: ["refunds"] });
  await expect(prepare(monday)).rejects.toMatchObject({ kind: "unavailable" });
  closeCircuits();
  expect(await row(sql`select stage from close_days where day = ${dateAfter(monday, -7)}`)).toEqual({
    stage: "refunds",
  });
  await clearFaults();
  expect(await unitOfWork(() => prepareDay(monday, now(), 5))).toBe(false);
  const since = now();
  let runs = 1;
  while (!(await unitOfWork(() => prepareDay(monday, since, 5)))) runs++;
  expect(runs).toBeGreaterThan(3);
  await prepare(monday);
  expect(await rowsOf(monday)).toHaveLength(3);
  expect((await factsOf(monday)).capturedPaise).toBe(3 * 9900);
});

test("each morning the day before is prepared, and an open one again; who may not see wallets asks for none", async () => {
  const order = await aFee();
  await till.pay(order.providerOrderId!);
  onDay(1);
  await unitOfWork(closeDays);
  await drain(jobs);
  expect(await factsOf(monday)).toMatchObject({ state: "open", differences: 1 });
  await settle(order.id);
  onDay(4);
  await unitOfWork(closeDays);
  await drain(jobs);
  expect(await factsOf(monday)).toMatchObject({ differences: 0 });
  const clerk = asAdmin(undefined, { permissions: ["adjust_wallet"] });
  await expect(lookAgain(clerk, { day: monday })).rejects.toMatchObject({ kind: "denied" });
  await expect(closeRows(clerk, { day: monday })).rejects.toMatchObject({ kind: "denied" });
});

/** What happens to a purchase, minutes apart, over some days around midnight. */
const purchase = fc.record({
  for: fc.constantFrom("fee", "recharge"),
  pays: fc.constantFrom("once", "late", "never", "other amount"),
  isReported: fc.boolean(),
  refunded: fc.constantFrom("by us", "by hand", "no", "no"),
  wait: fc.integer({ min: 0, max: 30 }),
});

test("however payments, refunds and settlements fall, each paisa of either side stands in one row of its day", async () => {
  const center = await aCenter();
  await fc.assert(
    fc.asyncProperty(fc.array(purchase, { minLength: 1, maxLength: 6 }), async (purchases) => {
      moveClock(20 * day);
      const first = istDate();
      for (const each of purchases) await happen(each, center.id);
      moveClock(3 * day);
      const dates = Array.from({ length: 12 }, (_, index) => dateAfter(first, index)).filter(
        (date) => date <= istDate(),
      );
      for (const date of dates) await prepare(date);
      const since = fromIst(first);
      const written = await row<Record<string, string>>(
        sql`select coalesce(sum(provider_paise) filter (where kind = 'capture'), 0) as captured,
           coalesce(sum(provider_paise) filter (where kind = 'refund'), 0) as refunded,
           coalesce(sum(ledger_paise) filter (where kind = 'capture'), 0) as taken,
           coalesce(sum(ledger_paise) filter (where kind = 'refund'), 0) as returned,
           coalesce(sum(provider_paise) filter (where kind = 'settlement'), 0) as settled,
           count(*) filter (where kind in ('settlement', 'other') and state not in ('matched', 'contents_differ')) as odd,
           count(*) - count(distinct (coalesce(provider_id, transfer_id::text), day)) as twice
         from close_rows where day >= ${first}`,
      );
      const truth = await row<Record<string, string>>(
        sql`select
           (select coalesce(sum(amount), 0) from sandbox_payments where captured_at is not null and created_at >= ${since}) as captured,
           (select coalesce(sum(amount), 0) from sandbox_refunds where created_at >= ${since}) as refunded,
           (select coalesce(-sum(e.amount_paise), 0) from entries e join accounts a on a.id = e.account_id
             where a.kind = 'gateway' and e.amount_paise < 0 and e.created_at >= ${since}) as taken,
           (select coalesce(sum(e.amount_paise), 0) from entries e join accounts a on a.id = e.account_id
             where a.kind = 'gateway' and e.amount_paise > 0 and e.created_at >= ${since}) as returned,
           (select coalesce(sum(amount), 0) from sandbox_settlements where created_at >= ${since}) as settled, 0 as odd, 0 as twice`,
      );
      expect(amounts(written!)).toEqual(amounts(truth!));
      const sums = await rows(
        sql`select d.day from close_days d left join lateral (
           select coalesce(sum(provider_paise) filter (where kind = 'capture'), 0) as captured,
             coalesce(sum(ledger_paise) filter (where kind = 'capture'), 0) as captured_ledger,
             coalesce(sum(provider_paise) filter (where kind = 'refund'), 0) as refunded,
             coalesce(sum(provider_paise) filter (where kind = 'settlement'), 0) as settled, coalesce(sum(fee_paise), 0) as fee
           from close_rows r where r.day = d.day) r on true
         where d.written_at is not null and (d.captured_paise, d.captured_ledger_paise, d.refunded_paise, d.settled_paise, d.fee_paise)
           is distinct from (r.captured, r.captured_ledger, r.refunded, r.settled, r.fee)`,
      );
      expect(sums).toEqual([]);
      const inOrder = await rows(
        sql`select 1 from close_rows where day >= ${first} and state in ('matched', 'awaiting') and kind in ('capture', 'refund')
           and (transfer_id is null or provider_id is null)`,
      );
      expect(inOrder).toEqual([]);
    }),
    { numRuns: { quick: 2, whole: 30 }[env.testSize] },
  );
}, 240_000);

const amounts = (sums: Record<string, string>) =>
  Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, Number(value)]));

type Purchase = typeof purchase extends fc.Arbitrary<infer P> ? P : never;

async function happen({ for: what, pays, isReported, refunded, wait }: Purchase, centerId: string) {
  const order =
    what === "fee" ? await aFee() : await till.anOrder({ purpose: "recharge", centerId, rupees: 100 + wait });
  const pay = () => till.pay(order.providerOrderId!, "success", pays === "other amount" ? { amount: 12_345 } : {});
  const paid = pays === "never" ? await till.pay(order.providerOrderId!, "failure") : await pay();
  moveClock(wait * 3_600_000);
  if (isReported || pays === "late") await settle(order.id);
  if (!paid || refunded === "no") return;
  if (refunded === "by hand") {
    await gateway.refund(paid.providerPaymentId, toPaise(5_000), `hand-${paid.providerPaymentId}`).catch(() => {});
    return;
  }
  await unitOfWork(() => refundToSource({ orderId: order.id, reason: "cancelled" })).catch(() => {});
  moveClock(3_600_000);
  await till.work();
}
