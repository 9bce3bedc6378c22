import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { defaultPrices, setPrices } from "#modules/catalog/index.ts";
import { getCenter } from "#modules/centers/center/queries.ts";
import { subscriptionHolds } from "#modules/centers/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { day, freezeClock, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { configure } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { fromRupees, toPaise, zero } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAdmin, asAdmin, asCenter } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fc, property } from "#modules/testing/property.ts";
import { ledgerFaults } from "../ledger/ledger-faults.ts";
import { entriesBetween, transfer } from "../ledger/transfer.ts";
import { walletBalance } from "../ledger/wallets.ts";
import { approveAdjustment, refuseAdjustment, withdrawAdjustment } from "../manual/decide.ts";
import { enterSubscription } from "../manual/enter-subscription.ts";
import { payable } from "../orders/payable.ts";
import { closeOrder } from "../settling/complete-order.ts";
import { checkPurchase, purchaseState } from "../settling/own-purchase.ts";
import { reconcileOrders } from "../settling/reconcile-orders.ts";
import { buySubscription, subscriptionStarted } from "./buy.ts";
import { centerSubscription } from "./center-subscription.ts";
import { BuySubscription, EnterSubscription } from "./input.ts";
import { type Bought, offersAt } from "./offers.ts";

openDatabase();

/* What a center buys after its trial, by card, from its wallet, or entered by an operator (fixed point 5). */

const till = openTill();
const start = new Date("2026-12-01T06:00:00Z");

