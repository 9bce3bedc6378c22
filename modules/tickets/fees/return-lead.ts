import type { Actor } from "#modules/kernel/actor.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { returnLeadFee } from "#modules/wallet/index.ts";
import { BroadcastSchema } from "../broadcast.entity.ts";
import { recordOn } from "../history.ts";
import type { Ticket } from "../ticket.entity.ts";

/**
 * Credit the lead price of a locked ticket to the wallet of the center that accepted it, because the operator cancelled
 * or deleted the ticket, or moved it to another center, or
 * by a rule, at most `mostPaise` of it. Always to the wallet, however it was paid, like a late payment;
 * once per acceptance, and nothing for an acceptance without a price.
 */
export async function returnLead(actor: Actor, ticket: Ticket, { mostPaise }: { mostPaise?: Paise } = {}) {
  if (!ticket.isPaidByTechnician) return;
  const broadcast = await em().findOne(BroadcastSchema, { ticketId: ticket.id, status: "ACCEPTED" }, { refresh: true });
  if (!broadcast?.paidFrom) return;
  const { centerId, orderId, id: broadcastId, paidFrom } = broadcast;
  const cause = paidFrom === "card" && orderId ? orderId : broadcastId;
  if (!(await returnLeadFee({ centerId, ticketId: ticket.id, cause, actor, mostPaise }))) return;
  // Of a part the rest stays paid.
  if (mostPaise === undefined) ticket.isPaidByTechnician = false;
  await recordOn(actor, ticket, { event: "ticket.leadReturned", data: { broadcastId, centerId } });
}
