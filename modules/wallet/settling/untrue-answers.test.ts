import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { closeCircuits } from "#modules/kernel/outside/circuit.ts";
import { clearFaults, setFaults } from "#modules/sandbox/payments/faults.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aServedTicket, asVisitor } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { ledgerFaults } from "../ledger/ledger-faults.ts";
import { getOrder } from "../orders/orders.ts";
import { payable } from "../orders/payable.ts";
import { confirmCheckout, confirmWithProvider } from "./confirm-payment.ts";
import { reconcileOrders } from "./reconcile-orders.ts";

openDatabase();

const till = openTill();
afterEach(async () => {
  await clearFaults();
  closeCircuits();
  resetClock();
  expect(await ledgerFaults()).toEqual([]);
});

const anyone = asVisitor();
const aFee = async () => till.anOrder({ ticketId: (await aServedTicket()).id });
const kindsOf = async (orderId: string) =>
  (await rows<{ kind: string }>(sql`select kind from transfers where order_id = ${orderId}`))
    .map(({ kind }) => kind)
    .sort();
const refundsAtProvider = (providerOrderId: string) =>
  rows<{ amount: string }>(
    sql`select r.amount from sandbox_refunds r join sandbox_payments p on p.id = r.payment_id where p.order_id = ${providerOrderId}`,
  );

describe("an answer that is not so", () => {
  test.each(["payment", "orderPayments", "capture"] as const)(
    "captured, of what is only authorized (%s): nothing is paid",
    async (call) => {
      const order = await aFee();
      const callback = (await till.pay(order.providerOrderId!, "pending"))!;
      // An authorized payment could be captured now; this one cannot, so that only the provider's false answer claims
      // it.
      await rows(sql`update sandbox_payments set status = 'failed' where order_id = ${order.providerOrderId}`);
      await setFaults({ calls: [call], lie: 1, lies: ["captured"] });
      expect((await confirmCheckout(anyone, callback)).state).not.toBe("paid");
      expect((await confirmWithProvider(anyone, { orderId: order.id })).state).not.toBe("paid");
      moveClock(16 * minute);
      await reconcileOrders();
      expect(await kindsOf(order.id)).toEqual([]);
      expect((await getOrder(order.id)).status).not.toBe("paid");
    },
  );

  test.each([
    ["payment", "amount"],
    ["orderPayments", "amount"],
    ["payment", "currency"],
    ["orderPayments", "currency"],
    ["payment", "failed"],
    ["orderPayments", "failed"],
    ["payment", "refunded"],
    ["orderPayments", "refunded"],
    ["payment", "another"],
    ["orderPayments", "another"],
    ["orderPayments", "none"],
  ] as const)("%s says %s of a captured payment: nothing moves, and the truth pays the order", async (call, lie) => {
    const order = await aFee();
    const callback = (await till.pay(order.providerOrderId!))!;
    await setFaults({ calls: [call], lie: 1, lies: [lie] });
    expect((await confirmCheckout(anyone, callback)).state).not.toBe("paid");
    expect((await confirmWithProvider(anyone, { orderId: order.id })).state).not.toBe("paid");
    expect(await kindsOf(order.id)).toEqual([]);
    await clearFaults();
    moveClock(16 * minute);
    await reconcileOrders();
    expect(await kindsOf(order.id)).toEqual(["booking_fee"]);
    expect(await refundsAtProvider(order.providerOrderId!)).toEqual([]);
  });

  test.each(["amount", "currency", "another"] as const)(
    "an order made with another %s is not handed out",
    async (lie) => {
      await till.pay((await aFee()).providerOrderId!);
      const order = await aFee();
      await rows(sql`update orders set provider_order_id = null where id = ${order.id}`);
      await rows(sql`delete from sandbox_orders where id = ${order.providerOrderId}`);
      await setFaults({ calls: ["createOrder"], lie: 1, lies: [lie] });
      await expect(payable(order.id)).rejects.toMatchObject({ kind: "unavailable", key: "payment.unavailable" });
      await clearFaults();
      expect((await payable(order.id)).amount).toBe(9900);
    },
  );

  test("a well signed webhook of a refund that never was moves nothing", async () => {
    const order = await aFee();
    const { providerPaymentId } = (await till.pay(order.providerOrderId!))!;
    await confirmWithProvider(anyone, { orderId: order.id });
    const entity = { id: "rfnd_1", payment_id: providerPaymentId, amount: 9900, status: "processed", created_at: 1 };
    const event = { event: "refund.processed", created_at: 1, payload: { refund: { entity } } };
    await till.deliver(till.signed(event, "a refund that never was"));
    expect(await kindsOf(order.id)).toEqual(["booking_fee"]);
  });
});

describe("a captured payment that does not fit", () => {
  test.each([100, 20_000])(
    "over %i paise is not lost: it goes back whole, and the order may still be paid",
    async (amount) => {
      const order = await aFee();
      const callback = (await till.pay(order.providerOrderId!, "success", { amount }))!;
      expect(await confirmCheckout(anyone, callback)).toMatchObject({ state: "failed" });
      expect(await confirmWithProvider(anyone, { orderId: order.id })).toMatchObject({ state: "failed" });
      expect(await kindsOf(order.id)).toEqual(["extra_payment"]);
      await till.work();
      expect(await kindsOf(order.id)).toEqual(["extra_payment", "extra_payment_refund"]);
      expect((await refundsAtProvider(order.providerOrderId!)).map((refund) => Number(refund.amount))).toEqual([
        amount,
      ]);
      expect(await confirmCheckout(anyone, (await till.pay(order.providerOrderId!))!)).toMatchObject({ state: "paid" });
      expect(await kindsOf(order.id)).toEqual(["booking_fee", "extra_payment", "extra_payment_refund"]);
    },
  );

  test("in another currency is written down once for an operator", async () => {
    const order = await aFee();
    const callback = (await till.pay(order.providerOrderId!))!;
    await rows(sql`update sandbox_payments set currency = 'USD' where id = ${callback.providerPaymentId}`);
    for (let turn = 0; turn < 3; turn++)
      expect(await confirmCheckout(anyone, callback)).toMatchObject({ state: "failed" });
    const held = (await historyOf("order", order.id)).filter(({ event }) => event === "order.paymentHeld");
    expect(held.map(({ data }) => data)).toEqual([
      { payment: callback.providerPaymentId, amount: 9900, currency: "USD" },
    ]);
    expect(await kindsOf(order.id)).toEqual([]);
  });
});
