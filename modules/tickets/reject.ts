import type { Actor } from "../kernel/actor.ts";
import { em, row, transaction } from "../kernel/db.server.ts";
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
export const rejectBroadcast = (actor: Actor, { broadcastId }: { broadcastId: string }): Promise<Broadcast> =>
  transaction(async () => {
    if (actor.kind !== "center") throw denied();
    const { centerId } = actor;
    const offered = await em().findOne(BroadcastSchema, { id: broadcastId, centerId });
    if (!offered) throw missing("broadcast.notFound");
    const ticket = await ticketById(offered.ticketId, { lock: true });
    const broadcast = await em().refreshOrFail(offered);
    if (broadcast.status === "REJECTED") return broadcast;
    if (broadcast.status === "TAKEN") throw conflict("broadcast.taken");
    if (broadcast.status !== "PENDING") throw conflict("broadcast.acceptedAlready");
    await moveBroadcast(actor, broadcast, "reject");
    const reasons = await decide(ticket);
    if (!(await isStillOffered(ticket.id)) && (await offer(actor, ticket, reasons)) === 0) {
      await nobodyLeft(actor, ticket);
    }
    await announce([`center:${centerId}`, `ticket:${ticket.publicId}`]);
    return broadcast;
  });

const isStillOffered = (ticketId: string) =>
  row("select 1 from broadcasts where ticket_id = $1 and status in ('PENDING', 'RESERVED') limit 1", [ticketId]);
