import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getCenter } from "#modules/centers/center/queries.ts";
import { system } from "#modules/kernel/actor.ts";
import { day, freezeClock, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { configure } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { readInbox } from "#modules/notifications/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAdmin, asAdmin, asCenter } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fc, property } from "#modules/testing/property.ts";
import { ledgerFaults } from "../ledger/ledger-faults.ts";
import { entriesBetween, transfer } from "../ledger/transfer.ts";
import { walletBalance } from "../ledger/wallets.ts";
import { approveAdjustment, refuseAdjustment } from "../manual/decide.ts";
import { enterSubscription } from "../manual/enter-subscription.ts";
import { getAdjustment } from "../manual/reads.ts";
import { refundSubscription } from "../manual/refund-subscription.ts";
import { payable } from "../orders/payable.ts";
import { buySubscription } from "./buy.ts";
import { centerSubscription } from "./center-subscription.ts";
import { BuySubscription, EnterSubscription, RefundSubscription, type SubscriptionProduct } from "./input.ts";
import { refundableSubscriptions } from "./refund.ts";

openDatabase();

/* What an operator refunds of a given subscription: where the money goes, which days go with it, and what is sold then. */

const till = openTill();
const start = new Date("2026-12-01T06:00:00Z");
const daysFromStart = (days: number) => new Date(start.getTime() + days * day);

beforeEach(async () => {
  freezeClock(start);
  configure({ secondAdminAboveRupees: 1_000_000 });
  await rows(sql`delete from prices`);
});
afterEach(async () => {
  resetClock();
  configure({ secondAdminAboveRupees: 2_000 });
  expect(await ledgerFaults()).toEqual([]);
});

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => (error instanceof DomainError ? `${error.kind} ${error.key}` : error),
  );

async function aBuyer({ rupees = 10_000 } = {}) {
  const center = await aCenter({ createdAt: start, subscribeEndDate: null });
  const entries = entriesBetween(fromRupees(rupees), "received_by_hand", { centerId: center.id });
  await transfer({ kind: "wallet_added", cause: center.id, entries, actor: system("test") });
  return { center, as: asCenter(center) };
}
type Buyer = Awaited<ReturnType<typeof aBuyer>>;

const permissions = ["adjust_wallet"] as const;
const anAdjuster = async () => asAdmin(await anAdmin({ permissions }), { permissions });

const buy = ({ as }: Buyer, product: SubscriptionProduct, payBy = "wallet") =>
  unitOfWork(() => buySubscription(as, BuySubscription.parse({ product, payBy })));
async function buyByCard(buyer: Buyer, product: SubscriptionProduct) {
  const subscription = await buy(buyer, product, "card");
  const { order_id } = await payable(subscription.orderId!);
  await till.pay(order_id);
  await till.settled();
  await till.deliver(...till.sent);
  return subscription;
}
const refund = async (
  { center }: Buyer,
  amount: number,
  more: object = {},
  admin?: Awaited<ReturnType<typeof anAdjuster>>,
) => {
  const as = admin ?? (await anAdjuster());
  const input = RefundSubscription.parse({ centerId: center.id, amount, remarks: "Bought by mistake", ...more });
  return unitOfWork(() => refundSubscription(as, input));
};
const endOf = async ({ center }: Buyer) => (await getCenter(center.id)).subscribeEndDate;
const sold = async ({ as }: Buyer) => (await centerSubscription(as)).offers.map(({ product }) => product);
const papersOf = ({ center }: Buyer) =>
  rows<{ kind: string; total: number }>(
    sql`select kind, total_paise::int as total from fee_papers where center_id = ${center.id} order by kind desc, sequence`,
  );

