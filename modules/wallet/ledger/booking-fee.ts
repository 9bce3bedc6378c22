import { system } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import type { Purchase } from "../events.ts";
import { isGoingBack, lockOrder, orderOfTicket } from "../orders/orders.ts";
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

/**
 * Earn the held booking fee of a closing ticket, in the closing transaction. False when there is nothing to earn: no
 * fee, an unpaid one, or one being refunded.
 */
export const earnBookingFee = (ticketId: string): Promise<boolean> =>
  transaction(async () => {
    const found = await orderOfTicket(ticketId);
    if (found?.status !== "paid") return false;
    const order = await lockOrder(found.id);
    if (!(await transferOf("booking_fee", order.id)) || (await isGoingBack(order.id))) return false;
    await transfer({
      kind: "booking_fee_earned",
      cause: order.id,
      entries: entriesBetween(order.amountPaise, "booking_fees_held", "booking_fee_income"),
      ticketId,
      orderId: order.id,
      actor: system("payments"),
    });
    return true;
  });
