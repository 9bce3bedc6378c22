import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";
import type { Ticket } from "./ticket.entity.ts";

/**
 * The live-update topics of a ticket: its tracking page, its center, the center that created it, and all centers it is
 * offered to.
 */
export async function topicsOf(ticket: Ticket): Promise<string[]> {
  const offered = await rows<{ center_id: string }>(
    sql`select center_id from broadcasts where ticket_id = ${ticket.id}`,
  );
  const centers = [ticket.centerId, ticket.createdByCenterId, ...offered.map(({ center_id }) => center_id)];
  return [
    "requests",
    `ticket:${ticket.publicId}`,
    ...centers.flatMap((centerId) => (centerId ? [`center:${centerId}`] : [])),
  ];
}
