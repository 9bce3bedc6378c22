import type { Actor } from "#modules/kernel/actor.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { type HistoryEntry, record } from "#modules/kernel/db/history.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { isMessageKey, type MessageKey } from "#modules/messages/index.ts";
import { clientTicketChanged } from "./events.ts";
import { displayedStatus } from "./labels.ts";
import type { Ticket } from "./ticket.entity.ts";

/** The sentence that tells an event of a ticket's history; undefined for an event that is not told. */
export function sentenceOf(event: string): MessageKey | undefined {
  const key = `history.${event}`;
  return isMessageKey(key) ? key : undefined;
}

/** A history row about a ticket. */
type Entry = Omit<HistoryEntry, "subject" | "id">;

/**
 * Write the history row of a change to a managed ticket, with the version the change led to: that is how a form of an
 * older version learns who changed what. Sends the ticket's changes first. `fresh`: a ticket that is just being made.
 */
export async function recordOn(actor: Actor, ticket: Ticket, entry: Entry, { fresh = false } = {}): Promise<void> {
  if (!fresh) await em().flush();
  const data = fresh ? entry.data : { ...entry.data, version: ticket.version };
  await record(actor, { subject: "ticket", id: ticket.id, ...entry, ...(data && { data }) });
  await emitForClient(ticket, entry.event);
}

/** Emit what happened to a client's ticket, with the facts of this moment; nothing for a ticket of nobody's. */
export async function emitForClient(ticket: Ticket, event: string): Promise<void> {
  if (!ticket.clientId) return;
  await emit(clientTicketChanged, {
    ...{ ticketId: ticket.id, clientId: ticket.clientId, event },
    facts: {
      id: ticket.publicId,
      number: ticket.ticketId,
      status: ticket.status,
      displayedStatus: displayedStatus({
        status: ticket.status,
        broadcastStatus: ticket.broadcastStatus ?? null,
        technicianId: ticket.technicianId ?? null,
      }),
      broadcastStatus: ticket.broadcastStatus ?? null,
      serviceAvailable: ticket.serviceAvailable,
      technicianAssigned: Boolean(ticket.technicianId),
      clientReference: ticket.clientReference ?? null,
      createdAt: ticket.createdAt,
      acceptedAt: ticket.acceptedAt ?? null,
      assignedAt: ticket.assignedAt ?? null,
      closedAt: ticket.closedAt ?? null,
    },
  });
}
