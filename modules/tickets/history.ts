import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { em, rows } from "#modules/kernel/db/db.server.ts";
import { type HistoryEntry, historyBytes, record, recordBytes } from "#modules/kernel/db/history.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { isMessageKey, type MessageKey } from "#modules/messages/index.ts";
import { type ClientTicketFacts, clientTicketChanged, ticketsChanged } from "./events.ts";
import { displayedStatus } from "./labels.ts";
import type { Ticket } from "./ticket.entity.ts";

/** Returns the sentence for an event of a ticket's history; undefined for an event that is not shown. */
export function sentenceOf(event: string): MessageKey | undefined {
  const key = `history.${event}`;
  return isMessageKey(key) ? key : undefined;
}

/** A history row about a ticket. */
export type TicketEntry = Omit<HistoryEntry, "subject" | "id">;

/**
 * Write the history row of a change to a managed ticket, with the version the change led to: that is how a form of an
 * older version learns who changed what. Sends the ticket's changes first. `fresh`: a ticket that is just being made.
 */
export async function recordOn(
  actor: Actor,
  ticket: Ticket,
  entry: TicketEntry,
  { fresh = false } = {},
): Promise<void> {
  await write(actor, ticket, entry, { fresh });
  await announceToClient(ticket, entry.event);
}

/** The same without notifying the client, for a change that can be undone; `announceToClient` follows once it cannot. */
export const recordUndoable = (actor: Actor, ticket: Ticket, entry: TicketEntry) =>
  write(actor, ticket, entry, { fresh: false });

async function write(actor: Actor, ticket: Ticket, entry: TicketEntry, { fresh }: { fresh: boolean }): Promise<void> {
  if (!fresh) await em().flush();
  const data = fresh ? entry.data : { ...entry.data, version: ticket.version };
  await record(actor, { subject: "ticket", id: ticket.id, ...entry, ...(data && { data }) });
}

/** Let the client of a ticket, if it has one, know of an event. */
export async function announceToClient(ticket: Ticket, event: string): Promise<void> {
  const { clientId } = ticket;
  if (clientId) await emit(clientTicketChanged, { ticketId: ticket.id, clientId, event, facts: factsOf(ticket) });
}

/**
 * Write the history row of the same change to many tickets, in a few statements for however many. The tickets are written
 * already; a form of an older version learns nothing from these rows.
 */
export async function recordOnAll(actor: Actor, ticketIds: readonly string[], entry: TicketEntry): Promise<void> {
  if (ticketIds.length === 0) return;
  const bytes = historyBytes(
    actor,
    ticketIds.map((id) => ({ subject: "ticket", id, ...entry })),
  );
  // Sent together.
  await Promise.all([recordBytes(bytes), emit(ticketsChanged, { ticketIds: [...ticketIds], event: entry.event })]);
}

/** Returns the facts of those of these tickets that belong to a client, by one statement. */
export async function clientFactsOf(
  ticketIds: readonly string[],
): Promise<{ ticketId: string; clientId: string; facts: ClientTicketFacts }[]> {
  const tickets = await rows<TicketColumns & { id: string; clientId: string }>(
    sql`select id, client_id as "clientId", public_id as "publicId", ticket_id as "ticketId", status,
            broadcast_status as "broadcastStatus", technician_id as "technicianId",
            service_available as "serviceAvailable", client_reference as "clientReference", created_at as "createdAt",
            accepted_at as "acceptedAt", assigned_at as "assignedAt", closed_at as "closedAt"
       from tickets where id = any(${ticketIds}::uuid[]) and client_id is not null`,
  );
  return tickets.map((ticket) => ({ ticketId: ticket.id, clientId: ticket.clientId, facts: factsOf(ticket) }));
}

type TicketColumns = Pick<Ticket, "publicId" | "ticketId" | "status" | "serviceAvailable" | "createdAt"> &
  Partial<Pick<Ticket, "broadcastStatus" | "technicianId" | "clientReference">> &
  Partial<Pick<Ticket, "acceptedAt" | "assignedAt" | "closedAt">>;

const at = (moment: Date | string | null | undefined) => (moment ? new Date(moment) : null);

function factsOf(ticket: TicketColumns): ClientTicketFacts {
  return {
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
    createdAt: new Date(ticket.createdAt),
    acceptedAt: at(ticket.acceptedAt),
    assignedAt: at(ticket.assignedAt),
    closedAt: at(ticket.closedAt),
  };
}
