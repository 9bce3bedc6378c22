import type { z } from "zod";
import { fromNow, hour, now } from "#modules/kernel/clock.ts";
import { rows, write } from "#modules/kernel/db/db.server.ts";
import { statement } from "#modules/kernel/db/fast-path.server.ts";
import { clientFactsOf, type clientTicketChanged, type ticketsChanged } from "#modules/tickets/index.ts";
import type { WebhookEvent } from "../webhook-schemas.ts";

/** How long a delivery is tried. */
export const tryForMs = 24 * hour;

/** What a client is told for which entry of a request's history; the others are the house's own. */
export const eventOf: Record<string, WebhookEvent> = {
  "ticket.created": "request.created",
  "ticket.broadcasted": "request.offered",
  "ticket.noCenter": "request.unserved",
  "ticket.accepted": "request.accepted",
  "ticket.matched": "request.accepted",
  "ticket.centerGiven": "request.accepted",
  "ticket.centerChanged": "request.accepted",
  "ticket.technicianAssigned": "request.technician_assigned",
  "ticket.technicianChanged": "request.technician_assigned",
  "ticket.started": "request.started",
  "ticket.verified": "request.status_changed",
  "ticket.held": "request.status_changed",
  "ticket.refused": "request.status_changed",
  "ticket.updated": "request.updated",
  "ticket.pincodeChanged": "request.updated",
  "ticket.requirementChanged": "request.updated",
  "ticket.closed": "request.closed",
  "ticket.cancelled": "request.cancelled",
  "ticket.deleted": "request.deleted",
  "ticket.restored": "request.restored",
};

/**
 * Write a delivery for each endpoint of the client that asked for the event, in the transaction of the change: a change
 * that is rolled back is told nobody. Returns whether clients are told of such a change at all.
 *
 * A delivery's `turn` is its place among those of its request, whose changes happen one after the other. A new request is
 * written by statements that are sent together, in no order: that it was made comes first by its turn 0.
 */
export function writeDeliveries({
  ticketId,
  clientId,
  event,
  facts,
}: z.output<typeof clientTicketChanged.payload>): boolean {
  const told = eventOf[event];
  if (!told) return false;
  const at = now();
  write(statement`
    insert into webhook_deliveries (id, turn, endpoint_id, ticket_id, event, facts, created_at, next_at, give_up_at)
    select gen_random_uuid(), case ${told}::text when 'request.created' then 0 else nextval('webhook_deliveries_turn_seq') end,
           e.id, ${ticketId}::uuid, ${told}, ${JSON.stringify(facts)}::jsonb, ${at}::timestamptz, ${at}::timestamptz,
           ${fromNow(tryForMs)}::timestamptz
      from webhook_endpoints e where e.client_id = ${clientId}::uuid and e.is_active and ${told} = any(e.events)`);
  return true;
}

/** How many requests' facts are in memory at once. */
const manyRows = 1_000;

/**
 * Write the deliveries of one change to many requests, in the transaction of the change; returns whether there are any.
 * Where no endpoint asks for it that is one statement, otherwise two for each thousand requests.
 */
export async function writeManyDeliveries({
  ticketIds,
  event,
}: z.output<typeof ticketsChanged.payload>): Promise<boolean> {
  const told = eventOf[event];
  if (!told) return false;
  const asking = await rows<{ client_id: string }>(
    "select distinct client_id from webhook_endpoints where is_active and $1 = any(events)",
    [told],
  );
  const clientIds = asking.map(({ client_id }) => client_id);
  if (clientIds.length === 0) return false;
  let wrote = false;
  for (let from = 0; from < ticketIds.length; from += manyRows) {
    const changes = await clientFactsOf(ticketIds.slice(from, from + manyRows), clientIds);
    if (changes.length === 0) continue;
    await rows(
      `insert into webhook_deliveries (id, turn, endpoint_id, ticket_id, event, facts, created_at, next_at, give_up_at)
       select gen_random_uuid(), case $1::text when 'request.created' then 0 else nextval('webhook_deliveries_turn_seq') end,
              e.id, c.ticket_id, $1, c.facts, $2::timestamptz, $2::timestamptz, $3::timestamptz
         from unnest($4::uuid[], $5::uuid[], $6::jsonb[]) as c (ticket_id, client_id, facts)
         join webhook_endpoints e on e.client_id = c.client_id and e.is_active and $1 = any(e.events)`,
      [
        ...[told, now(), fromNow(tryForMs), changes.map(({ ticketId }) => ticketId)],
        ...[changes.map(({ clientId }) => clientId), changes.map(({ facts }) => JSON.stringify(facts))],
      ],
    );
    wrote = true;
  }
  return wrote;
}
