import { system } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import type { Purchase } from "../events.ts";
import type { Order } from "../orders/order.entity.ts";
import { isGoingBack, lockOrder, orderOfTicket } from "../orders/orders.ts";
import { paidFromBalance } from "./customer-balance.ts";
import { entriesBetween, transfer, transferOf } from "./transfer.ts";

/** Hold a captured booking fee until the ticket closes or the fee is refunded (fixed point 8); once per order. */
export const holdBookingFee = ({ orderId, ticketId, amountPaise }: Purchase) =>
  transfer({
    kind: "booking_fee",
    cause: orderId,
    entries: entriesBetween(amountPaise, "gateway", "booking_fees_held"),
    ticketId,
    orderId,
    actor: system("payments"),
  });

/** Whether a ticket's booking fee was paid, and neither earned nor refunded. */
export async function isFeeHeld(ticketId: string): Promise<boolean> {
  const order = await orderOfTicket(ticketId);
  if (order?.status !== "paid" || (await heldOf(order)) === 0) return false;
  return !(await transferOf("booking_fee_earned", order.id)) && !(await isGoingBack(order.id));
}

/** What was captured of an order's fee, and what a balance pays of it, in paise. */
async function heldOf(order: Order): Promise<Paise> {
  const captured = (await transferOf("booking_fee", order.id)) ? order.amountPaise : 0;
  return toPaise(captured + (order.walletPaise ? await paidFromBalance(order.id) : 0));
}

/**
 * Earn the held booking fee of a closed ticket, in the deciding transaction. Returns false when there is nothing to
 * earn: no fee, an unpaid one, or one being refunded.
 */
export const earnBookingFee = (ticketId: string): Promise<boolean> =>
  transaction(async () => {
    const feeOrder = await orderOfTicket(ticketId);
    if (feeOrder?.status !== "paid") return false;
    const order = await lockOrder(feeOrder.id);
    const amountPaise = await heldOf(order);
    if (amountPaise === 0 || (await isGoingBack(order.id))) return false;
    await transfer({
      kind: "booking_fee_earned",
      cause: order.id,
      entries: entriesBetween(amountPaise, "booking_fees_held", "booking_fee_income"),
      ticketId,
      orderId: order.id,
      actor: system("payments"),
    });
    return true;
  });
