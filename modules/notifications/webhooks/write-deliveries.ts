import type { z } from "zod";
import { fromNow, hour, now } from "#modules/kernel/clock.ts";
import { write } from "#modules/kernel/db/db.server.ts";
import { statement } from "#modules/kernel/db/fast-path.server.ts";
import type { clientTicketChanged } from "#modules/tickets/index.ts";
import type { WebhookEvent } from "../webhook-schemas.ts";

/** How long a delivery is tried. */
export const tryForMs = 24 * hour;

/** What a client is told for which entry of a request's history; the others are the house's own. */
const eventOf: Record<string, WebhookEvent> = {
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
  const [at, until, kept] = [now(), fromNow(tryForMs), JSON.stringify(facts)];
  write(
    told === "request.created"
      ? statement`
    insert into webhook_deliveries (id, turn, endpoint_id, ticket_id, event, facts, created_at, next_at, give_up_at)
    select gen_random_uuid(), 0, e.id, ${ticketId}::uuid, ${told}, ${kept}::jsonb, ${at}::timestamptz,
           ${at}::timestamptz, ${until}::timestamptz
      from webhook_endpoints e where e.client_id = ${clientId}::uuid and e.is_active and ${told} = any(e.events)`
      : statement`
    insert into webhook_deliveries (id, endpoint_id, ticket_id, event, facts, created_at, next_at, give_up_at)
    select gen_random_uuid(), e.id, ${ticketId}::uuid, ${told}, ${kept}::jsonb, ${at}::timestamptz,
           ${at}::timestamptz, ${until}::timestamptz
      from webhook_endpoints e where e.client_id = ${clientId}::uuid and e.is_active and ${told} = any(e.events)`,
  );
  return true;
}