test("a year from the wallet goes back as a whole: money, the days that are to come, a credit note, history and a notice", async () => {
  const buyer = await aBuyer();
  const { id } = await buy(buyer, "annual");
  moveClock(100 * day);
  const { adjustment } = await refund(buyer, 2_999);
  expect(adjustment).toMatchObject({ kind: "Subscription Refund", state: "DONE", subscriptionId: id });
  expect(await walletBalance(buyer.center.id)).toBe(fromRupees(10_000));
  expect(await endOf(buyer)).toEqual(daysFromStart(100));
  expect(await rows(sql`select state from subscriptions where id = ${id}`)).toEqual([{ state: "REFUNDED" }]);
  expect(await papersOf(buyer)).toEqual([
    { kind: "invoice", total: 299_900 },
    { kind: "credit_note", total: 299_900 },
  ]);
  expect((await historyOf("center", buyer.center.id)).slice(-2)).toMatchObject([
    {
      event: "center.subscriptionRefunded",
      data: { product: "annual", amountPaise: 299_900, way: "wallet", whole: true },
    },
    { event: "subscriptionRefund.done", data: { adjustmentId: adjustment.id } },
  ]);
  const [notice] = (await readInbox(buyer.as, {})).rows;
  expect(notice).toMatchObject({ title: "₹2,999 of your subscription were refunded" });
  expect((await getAdjustment(await anAdjuster(), adjustment.id)).went).toBe("wallet");
  expect(await sold(buyer)).toEqual(["annual", "first_instalment"]);
  expect(await refusal(refund(buyer, 1, { subscriptionId: id }))).toBe("conflict subscription.notRefundable");
  expect(await refusal(refund(buyer, 1))).toBe("conflict subscription.notRefundable");
});

test("what was paid by card goes back to its source, once, as a whole or in part; more of it to the wallet", async () => {
  const buyer = await aBuyer({ rupees: 1 });
  const { orderId } = await buyByCard(buyer, "annual");
  const first = await refund(buyer, 1_000);
  const waiting = await rows(sql`select amount_paise::int as paise, status from refunds where order_id = ${orderId}`);
  expect(waiting).toEqual([{ paise: 100_000, status: "requested" }]);
  expect((await papersOf(buyer)).map(({ kind }) => kind)).toEqual(["invoice", "credit_note"]);
  await till.work();
  expect(await rows(sql`select status from refunds where order_id = ${orderId}`)).toEqual([{ status: "processed" }]);
  expect(await endOf(buyer)).toEqual(daysFromStart(365));
  const second = await refund(buyer, 1_999);
  await till.work();
  expect(await walletBalance(buyer.center.id)).toBe(fromRupees(2_000));
  expect(await endOf(buyer)).toEqual(start);
  const admin = await anAdjuster();
  const went = [first, second].map(async ({ adjustment }) => (await getAdjustment(admin, adjustment.id)).went);
  expect(await Promise.all(went)).toEqual(["source", "wallet"]);
  const held = await row<{ paise: number }>(
    sql`select coalesce(sum(e.amount_paise), 0)::int as paise from entries e join accounts a on a.id = e.account_id
      where a.kind = 'payments_to_return'`,
  );
  expect(held).toEqual({ paise: 0 });
});

test("180 days after its capture what was paid by card goes to the wallet", async () => {
  const buyer = await aBuyer({ rupees: 1 });
  await buyByCard(buyer, "annual");
  moveClock(180 * day);
  await refund(buyer, 2_999);
  expect(await walletBalance(buyer.center.id)).toBe(fromRupees(3_000));
  expect(await endOf(buyer)).toEqual(daysFromStart(180));
});

test("what was paid outside is refunded with the bank's reference, which is entered once, and moves no wallet", async () => {
  const buyer = await aBuyer();
  const entry = { centerId: buyer.center.id, product: "annual", reference: `UTR ${buyer.center.id}` };
  await enterSubscription(await anAdjuster(), EnterSubscription.parse(entry));
  expect(await refusal(refund(buyer, 2_999))).toBe("invalid subscription.bankReference");
  const { adjustment } = await refund(buyer, 999, { reference: "utr 815 4711" });
  expect(adjustment.reference).toBe("UTR8154711");
  expect(await refusal(refund(buyer, 1, { reference: "UTR8154711" }))).toBe("conflict walletAct.referenceTaken");
  expect(await walletBalance(buyer.center.id)).toBe(fromRupees(10_000));
  expect((await papersOf(buyer)).map(({ total }) => total)).toEqual([299_900, 99_900]);
  expect((await getAdjustment(await anAdjuster(), adjustment.id)).went).toBe("bank");
});

