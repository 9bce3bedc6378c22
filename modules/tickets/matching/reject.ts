import { sql } from "kysely";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { em, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { type Broadcast, BroadcastSchema } from "../broadcast.entity.ts";
import { centerHasRoom } from "../events.ts";
import { ticketById } from "../get-ticket.ts";
import { moveBroadcast } from "../lifecycle.ts";
import { answerFor } from "./answer-for.ts";
import { decide, nobodyLeft, offer } from "./broadcast.ts";

/**
 * Refuse an offer for good (R140). When it was the last open offer, qualifying centers not asked yet are asked; when
 * there are none, the fee is refunded (fixed point 8).
 */
export async function rejectBroadcast(actor: Actor, { broadcastId }: { broadcastId: string }): Promise<Broadcast> {
  needKind(actor, "center");
  return rejectAt(actor, actor.centerId, broadcastId);
}

/** Refuse an offer for the center it was made to, on an admin's word (R137). */
export const rejectForCenter = (actor: Actor, { broadcastId }: { broadcastId: string }): Promise<void> =>
  answerFor(actor, broadcastId, (centerId) => rejectAt(actor, centerId, broadcastId));

async function rejectAt(actor: Actor, centerId: string, broadcastId: string): Promise<Broadcast> {
  const offered = await em().findOne(BroadcastSchema, { id: broadcastId, centerId }, { refresh: true });
  if (!offered) throw missing("broadcast.notFound");
  return isOver(offered) ? offered : transaction(() => reject(actor, offered));
}

async function reject(actor: Actor, offered: Broadcast): Promise<Broadcast> {
  const ticket = await ticketById(offered.ticketId, { lock: true });
  const broadcast = await em().refreshOrFail(offered);
  if (isOver(broadcast)) return broadcast;
  await moveBroadcast(actor, broadcast, "reject");
  await emit(centerHasRoom, { centerId: broadcast.centerId });
  if (await isStillOffered(ticket.id)) await keepRefusal(broadcast);
  else if ((await offer(actor, ticket, await decide(ticket))) === 0) await nobodyLeft(actor, ticket);
  await announce(["requests", `center:${offered.centerId}`, `ticket:${ticket.publicId}`]);
  return broadcast;
}

/** Whether the offer is already rejected; a ticket taken by another center or by this one is a conflict. */
function isOver({ status }: Broadcast): boolean {
  if (status === "REJECTED") return true;
  if (status === "TAKEN") throw conflict("broadcast.taken");
  if (status !== "PENDING") throw conflict("broadcast.acceptedAlready");
  return false;
}

const isStillOffered = (ticketId: string) =>
  row(sql`select 1 from broadcasts where ticket_id = ${ticketId} and status in ('PENDING', 'RESERVED') limit 1`);

/** Changes only this center's reason: deciding about all centers again would hold the ticket's lock longer. */
const keepRefusal = ({ ticketId, centerId }: Broadcast) =>
  rows(
    sql`update match_reasons set reason = 'refused' where ticket_id = ${ticketId} and center_id = ${centerId} and reason = 'offered'`,
  );
