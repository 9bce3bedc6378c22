import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAdmin, asAdmin, asCenter, asVisitor } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fc, property } from "#modules/testing/property.ts";
import { ledgerFaults } from "../ledger/ledger-faults.ts";
import { walletBalance } from "../ledger/wallets.ts";
import { getOrder } from "../orders/orders.ts";
import { payable } from "../orders/payable.ts";
import { TopUp } from "../shared.ts";
import { centerTransactions } from "../statements/center-transactions.ts";
import { walletStatement } from "../statements/wallet-statement.ts";
import { confirmCheckout } from "./confirm-payment.ts";
import { checkPurchase, purchaseState } from "./own-purchase.ts";
import { openTopUp } from "./recharge-order.ts";
import { reconcileOrders } from "./reconcile-orders.ts";

openDatabase();

const till = openTill();
afterEach(async () => expect(await ledgerFaults()).toEqual([]));

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => (error instanceof DomainError ? `${error.kind} ${error.key}` : error),
  );

/** A recharge with an order at the provider. */
async function aRecharge(amount = 500) {
  const center = await aCenter();
  const { id } = await openTopUp(asCenter(center), { amount });
  await payable(id);
  return { center, order: await getOrder(id) };
}

test.each([
  ["100", 100],
  ["50,000", 50_000],
  ["५००", 500],
  ["99", undefined],
  ["50001", undefined],
  ["100.50", undefined],
  ["-500", undefined],
  ["", undefined],
  ["abc", undefined],
])("a recharge of '%s' rupees comes to %s", (entered, amount) => {
  const parsed = TopUp.safeParse({ amount: entered });
  expect(parsed.success ? parsed.data.amount : undefined).toBe(amount);
  if (!parsed.success) expect(parsed.error.issues[0]!.message).toBe("wallet.topUpAmount");
});

test("a recharge is an order made here, at the amount chosen, and nothing before it is paid", async () => {
  const { center, order } = await aRecharge(1_500);
  expect(order).toMatchObject({ purpose: "recharge", amountPaise: 150_000, centerId: center.id, ticketId: null });
  expect(await walletBalance(center.id)).toBe(0);
  expect((await purchaseState(asCenter(center), order.id)).state).toBe("open");
  expect(await historyOf("order", order.id)).toMatchObject([
    { event: "order.opened", actor_kind: "center", actor_id: center.id, data: { amountPaise: 150_000 } },
  ]);
});

test("R141 a paid recharge is in the wallet once, whoever tells of it and however often", async () => {
  const { center, order } = await aRecharge(500);
  const paid = (await till.pay(order.providerOrderId!))!;
  await till.settled();
  const callbacks = Array.from({ length: 5 }, () => unitOfWork(() => confirmCheckout(asVisitor(), paid)));
  const webhooks = [...till.sent, ...till.sent];
  await Promise.all([...callbacks, till.deliver(...webhooks)]);
  await checkPurchase(asCenter(center), { orderId: order.id });
  await reconcileOrders();
  expect(await walletBalance(center.id)).toBe(50_000);
  expect((await purchaseState(asCenter(center), order.id)).state).toBe("paid");
  const moves = await rows(sql`select kind from transfers where order_id = ${order.id}`);
  expect(moves).toEqual([{ kind: "recharge" }]);
  const entries = await historyOf("center", center.id);
  expect(entries.filter(({ event }) => event === "wallet.recharged")).toMatchObject([
    { data: { orderId: order.id, amountPaise: 50_000 } },
  ]);
});

test("a recharge that fails puts nothing in, and is paid at a second try of the same order", async () => {
  const { center, order } = await aRecharge(200);
  await till.pay(order.providerOrderId!, "failure");
  expect((await checkPurchase(asCenter(center), { orderId: order.id })).state).toBe("failed");
  expect((await purchaseState(asCenter(center), order.id)).state).toBe("failed");
  expect(await walletBalance(center.id)).toBe(0);
  expect((await centerTransactions(asCenter(center), {})).rows).toMatchObject([
    { kind: "recharge", amountPaise: 20_000, status: "FAILED" },
  ]);
  const paid = (await till.pay(order.providerOrderId!))!;
  await confirmCheckout(asCenter(center), paid);
  expect(await walletBalance(center.id)).toBe(20_000);
});

test("a recharge the provider took over another amount buys nothing and goes back", async () => {
  const { center, order } = await aRecharge(1_000);
  const paid = (await till.pay(order.providerOrderId!, "success", { amount: 100 }))!;
  await confirmCheckout(asCenter(center), paid);
  expect(await walletBalance(center.id)).toBe(0);
  expect((await purchaseState(asCenter(center), order.id)).state).not.toBe("paid");
});

