import type { Actor } from "../kernel/actor.ts";
import { em } from "../kernel/db.server.ts";
import { emit } from "../kernel/events.ts";
import { record } from "../kernel/history.ts";
import { orderOfTicket, refundToSource } from "../wallet/index.ts";
import { ticketRefunded } from "./events.ts";
import type { Ticket } from "./ticket.entity.ts";

/**
 * Give the fee of a locked ticket back to where it came from (fixed point 8): it was cancelled, or nobody took it. A
 * ticket without a paid fee is left alone, so asking twice refunds once.
 */
export async function returnFee(actor: Actor, ticket: Ticket, reason: string) {
  if (!ticket.isPaidByPublic) return;
  const order = await orderOfTicket(ticket.id);
  if (order?.status !== "paid") return;
  ticket.isPaidByPublic = false;
  await em().flush();
  await refundToSource({ orderId: order.id, reason });
  await record(actor, {
    subject: "ticket",
    id: ticket.id,
    event: "ticket.feeReturned",
    data: { orderId: order.id, amountPaise: order.amountPaise, reason },
  });
  await emit(ticketRefunded, { ticketId: ticket.id });
}
