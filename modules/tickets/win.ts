import type { Actor } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { emit } from "../kernel/events.ts";
import { announce } from "../kernel/live.server.ts";
import type { Broadcast } from "./broadcast.entity.ts";
import { ticketAccepted } from "./events.ts";
import { loseOthers, move, moveBroadcast } from "./lifecycle.ts";
import type { Ticket } from "./ticket.entity.ts";
import { topicsOf } from "./topics.ts";

/**
 * The one moment a ticket gets its center: the offer is accepted, the ticket moves by its guarded UPDATE, everybody
 * else has lost. Should two ever come here for one ticket, the database lets one through.
 */
export async function win(actor: Actor, ticket: Ticket, broadcast: Broadcast, paidFrom: "wallet" | "card" | null) {
  const { centerId } = broadcast;
  await moveBroadcast(actor, broadcast, "accept", { set: { reservedUntil: null, paidFrom } });
  await move(actor, ticket, "accept", {
    set: {
      centerId,
      broadcastStatus: "accepted after broadcast",
      acceptedAt: now(),
      isPaidByTechnician: paidFrom !== null,
    },
    data: { centerId, broadcastId: broadcast.id, paidFrom },
  });
  await loseOthers(ticket.id);
  await emit(ticketAccepted, { ticketId: ticket.id, centerId });
  await announce(await topicsOf(ticket));
}
