import { sql } from "kysely";
import type { z } from "zod";
import { fromNow, hour, now } from "#modules/kernel/clock.ts";
import { rows, write } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import {
  clientFactsOf,
  type clientTicketChanged,
  type ticketsChanged,
  type uploadEnded,
} from "#modules/tickets/index.ts";
import { type RequestEventName, uploadEvent } from "./input.ts";

/** How long a delivery is tried. */
export const tryForMs = 24 * hour;

/** The client's event for an entry of a request's history; the other entries are internal. */
export const eventOf: Record<string, RequestEventName> = {
  "ticket.created": "request.created",
  "ticket.broadcasted": "request.offered",
  "ticket.noCenter": "request.unserved",
  "ticket.accepted": "request.accepted",
  "ticket.matched": "request.accepted",
  "ticket.centerGiven": "request.accepted",
  "ticket.centerChanged": "request.accepted",
  "ticket.handedBack": "request.status_changed",
  "ticket.technicianAssigned": "request.technician_assigned",
  "ticket.technicianChanged": "request.technician_assigned",
  "ticket.started": "request.started",
  "ticket.verified": "request.status_changed",
  "ticket.held": "request.status_changed",
  "ticket.refused": "request.status_changed",
  "ticket.updated": "request.updated",
  "ticket.pincodeChanged": "request.updated",
  "proposal.chosen": "request.updated",
  "ticket.timeChanged": "request.updated",
  "ticket.centerLeft": "request.status_changed",
  "ticket.timeAgreed": "request.updated",
  "ticket.requirementChanged": "request.updated",
  "ticket.closed": "request.closed",
  "ticket.paymentRecorded": "request.updated",
  "ticket.outcomeAnswered": "request.updated",
  "ticket.caseOpened": "request.updated",
  "ticket.caseDecided": "request.updated",
  "ticket.caseClosed": "request.updated",
  "ticket.cancelled": "request.cancelled",
  "ticket.deleted": "request.deleted",
  "ticket.restored": "request.restored",
};

/**
 * Write a client's event, and a delivery of it for each endpoint that chose it, in the transaction of the
 * change: nothing is sent for a change that is rolled back. Returns whether there is an event for such a change at all.
 *
 * A delivery's `turn` is its place among those of its request, whose changes happen one after the other. That
 * a request was made comes first by its turn 0.
 */
export function writeDeliveries({
  ticketId,
  clientId,
  event,
  facts,
}: z.output<typeof clientTicketChanged.payload>): boolean {
  const eventType = eventOf[event];
  if (!eventType) return false;
  const at = now();
  const eventId = rowId();
  const stored = JSON.stringify(facts);
  write(sql`
    insert into client_events (id, client_id, ticket_id, event, facts, created_at)
    values (${eventId}::uuid, ${clientId}::uuid, ${ticketId}::uuid, ${eventType}, ${stored}::jsonb, ${at}::timestamptz)`);
  write(sql`
    insert into webhook_deliveries (id, turn, endpoint_id, event_id, ticket_id, event, facts, created_at, next_at, give_up_at)
    select gen_random_uuid(), case ${eventType}::text when 'request.created' then 0 else nextval('webhook_deliveries_turn_seq') end,
           e.id, ${eventId}::uuid, ${ticketId}::uuid, ${eventType}, ${stored}::jsonb, ${at}::timestamptz, ${at}::timestamptz,
           ${fromNow(tryForMs)}::timestamptz
      from webhook_endpoints e where e.client_id = ${clientId}::uuid and e.is_active and ${eventType} = any(e.events)`);
  return true;
}

/** How many requests' facts are in memory at once. */
const manyRows = 1_000;

/**
 * Write the events of one change to many requests and their deliveries, in the transaction of the change; returns whether
 * there are any. That is two statements for each thousand requests, one where none of them is a client's.
 */
export async function writeManyDeliveries({
  ticketIds,
  event,
}: z.output<typeof ticketsChanged.payload>): Promise<boolean> {
  const eventType = eventOf[event];
  if (!eventType) return false;
  let wrote = false;
  for (let from = 0; from < ticketIds.length; from += manyRows) {
    const changes = await clientFactsOf(ticketIds.slice(from, from + manyRows));
    if (changes.length === 0) continue;
    const at = now();
    await rows(
      sql`with told as (
         insert into client_events (id, client_id, ticket_id, event, facts, created_at)
         select c.id, c.client_id, c.ticket_id, ${eventType}, c.facts, ${at}::timestamptz
           from unnest(${changes.map(() => rowId())}::uuid[], ${changes.map(({ ticketId }) => ticketId)}::uuid[], ${changes.map(({ clientId }) => clientId)}::uuid[], ${changes.map(({ facts }) => JSON.stringify(facts))}::jsonb[]) as c (id, ticket_id, client_id, facts)
         returning id, ticket_id, client_id, facts)
       insert into webhook_deliveries (id, turn, endpoint_id, event_id, ticket_id, event, facts, created_at, next_at, give_up_at)
       select gen_random_uuid(), case ${eventType}::text when 'request.created' then 0 else nextval('webhook_deliveries_turn_seq') end,
              e.id, c.id, c.ticket_id, ${eventType}, c.facts, ${at}::timestamptz, ${at}::timestamptz, ${fromNow(tryForMs)}::timestamptz
         from told c join webhook_endpoints e on e.client_id = c.client_id and e.is_active and ${eventType} = any(e.events)`,
    );
    wrote = true;
  }
  return wrote;
}

/**
 * Write the event of an upload's end and a delivery of it for each endpoint that chose it, in the transaction in which
 * it ends; an upload that has its event gets no second one. Returns whether there is a delivery.
 */
export async function writeUploadDeliveries({
  clientId,
  facts,
}: z.output<typeof uploadEnded.payload>): Promise<boolean> {
  const at = now();
  const stored = JSON.stringify(facts);
  const written = await rows(
    sql<{ id: string }>`
      with event as (
        insert into client_events (id, client_id, upload_id, event, facts, created_at)
        values (${rowId()}, ${clientId}, ${facts.id}, ${uploadEvent}, ${stored}::jsonb, ${at})
        on conflict (upload_id) where upload_id is not null do nothing
        returning id, client_id, event, facts, created_at)
      insert into webhook_deliveries (id, endpoint_id, event_id, event, facts, created_at, next_at, give_up_at)
      select gen_random_uuid(), p.id, e.id, e.event, e.facts, e.created_at, e.created_at, ${fromNow(tryForMs)}::timestamptz
        from event e join webhook_endpoints p on p.client_id = e.client_id and p.is_active and e.event = any(p.events)
      returning id`,
  );
  return written.length > 0;
}
