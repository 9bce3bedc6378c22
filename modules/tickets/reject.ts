import type { Actor, ActorOf } from "../kernel/actor.ts";
import { em, row, rows, transaction } from "../kernel/db.server.ts";
import { conflict, denied, missing } from "../kernel/errors.ts";
import { announce } from "../kernel/live.server.ts";
import { type Broadcast, BroadcastSchema } from "./broadcast.entity.ts";
import { decide, nobodyLeft, offer } from "./broadcast.ts";
import { moveBroadcast } from "./lifecycle.ts";
import { ticketById } from "./visible.ts";

/**
 * A center refuses an offered ticket and is never offered it again (R140). When it was the last one asked, centers
 * that have come since are asked; when there is none, the fee goes back (fixed point 8).
 */
export async function rejectBroadcast(actor: Actor, { broadcastId }: { broadcastId: string }): Promise<Broadcast> {
  if (actor.kind !== "center") throw denied();
  const offered = await em().findOne(BroadcastSchema, { id: broadcastId, centerId: actor.centerId }, { refresh: true });
  if (!offered) throw missing("broadcast.notFound");
  return isOver(offered) ? offered : transaction(() => reject(actor, offered));
}

async function reject(actor: ActorOf<"center">, offered: Broadcast): Promise<Broadcast> {
  const ticket = await ticketById(offered.ticketId, { lock: true });
  const broadcast = await em().refreshOrFail(offered);
  if (isOver(broadcast)) return broadcast;
  await moveBroadcast(actor, broadcast, "reject");
  if (await isStillOffered(ticket.id)) await keepRefusal(broadcast);
  else if ((await offer(actor, ticket, await decide(ticket))) === 0) await nobodyLeft(actor, ticket);
  await announce([`center:${actor.centerId}`, `ticket:${ticket.publicId}`]);
  return broadcast;
}

/** Whether there is nothing to reject any more; what another center or this one has taken is a conflict. */
function isOver({ status }: Broadcast): boolean {
  if (status === "REJECTED") return true;
  if (status === "TAKEN") throw conflict("broadcast.taken");
  if (status !== "PENDING") throw conflict("broadcast.acceptedAlready");
  return false;
}

const isStillOffered = (ticketId: string) =>
  row("select 1 from broadcasts where ticket_id = $1 and status in ('PENDING', 'RESERVED') limit 1", [ticketId]);

/** The reason of this center changes and no other: deciding about all of them anew would hold up whoever accepts. */
const keepRefusal = ({ ticketId, centerId }: Broadcast) =>
  rows("update match_reasons set reason = 'refused' where ticket_id = $1 and center_id = $2 and reason = 'offered'", [
    ticketId,
    centerId,
  ]);
