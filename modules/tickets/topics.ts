import { rows } from "../kernel/db.server.ts";
import type { Ticket } from "./ticket.entity.ts";

/** Who looks at a ticket live: its tracking page, its center, the center that made it and everybody it is offered to. */
export async function topicsOf(ticket: Ticket): Promise<string[]> {
  const offered = await rows<{ center_id: string }>("select center_id from broadcasts where ticket_id = $1", [
    ticket.id,
  ]);
  const centers = [ticket.centerId, ticket.createdByCenterId, ...offered.map(({ center_id }) => center_id)];
  return [`ticket:${ticket.publicId}`, ...centers.flatMap((centerId) => (centerId ? [`center:${centerId}`] : []))];
}