test("a part takes no days but those the operator says, and never more than are left of it", async () => {
  const buyer = await aBuyer();
  const other = await aBuyer();
  await buy(buyer, "annual");
  moveClock(300 * day);
  await buy(buyer, "annual");
  await buy(other, "annual");
  const [second, first] = await refundableSubscriptions(await anAdjuster(), await getCenter(buyer.center.id));
  await refund(buyer, 500, { subscriptionId: first!.id });
  expect(await endOf(buyer)).toEqual(daysFromStart(730));
  // 65 days are left of the first year; taking more is refused, and the second year begins earlier by what was taken.
  expect(await refusal(refund(buyer, 500, { subscriptionId: first!.id, until: "2028-09-20" }))).toBe(
    "conflict subscription.until",
  );
  await refund(buyer, 500, { subscriptionId: first!.id, until: "2028-11-20" });
  expect(await endOf(buyer)).toEqual(new Date("2028-11-20T23:59:59.999+05:30"));
  const years = await rows<{ starts_at: Date; ends_at: Date }>(
    sql`select starts_at, ends_at from subscriptions where center_id = ${buyer.center.id} order by given_at`,
  );
  expect(years[1]!.starts_at).toEqual(years[0]!.ends_at);
  expect(years[1]!.ends_at).toEqual(await endOf(buyer));
  // A year that has not begun goes back as a whole, without the days before it.
  await refund(buyer, 2_999, { subscriptionId: second!.id });
  expect(await endOf(buyer)).toEqual(years[0]!.ends_at);
  expect(await refusal(refund(buyer, 2_000, { subscriptionId: first!.id }))).toBe("conflict subscription.aboveRefund");
  const { id: foreign } = (await refundableSubscriptions(await anAdjuster(), await getCenter(other.center.id)))[0]!;
  expect(await refusal(refund(buyer, 1, { subscriptionId: foreign }))).toBe("missing subscription.missing");
});

test("a refunded first instalment counts as never bought; one whose balance is paid waits for the balance's refund", async () => {
  const buyer = await aBuyer();
  const instalment = await buy(buyer, "first_instalment");
  const balance = await buy(buyer, "balance");
  expect(await refusal(refund(buyer, 999, { subscriptionId: instalment.id }))).toBe(
    "conflict subscription.balanceFirst",
  );
  await refund(buyer, 2_000, { subscriptionId: balance.id });
  expect(await endOf(buyer)).toEqual(daysFromStart(120));
  expect(await sold(buyer)).toEqual(["balance"]);
  await refund(buyer, 999, { subscriptionId: instalment.id });
  expect(await endOf(buyer)).toEqual(start);
  expect(await sold(buyer)).toEqual(["annual", "first_instalment"]);
});

test("a balance that was refunded under a later year is not sold again: it would give no day", async () => {
  const buyer = await aBuyer();
  await buy(buyer, "first_instalment");
  const balance = await buy(buyer, "balance");
  freezeClock(daysFromStart(100));
  await buy(buyer, "annual");
  await refund(buyer, 2_000, { subscriptionId: balance.id });
  expect(await endOf(buyer)).toEqual(daysFromStart(120 + 365));
  freezeClock(daysFromStart(200));
  expect(await sold(buyer)).toEqual(["annual"]);
});

test("a refund sent again without an id refunds no older subscription", async () => {
  const buyer = await aBuyer();
  await buy(buyer, "annual");
  freezeClock(daysFromStart(400));
  await buy(buyer, "first_instalment");
  await refund(buyer, 999);
  expect(await refusal(refund(buyer, 999))).toBe("conflict subscription.notRefundable");
});

test("days taken from a first instalment are missing in its year, whenever the balance is paid", async () => {
  const buyer = await aBuyer();
  await buy(buyer, "first_instalment");
  await refund(buyer, 500, { until: "2027-01-30" });
  const end = await endOf(buyer);
  await buy(buyer, "balance");
  expect(await endOf(buyer)).toEqual(new Date(end!.getTime() + 245 * day));
});

test("a part that waits takes its days from the end it was entered for, or is not approved", async () => {
  configure({ secondAdminAboveRupees: 100 });
  const buyer = await aBuyer();
  await buy(buyer, "annual");
  expect(await refusal(refund(buyer, 500, { until: "2099-01-01" }))).toBe("conflict subscription.until");
  freezeClock(daysFromStart(60));
  const { adjustment } = await refund(buyer, 500, { until: "2027-11-20" });
  await buy(buyer, "first_instalment");
  const bought = await endOf(buyer);
  expect(await refusal(approveAdjustment(await anAdjuster(), { adjustmentId: adjustment.id }))).toBe(
    "conflict subscription.endChanged",
  );
  expect(await endOf(buyer)).toEqual(bought);
});

