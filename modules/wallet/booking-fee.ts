import { system } from "../kernel/actor.ts";
import { transaction } from "../kernel/db.server.ts";
import type { Purchase } from "./events.ts";
import { isGoingBack, lockOrder, orderOfTicket } from "./orders.ts";
import { moved, transfer, transferOf } from "./transfer.ts";

/** Hold a captured booking fee until the ticket closes or the fee goes back (fixed point 8); once per order. */
export const holdBookingFee = ({ orderId, ticketId, amountPaise }: Purchase) =>
  transfer({
    kind: "booking_fee",
    cause: orderId,
    entries: moved(amountPaise, "gateway", "booking_fees_held"),
    ticketId,
    orderId,
    actor: system("payments"),
  });

/**
 * Earn the held booking fee of a ticket that closes, in the closing transaction. False when there is nothing to earn:
 * a ticket without a fee, an unpaid one, or a fee that is on its way back.
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
      entries: moved(order.amountPaise, "booking_fees_held", "booking_fee_income"),
      ticketId,
      orderId: order.id,
      actor: system("payments"),
    });
    return true;
  });
