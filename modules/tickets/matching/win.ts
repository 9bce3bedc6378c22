import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import type { Broadcast } from "../broadcast.entity.ts";
import { ticketAccepted } from "../events.ts";
import { loseOthers, move, moveBroadcast } from "../lifecycle.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { giveStartCode } from "../visit/start-code.ts";

/**
 * Give a ticket to its center: accept the offer, move the ticket by its guarded UPDATE, close all other offers. If two
 * attempts for one ticket get here, the database lets only one succeed.
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
  await giveStartCode(ticket);
  await emit(ticketAccepted, { ticketId: ticket.id, centerId });
  await announce(await topicsOf(ticket));
}
