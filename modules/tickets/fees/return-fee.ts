import type { Actor } from "#modules/kernel/actor.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { orderOfTicket, returnBookingFee } from "#modules/wallet/index.ts";
import { ticketRefunded } from "../events.ts";
import { recordOn } from "../history.ts";
import type { Ticket } from "../ticket.entity.ts";
import { giveUseBack } from "./offer-uses.ts";

/**
 * Refund the paid fee of a locked ticket to its source (fixed point 8), the part paid by a balance to that balance,
 * because it was cancelled or not accepted; the use of a limited offer that lowered it is returned. Idempotent: a
 * ticket without a paid fee is left unchanged.
 */
export async function returnFee(actor: Actor, ticket: Ticket, reason: string) {
  if (!ticket.isPaidByPublic) return;
  const order = await orderOfTicket(ticket.id);
  if (order?.status !== "paid") return;
  ticket.isPaidByPublic = false;
  await em().flush();
  await returnBookingFee(actor, { orderId: order.id, reason });
  await giveUseBack(actor, ticket.id, { paid: true });
  await recordOn(actor, ticket, {
    event: "ticket.feeReturned",
    data: { orderId: order.id, amountPaise: ticket.bookingFeePaise, reason },
  });
  await emit(ticketRefunded, { ticketId: ticket.id });
}
