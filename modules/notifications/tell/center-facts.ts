import { sql } from "kysely";
import { centerState } from "#modules/centers/shared.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { isLive } from "#modules/tickets/shared.ts";
import { asVariable, ticketFacts } from "./facts.ts";

/** A center that was not deleted. */
export const centerFacts = (centerId: string) =>
  row(
    sql<{ centerId: string; phone: string }>`
      select id as "centerId", phone from centers where id = ${centerId} and is_active <> ${sql.lit(centerState.DELETED)}`,
  );

type OfCenter = { ticketId: string; centerId: string };

/** A center and the number of a request of its; a ticket deleted meanwhile is still named. */
export const centerOfRequest = ({ ticketId, centerId }: OfCenter) =>
  row(
    sql<{ phone: string; ticketId: string; number: string }>`
      select c.phone, t.id as "ticketId", t.ticket_id as number from centers c, tickets t
       where c.id = ${centerId} and t.id = ${ticketId}`,
  );

/** A center that may still accept the ticket, or has it, with the service and pincode for its message. */
export async function offeredCenter({ ticketId, centerId }: OfCenter) {
  const ticket = await ticketFacts(ticketId);
  if (!ticket || !isLive(ticket)) return undefined;
  const center = await row<{ phone: string }>(
    sql`select phone from centers c where c.id = ${centerId} and c.is_active = ${sql.lit(centerState.ACTIVE)} and (
       exists (select 1 from broadcasts b where b.ticket_id = ${ticketId} and b.center_id = c.id and b.status = 'PENDING')
       or exists (select 1 from tickets t where t.id = ${ticketId} and t.center_id = c.id
                   and (t.status = 'PENDING' or t.broadcast_status = 'matched_in_same_center')))`,
  );
  return (
    center && { phone: center.phone, ticketId, centerId, service: asVariable(ticket.service), pincode: ticket.pincode }
  );
}