beforeEach(async () => {
  freezeClock(start);
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
const daysFromStart = (days: number) => new Date(start.getTime() + days * day);

/** A center registered now, with money in its wallet. */
async function aBuyer({ rupees = 10_000 } = {}) {
  const center = await aCenter({ createdAt: start, subscribeEndDate: null });
  const entries = entriesBetween(fromRupees(rupees), "received_by_hand", { centerId: center.id });
  await transfer({ kind: "wallet_added", cause: center.id, entries, actor: system("test") });
  return { center, as: asCenter(center) };
}
type Buyer = Awaited<ReturnType<typeof aBuyer>>;

const buy = ({ as }: Buyer, product: string, payBy = "wallet", more = {}) =>
  unitOfWork(() => buySubscription(as, BuySubscription.parse({ product, payBy, ...more })));
const endOf = async ({ center }: Buyer) => (await getCenter(center.id)).subscribeEndDate;
const sold = async ({ as }: Buyer) => (await centerSubscription(as)).offers.map(({ product }) => product);

/** An order by card that the provider knows. */
async function anOrder(buyer: Buyer, product: string) {
  const { orderId } = await buy(buyer, product, "card");
  const { order_id } = await payable(orderId!);
  return { orderId: orderId!, providerOrderId: order_id };
}
async function payByCard(buyer: Buyer, { orderId, providerOrderId }: { orderId: string; providerOrderId: string }) {
  await till.pay(providerOrderId);
  await till.settled();
  await till.deliver(...till.sent);
  return purchaseState(buyer.as, orderId);
}

test("a year from the wallet subscribes a center for 365 days, and a renewal adds 365 to its end", async () => {
  const buyer = await aBuyer();
  const { center } = buyer;
  moveClock(16 * day);
  expect(subscriptionHolds(await getCenter(center.id))).toBe(false);
  await buy(buyer, "annual");
  expect(await endOf(buyer)).toEqual(daysFromStart(16 + 365));
  expect(await walletBalance(center.id)).toBe(fromRupees(10_000 - 2_999));
  expect((await historyOf("center", center.id)).at(-1)).toMatchObject({
    event: "center.subscribed",
    actor_kind: "center",
    from_state: null,
    data: { product: "annual", paidBy: "wallet", amountPaise: 299_900, days: 365 },
  });
  freezeClock(daysFromStart(300));
  await buy(buyer, "annual");
  expect(await endOf(buyer)).toEqual(daysFromStart(16 + 730));
  expect(
    await rows(
      sql`select sum(e.amount_paise)::int as paise from entries e join accounts a on a.id = e.account_id where a.kind = 'subscription_income'`,
    ),
  ).toEqual([{ paise: 599_800 }]);
});

test("a first instalment lasts 120 days; until its balance is paid nothing else is sold, and the balance completes the year", async () => {
  const buyer = await aBuyer();
  await buy(buyer, "first_instalment");
  expect(await endOf(buyer)).toEqual(daysFromStart(120));
  expect(await sold(buyer)).toEqual(["balance"]);
  await setPrices(system("test"), { ...defaultPrices, annualSubscriptionPaise: toPaise(500_000) });
  moveClock(100 * day);
  const { balance } = await centerSubscription(buyer.as);
  expect(balance).toEqual({ amountPaise: 200_000, dueAt: daysFromStart(120), endsAt: daysFromStart(365) });
  expect(await refusal(buy(buyer, "annual"))).toBe("conflict subscription.notSold");
  await buy(buyer, "balance");
  expect(await endOf(buyer)).toEqual(daysFromStart(365));
  expect(await walletBalance(buyer.center.id)).toBe(fromRupees(10_000 - 2_999));
  expect(await refusal(buy(buyer, "balance"))).toBe("conflict subscription.notSold");
  freezeClock(daysFromStart(364));
  expect(await sold(buyer)).toEqual(["annual"]);
  freezeClock(daysFromStart(365));
  expect(await sold(buyer)).toEqual(["annual", "first_instalment"]);
});

test("a balance can be paid after the 120 days while the year has days left, and is forgotten with the year", async () => {
  const late = await aBuyer();
  const never = await aBuyer();
  for (const buyer of [late, never]) await buy(buyer, "first_instalment");
  freezeClock(daysFromStart(200));
  expect(subscriptionHolds(await getCenter(late.center.id))).toBe(false);
  expect(await sold(late)).toEqual(["balance"]);
  const paid = await buy(late, "balance");
  expect(paid).toMatchObject({ startsAt: daysFromStart(200), endsAt: daysFromStart(365), days: 165 });
  expect(await endOf(late)).toEqual(daysFromStart(365));
  freezeClock(daysFromStart(365));
  expect(await sold(never)).toEqual(["annual", "first_instalment"]);
});

test("a double click buys once: from the wallet the second is refused, by card it is the same order", async () => {
  const buyer = await aBuyer();
  const cards = await Promise.all([buy(buyer, "annual", "card"), buy(buyer, "annual", "card")]);
  expect(new Set(cards.map(({ orderId }) => orderId)).size).toBe(1);
  const clicks = await Promise.all([1, 2, 3].map(() => refusal(buy(buyer, "annual"))));
  expect(clicks.toSorted()).toEqual(["conflict subscription.notSold", "conflict subscription.notSold", undefined]);
  expect(await endOf(buyer)).toEqual(daysFromStart(365));
});

test("of a year and a first instalment bought at once one is given", async () => {
  const buyer = await aBuyer();
  const both = await Promise.all([refusal(buy(buyer, "annual")), refusal(buy(buyer, "first_instalment"))]);
  expect(both.filter((each) => each === undefined)).toHaveLength(1);
  expect(await rows(sql`select 1 from subscriptions where center_id = ${buyer.center.id}`)).toHaveLength(1);
});

test("a card payment subscribes when it is captured, at the price its order was opened at", async () => {
  const buyer = await aBuyer({ rupees: 1 });
  const order = await anOrder(buyer, "first_instalment");
  expect(await endOf(buyer)).toBeNull();
  await setPrices(system("test"), { ...defaultPrices, annualSubscriptionPaise: toPaise(500_000) });
  moveClock(2 * day);
  expect(await payByCard(buyer, order)).toMatchObject({
    state: "paid",
    subscription: { state: "ACTIVE", amountPaise: 99_900, balancePaise: 200_000 },
  });
  expect(await endOf(buyer)).toEqual(daysFromStart(122));
  await checkPurchase(buyer.as, { orderId: order.orderId });
  await reconcileOrders();
  expect(await rows(sql`select kind from transfers where order_id = ${order.orderId}`)).toEqual([
    { kind: "subscription" },
  ]);
});

test("a payment that is captured when its subscription is no longer sold goes back to its source", async () => {
  const buyer = await aBuyer();
  const order = await anOrder(buyer, "annual");
  await buy(buyer, "annual");
  const { state, subscription } = await payByCard(buyer, order);
  expect([state, subscription?.state]).toEqual(["paid", "NOT_GIVEN"]);
  expect(await endOf(buyer)).toEqual(daysFromStart(365));
  expect(await rows(sql`select status from refunds where order_id = ${order.orderId}`)).toEqual([
    { status: "processed" },
  ]);
  expect(await rows(sql`select kind from transfers where order_id = ${order.orderId} order by created_at, id`)).toEqual(
    [{ kind: "subscription" }, { kind: "subscription_refund" }],
  );
});

test("a capture after its order was closed still subscribes the center", async () => {
  const buyer = await aBuyer({ rupees: 1 });
  const order = await anOrder(buyer, "annual");
  await closeOrder(order.orderId);
  expect((await purchaseState(buyer.as, order.orderId)).subscription).toMatchObject({ state: "NOT_GIVEN" });
  moveClock(3 * day);
  expect((await payByCard(buyer, order)).subscription).toMatchObject({ state: "ACTIVE" });
  expect(await endOf(buyer)).toEqual(daysFromStart(368));
});

test("another price than the one that was shown, a short wallet and another center's order are refused", async () => {
  const buyer = await aBuyer({ rupees: 2_998 });
  const other = await aBuyer();
  expect(await refusal(buy(buyer, "annual", "wallet", { amount: 1_999 }))).toBe("conflict subscription.priceChanged");
  expect(await refusal(buy(buyer, "annual", "wallet", { amount: 2_999 }))).toBe("conflict wallet.short");
  expect(await endOf(buyer)).toBeNull();
  const { orderId } = await anOrder(buyer, "annual");
  expect(await refusal(purchaseState(other.as, orderId))).toBe("missing payment.missing");
  expect(await refusal(checkPurchase(other.as, { orderId }))).toBe("missing payment.missing");
  expect(await refusal(buySubscription(asAdmin(), { product: "annual", payBy: "card" }))).toMatch(/^denied/);
});

const permissions = ["adjust_wallet"] as const;
const anAdjuster = async () => asAdmin(await anAdmin({ permissions }), { permissions });
const entered = ({ center }: Buyer, product: string, reference = `UTR ${center.id}`) =>
  EnterSubscription.parse({ centerId: center.id, product, reference });

test("what was paid outside waits above the configured sum for a second admin, whose approval gives it", async () => {
  const buyer = await aBuyer();
  const author = await anAdjuster();
  const second = await anAdjuster();
  const waiting = await enterSubscription(author, entered(buyer, "annual"));
  expect(waiting).toMatchObject({ state: "WAITING", paidBy: "outside", amountPaise: 299_900 });
  expect(await endOf(buyer)).toBeNull();
  expect(await refusal(enterSubscription(second, entered(buyer, "annual")))).toBe("conflict subscription.waiting");
  const named = { adjustmentId: waiting.adjustmentId! };
  expect(await refusal(approveAdjustment(author, named))).toBe("denied adjust.own");
  await approveAdjustment(second, named);
  expect(await endOf(buyer)).toEqual(daysFromStart(365));
  expect(await walletBalance(buyer.center.id)).toBe(fromRupees(10_000));
  expect((await historyOf("center", buyer.center.id)).map(({ event }) => event)).toEqual([
    "subscription.asked",
    "center.subscribed",
    "subscription.done",
  ]);
});

test("what a second admin refuses, or its author withdraws, is not given, and can be entered again", async () => {
  const buyer = await aBuyer();
  const author = await anAdjuster();
  const second = await anAdjuster();
  const first = await enterSubscription(author, entered(buyer, "annual"));
  await refuseAdjustment(second, { adjustmentId: first.adjustmentId!, remarks: "No such payment" });
  const again = await enterSubscription(author, entered(buyer, "annual"));
  await withdrawAdjustment(author, { adjustmentId: again.adjustmentId! });
  expect(await rows(sql`select state from subscriptions where center_id = ${buyer.center.id}`)).toEqual([
    { state: "NOT_GIVEN" },
    { state: "NOT_GIVEN" },
  ]);
  expect(await endOf(buyer)).toBeNull();
});

test("an entry for what the center bought meanwhile is not approved; small ones count under the sum of credits", async () => {
  const buyer = await aBuyer();
  const author = await anAdjuster();
  const second = await anAdjuster();
  const { adjustmentId } = await enterSubscription(author, entered(buyer, "annual"));
  await buy(buyer, "annual");
  expect(await refusal(approveAdjustment(second, { adjustmentId: adjustmentId! }))).toBe(
    "conflict subscription.notSold",
  );
  const others = [await aBuyer(), await aBuyer(), await aBuyer()];
  const states = [];
  for (const other of others) states.push((await enterSubscription(author, entered(other, "first_instalment"))).state);
  // 999 + 999 are within 2,000; the third is not.
  expect(states).toEqual(["ACTIVE", "ACTIVE", "WAITING"]);
  const viewer = asAdmin(await anAdmin({ permissions: [] }), { permissions: [] });
  expect(await refusal(enterSubscription(viewer, entered(buyer, "annual")))).toMatch(/^denied/);
});

test("of two operators who enter the same payment at once one is refused", async () => {
  configure({ secondAdminAboveRupees: 100_000 });
  const buyer = await aBuyer();
  const one = await anAdjuster();
  const other = await anAdjuster();
  const tries = await Promise.all(
    [one, other].map((admin) => unitOfWork(() => refusal(enterSubscription(admin, entered(buyer, "annual"))))),
  );
  expect(tries.toSorted()).toEqual(["conflict subscription.referenceTaken", undefined]);
  expect(await endOf(buyer)).toEqual(daysFromStart(365));
});

test("a payment outside is entered once, in whatever case and spaces, whoever enters it for whichever center", async () => {
  const one = await aBuyer();
  const other = await aBuyer();
  const author = await anAdjuster();
  const second = await anAdjuster();
  const { adjustmentId } = await enterSubscription(author, entered(one, "annual", "NEFT 0815"));
  const again = () => refusal(enterSubscription(second, entered(other, "annual", "neft0815")));
  expect(await again()).toBe("conflict subscription.referenceTaken");
  await approveAdjustment(second, { adjustmentId: adjustmentId! });
  expect(await again()).toBe("conflict subscription.referenceTaken");
  expect(await endOf(other)).toBeNull();
});

test("a balance counts with its instalment: a year entered in two parts needs a second admin as one in one part does", async () => {
  const inParts = await aBuyer();
  const fromWallet = await aBuyer();
  expect(await enterSubscription(await anAdjuster(), entered(inParts, "first_instalment"))).toMatchObject({
    state: "ACTIVE",
  });
  await buy(fromWallet, "first_instalment");
  moveClock(2 * day);
  const states = [];
  for (const buyer of [inParts, fromWallet])
    states.push((await enterSubscription(await anAdjuster(), entered(buyer, "balance", `${buyer.center.id} 2`))).state);
  expect(states).toEqual(["WAITING", "ACTIVE"]);
});

test("a card payment of what is no longer sold is over; an entry that waits is shown whatever came after it", async () => {
  const buyer = await aBuyer();
  const other = await aBuyer();
  const waiting = async ({ as }: Buyer) => (await centerSubscription(as)).waiting;
  const { id, orderId } = await buy(buyer, "annual", "card");
  expect(await waiting(buyer)).toMatchObject({ orderId });
  expect((await purchaseState(buyer.as, orderId!)).state).toBe("open");
  await buy(buyer, "first_instalment");
  expect(await waiting(buyer)).toBeNull();
  expect((await purchaseState(buyer.as, orderId!)).state).toBe("over");
  expect(await refusal(subscriptionStarted(id))).toBe("conflict payment.closed");

  await enterSubscription(await anAdjuster(), entered(other, "annual"));
  moveClock(1_000);
  await buy(other, "annual", "card");
  expect(await waiting(other)).toMatchObject({ paidBy: "outside" });
});

test("what costs nothing is not sold", () => {
  const sold = (prices: object) =>
    offersAt(start, { endsAt: null, instalment: null }, { ...defaultPrices, ...prices }).map(({ product }) => product);
  expect(sold({ annualSubscriptionPaise: zero })).toEqual([]);
  expect(sold({ firstInstallmentPaise: zero })).toEqual(["annual"]);
});

type Step = { wait: number; pick: number };
const steps = fc.array(fc.record({ wait: fc.integer({ min: 0, max: 400 }), pick: fc.nat(5) }), { maxLength: 12 });

property.prop([steps])(
  "whatever is bought when, an end never moves back and no instalment gives more than its year",
  (plan: Step[]) => {
    let at = start;
    let bought: Bought = { endsAt: null, instalment: null };
    let sales = 0;
    for (const { wait, pick } of plan) {
      at = new Date(at.getTime() + wait * day);
      const offers = offersAt(at, bought, defaultPrices);
      const { instalment, endsAt: before } = bought;
      const owes = instalment && !instalment.isPaid && at < new Date(instalment.startsAt.getTime() + 365 * day);
      expect(offers.map(({ product }) => product)).toEqual(
        owes ? ["balance"] : expect.not.arrayContaining(["balance"]),
      );
      const offer = offers[pick % Math.max(offers.length, 1)];
      if (!offer) continue;
      sales++;
      const { product, startsAt, endsAt, days } = offer;
      expect(endsAt.getTime()).toBeGreaterThan(Math.max(at.getTime(), before?.getTime() ?? 0));
      expect(startsAt.getTime()).toBeGreaterThanOrEqual(at.getTime());
      expect(endsAt.getTime() - at.getTime()).toBeLessThanOrEqual((335 + 365) * day);
      if (product === "annual") expect(days).toBe(365);
      if (product === "first_instalment") {
        expect(days).toBe(120);
        if (instalment) expect(at.getTime() - instalment.givenAt.getTime()).toBeGreaterThanOrEqual(365 * day);
      }
      if (product === "balance") expect(endsAt).toEqual(new Date(instalment!.startsAt.getTime() + 365 * day));
      bought = {
        endsAt,
        instalment:
          product === "first_instalment"
            ? { id: String(sales), startsAt, endsAt, givenAt: at, balancePaise: offer.balancePaise!, isPaid: false }
            : instalment && { ...instalment, isPaid: instalment.isPaid || product === "balance" },
      };
      // What is bought twice in the same moment is refused.
      expect(offersAt(at, bought, defaultPrices).map((next) => next.product)).not.toContain(product);
    }
  },
);