test("above the configured sum, split or not, a second admin decides; one refund of a subscription waits at a time", async () => {
  configure({ secondAdminAboveRupees: 2_000 });
  const buyer = await aBuyer();
  await buy(buyer, "annual");
  const second = await anAdjuster();
  expect((await refund(buyer, 1_500)).adjustment.state).toBe("DONE");
  moveClock(2 * day);
  const { adjustment } = await refund(buyer, 1_499);
  expect(adjustment.state).toBe("WAITING");
  expect(await refusal(refund(buyer, 1))).toBe("conflict subscription.refundWaits");
  expect(await endOf(buyer)).toEqual(daysFromStart(365));
  await refuseAdjustment(second, { adjustmentId: adjustment.id, remarks: "Not agreed" });
  const again = await refund(buyer, 1_499);
  await approveAdjustment(second, { adjustmentId: again.adjustment.id });
  expect(await endOf(buyer)).toEqual(daysFromStart(2));
  expect(await walletBalance(buyer.center.id)).toBe(fromRupees(10_000));
});

test("only who may move money refunds, and of two at once one does", async () => {
  const buyer = await aBuyer();
  await buy(buyer, "annual");
  expect(
    await refusal(refund(buyer, 2_999, {}, asAdmin(await anAdmin({ permissions: [] }), { permissions: [] }))),
  ).toMatch(/^denied/);
  const both = await Promise.all([refusal(refund(buyer, 2_999)), refusal(refund(buyer, 2_999))]);
  expect(both.filter((each) => each === undefined)).toHaveLength(1);
  expect(await walletBalance(buyer.center.id)).toBe(fromRupees(10_000));
});

type Step = { wait: number; pick: number; amount: number; whole: boolean };
const steps = fc.array(
  fc.record({ wait: fc.nat(250), pick: fc.nat(5), amount: fc.integer({ min: 1, max: 3_000 }), whole: fc.boolean() }),
  { minLength: 1, maxLength: 8 },
);

property.prop([steps], { numRuns: 12 })(
  "whatever is bought and refunded when, no rupee goes back twice, nothing past is taken, and each day was paid for",
  async (plan: Step[]) => {
    freezeClock(start);
    const buyer = await aBuyer({ rupees: 100_000 });
    for (const { wait, pick, amount, whole } of plan) {
      moveClock(wait * day);
      const offers = await sold(buyer);
      if (pick < 3 && offers.length > 0) await buy(buyer, offers[pick % offers.length]!);
      else {
        const before = await endOf(buyer);
        const refundable = await refundableSubscriptions(await anAdjuster(), await getCenter(buyer.center.id));
        const chosen = refundable[pick % Math.max(refundable.length, 1)];
        if (!chosen) continue;
        const rupees = whole ? chosen.leftPaise / 100 : amount;
        const refused = await refusal(refund(buyer, rupees, { subscriptionId: chosen.id }));
        const after = await endOf(buyer);
        if (refused) expect(after).toEqual(before);
        else expect(after!.getTime()).toBeLessThanOrEqual(before!.getTime());
        expect(after!.getTime()).toBeGreaterThanOrEqual(Math.min(before!.getTime(), now().getTime()));
      }
    }
    const { paid } = (await row<{ paid: string }>(
      sql`select coalesce(sum(s.amount_paise - coalesce((select sum(a.amount_paise) from adjustments a
          where a.subscription_id = s.id and a.state = 'DONE'), 0)), 0) as paid
        from subscriptions s where s.center_id = ${buyer.center.id}`,
    ))!;
    expect(await walletBalance(buyer.center.id)).toBe(fromRupees(100_000) - Number(paid));
    const overlapping = await rows(
      sql`select from subscriptions one join subscriptions other on other.center_id = one.center_id and other.id <> one.id
          and other.starts_at < one.ends_at and other.ends_at > one.starts_at
        where one.center_id = ${buyer.center.id} and one.state = 'ACTIVE' and other.state = 'ACTIVE'`,
    );
    expect(overlapping, "two subscriptions never give the same day").toEqual([]);
    expect(await ledgerFaults()).toEqual([]);
  },
);
