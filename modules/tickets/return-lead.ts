import type { Actor } from "../kernel/actor.ts";
import { em } from "../kernel/db.server.ts";
import { record } from "../kernel/history.ts";
import { returnLeadFee } from "../wallet/index.ts";
import { BroadcastSchema } from "./broadcast.entity.ts";
import type { Ticket } from "./ticket.entity.ts";

/**
 * Give the center that accepted a locked ticket its lead price back, into its wallet: the house cancelled or deleted
 * the ticket, so the center got nothing for it. It goes to the wallet however it was paid, as a late payment does; once
 * per acceptance, and a ticket that was accepted without a price is left alone.
 */
export async function returnLead(actor: Actor, ticket: Ticket) {
  if (!ticket.isPaidByTechnician) return;
  const broadcast = await em().findOne(BroadcastSchema, { ticketId: ticket.id, status: "ACCEPTED" }, { refresh: true });
  if (!broadcast?.paidFrom) return;
  const { centerId, orderId, id: broadcastId, paidFrom } = broadcast;
  const cause = paidFrom === "card" && orderId ? orderId : broadcastId;
  if (!(await returnLeadFee({ centerId, ticketId: ticket.id, cause, actor }))) return;
  ticket.isPaidByTechnician = false;
  await em().flush();
  await record(actor, {
    subject: "ticket",
    id: ticket.id,
    event: "ticket.leadReturned",
    data: { broadcastId, centerId },
  });
}