test("another center's recharge does not exist for a center, and nobody else recharges a wallet", async () => {
  const { order } = await aRecharge();
  const stranger = asCenter(await aCenter());
  const { order: other } = await aRecharge();
  expect(await refusal(purchaseState(stranger, order.id))).toBe("missing payment.missing");
  expect(await refusal(checkPurchase(stranger, { orderId: other.id }))).toBe("missing payment.missing");
  for (const actor of [asVisitor(), asAdmin(await anAdmin())])
    expect(await refusal(openTopUp(actor, { amount: 500 }))).toBe("denied permission.denied");
  const fee = await till.anOrder({ ticketId: undefined as never, purpose: "recharge", centerId: other.centerId! });
  expect(await refusal(purchaseState(stranger, fee.id))).toBe("missing payment.missing");
});

test("a center begins no more than thirty recharges an hour", async () => {
  const center = asCenter(await aCenter());
  for (let turn = 0; turn < 30; turn++) await openTopUp(center, { amount: 100 });
  expect(await refusal(openTopUp(center, { amount: 100 }))).toBe("limited error.tooMany");
  const orders = await rows(sql`select 1 from orders where center_id = ${center.centerId}`);
  expect(orders).toHaveLength(30);
});

test("the statement holds the balance after each movement; kind and days of India narrow it", async () => {
  const { center, order } = await aRecharge(300);
  await confirmCheckout(asCenter(center), (await till.pay(order.providerOrderId!))!);
  const actor = asCenter(center);
  const day = 24 * 3_600_000;
  const before = new Date(Date.now() - day);
  const after = new Date(Date.now() + day);
  for (const list of [walletStatement, centerTransactions]) {
    const count = async (filter: Parameters<typeof walletStatement>[1]) => (await list(actor, filter)).rows.length;
    expect(await count({ kind: "recharge" })).toBe(1);
    expect(await count({ kind: "penalty" })).toBe(0);
    expect(await count({ from: before, to: after })).toBe(1);
    expect(await count({ from: after })).toBe(0);
    expect(await count({ to: before })).toBe(0);
  }
  expect((await walletStatement(actor, {})).rows).toMatchObject([
    { kind: "recharge", amountPaise: 30_000, walletRemainPaise: 30_000 },
  ]);
});

/** What can happen to a recharge, in any order and number. */
const happening = fc.record({
  amount: fc.integer({ min: 100, max: 50_000 }),
  tries: fc.array(fc.constantFrom("failure" as const, "success" as const), { minLength: 1, maxLength: 3 }),
  callbacks: fc.integer({ min: 0, max: 3 }),
  webhooks: fc.integer({ min: 0, max: 3 }),
  checks: fc.integer({ min: 0, max: 2 }),
});

property.prop([fc.array(happening, { minLength: 1, maxLength: 4 })], {
  numRuns: env.proofSize ?? { quick: 2, whole: 8 }[env.testSize],
})(
  "whatever becomes of a center's recharges, the ledger sums to zero and each that was paid is in the wallet once",
  async (happenings) => {
    const center = await aCenter();
    let expected = 0;
    for (const { amount, tries, callbacks, webhooks, checks } of happenings) {
      const { id } = await openTopUp(asCenter(center), { amount });
      await payable(id);
      const { providerOrderId } = await getOrder(id);
      till.sent.length = 0;
      const paid = [];
      for (const outcome of tries) paid.push(await till.pay(providerOrderId!, outcome));
      await till.settled();
      const proofs = paid.flatMap((proof) => (proof ? [proof] : []));
      const ways = [
        ...proofs.flatMap((proof) =>
          Array.from({ length: callbacks }, () => unitOfWork(() => confirmCheckout(asVisitor(), proof))),
        ),
        ...Array.from({ length: checks }, () => unitOfWork(() => checkPurchase(asCenter(center), { orderId: id }))),
      ];
      await Promise.all(ways);
      for (let time = 0; time < webhooks; time++) await till.deliver(...till.sent);
      const isReported = proofs.length > 0 && callbacks + webhooks + checks > 0;
      if (isReported) expected += fromRupees(amount);
      expect(await walletBalance(center.id), JSON.stringify(happenings)).toBe(expected);
      const moves = await rows(sql`select 1 from transfers where kind = 'recharge' and cause = ${id}`);
      expect(moves.length).toBe(isReported ? 1 : 0);
    }
    expect(await ledgerFaults()).toEqual([]);
  },
);
