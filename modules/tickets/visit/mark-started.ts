import type { Actor } from "#modules/kernel/actor.ts";
import { hour, now } from "#modules/kernel/clock.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { recordOn } from "../history.ts";
import { isLive } from "../states/states.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { windowBegin } from "./arrival.ts";
import { sendCodesOnce } from "./visit-codes.ts";

/** Nobody sets out, or is on site, longer than this before the agreed window. */
export const leadMs = 2 * hour;

/**
 * Set Job Started on a locked open ticket with a technician, for a picture on site or the technician's status (fixed point 2);
 * only the first time counts, and none earlier than two hours before the agreed window. It proves no start.
 */
export async function noteStarted(actor: Actor, ticket: Ticket): Promise<void> {
  if (now().getTime() >= windowBegin(ticket) - leadMs) await markStarted(actor, ticket);
}

/** Set Job Started on a locked open ticket with a technician, whenever that is; only the first time counts. */
export async function markStarted(actor: Actor, ticket: Ticket): Promise<void> {
  if (ticket.startedAt || !ticket.technicianId || !isLive(ticket)) return;
  ticket.startedAt = now();
  // A pick and drop has no start code.
  if (ticket.vehicleId) ticket.startProvedAt = ticket.startedAt;
  await sendCodesOnce(ticket);
  await recordOn(actor, ticket, { event: "ticket.started" });
  await announce(await topicsOf(ticket));
}
