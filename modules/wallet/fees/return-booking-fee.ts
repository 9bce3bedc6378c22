import type { Actor } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { type Paise, zero } from "#modules/kernel/money.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { feeInBalance } from "../events.ts";
import { isFeeEarned } from "../ledger/booking-fee.ts";
import { feeLeft } from "../ledger/by-hand.ts";
import { customerOfRequest, giveBackToBalance, paidFromBalance } from "../ledger/customer-balance.ts";
import { entriesBetween, transfer } from "../ledger/transfer.ts";
import type { Order, Payment } from "../orders/order.entity.ts";
import { isGoingBack, isInBalance, lockOrder, orderOfTicket } from "../orders/orders.ts";
import { isRefundable, payingPayment, refundToSource, request } from "../refunds/refund-to-source.ts";

type Returned = { orderId: string; reason: string };

/**
 * Return the held fee of a paid order: what was paid at the provider to its source for 180 days, then to the customer's
 * balance; what a balance paid to that balance, at once. Refuses with conflict("refund.notPaid") and
 * conflict("refund.earned"); a repeat moves nothing.
 */
export const returnBookingFee = (actor: Actor, { orderId, reason }: Returned): Promise<void> =>
  transaction(async () => {
    const order = await lockOrder(orderId);
    if (order.status !== "paid") throw conflict("refund.notPaid");
    if (await isFeeEarned(order.id)) throw conflict("refund.earned");
    const captured = order.amountPaise > 0 ? await returnCaptured(actor, order, reason) : zero;
    await tellOfBalance(order, captured + (await giveBackToBalance(actor, order)));
  });

/**
 * Return what was paid of a locked order's held fee at the provider: as long as its source is open there, or where nobody
 * registered has the request's phone; else to that customer's balance. Returns what went to the balance, in paise.
 */
async function returnCaptured(actor: Actor, order: Order, reason: string): Promise<Paise> {
  if (await isInBalance(order.id)) return zero;
  const payment = await payingPayment(order);
  const toSource = !payment || isRefundable(payment) || (await isGoingBack(order.id));
  const consumerId = toSource || !order.ticketId ? undefined : await customerOfRequest(order.ticketId);
  if (!consumerId) {
    await refundToSource({ orderId: order.id, reason });
    return zero;
  }
  await transfer({
    kind: "booking_fee_refund",
    cause: order.id,
    entries: entriesBetween(order.amountPaise, "booking_fees_held", { consumerId }),
    ticketId: order.ticketId ?? null,
    orderId: order.id,
    actor,
    note: reason,
  });
  return order.amountPaise;
}

/** A customer is told what of a fee came back to their balance, in paise; of nothing nobody is. */
async function tellOfBalance({ id: orderId, ticketId }: Order, amount: number): Promise<void> {
  if (amount > 0 && ticketId) await emit(feeInBalance, { orderId, ticketId, amountPaise: amount });
}

/** Give a balance back what the unpaid fee of an ended request took from it; nothing of a paid one. */
export const releaseBalance = (actor: Actor, ticketId: string): Promise<void> =>
  transaction(async () => {
    const stored = await orderOfTicket(ticketId);
    if (!stored?.walletPaise || stored.status === "paid") return;
    const order = await lockOrder(stored.id);
    if (order.status !== "paid") await giveBackToBalance(actor, order);
  });

/** How an earned fee is refunded now: to its source as a whole, or to the customer's wallet in the entered amount. */
export type EarnedFee =
  | { to: "source"; leftPaise: Paise; order: Order; payment: Payment }
  | { to: "wallet"; leftPaise: Paise; orderId: string | null };

/**
 * Where a refund of a request's earned fee goes (fixed point 8): to its source for 180 days from the capture, as long as
 * nothing of it was refunded; else to the wallet. The request is locked.
 */
export async function earnedFeeOf(ticketId: string): Promise<EarnedFee> {
  const leftPaise = await feeLeft(ticketId);
  const order = await orderOfTicket(ticketId);
  const wallet = { to: "wallet", leftPaise, orderId: order?.id ?? null } as const;
  if (!order || order.amountPaise === 0 || (await isGoingBack(order.id))) return wallet;
  if (leftPaise !== order.amountPaise + (await paidFromBalance(order.id))) return wallet;
  const payment = await payingPayment(order);
  if (!payment || !isRefundable(payment)) return wallet;
  return { to: "source", leftPaise, order, payment };
}

/**
 * Refund an earned fee as a whole, as an admin: it is no income any more and held again until the provider has refunded
 * it; what a balance paid of it goes back there at once. Once per cause, the id of the decision.
 */
export const refundEarnedToSource = (
  actor: Actor,
  { order, payment, leftPaise, cause }: Extract<EarnedFee, { to: "source" }> & { cause: string },
): Promise<void> =>
  transaction(async () => {
    const locked = await lockOrder(order.id);
    await transfer({
      kind: "refund",
      cause,
      entries: entriesBetween(leftPaise, "booking_fee_income", "booking_fees_held"),
      ticketId: locked.ticketId ?? null,
      orderId: locked.id,
      actor,
    });
    await tellOfBalance(locked, await giveBackToBalance(actor, locked));
    await request(locked, payment, "refunded by an admin");
  });
