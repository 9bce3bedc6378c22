import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { recordOn } from "../history.ts";
import { isLive } from "../states/states.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { sendCodesOnce } from "./visit-codes.ts";

/** Set Job Started on a locked open ticket with a technician; only the first time counts. */
export async function markStarted(actor: Actor, ticket: Ticket) {
  if (ticket.startedAt || !ticket.technicianId || !isLive(ticket)) return;
  ticket.startedAt = now();
  await sendCodesOnce(ticket);
  await recordOn(actor, ticket, { event: "ticket.started" });
  await announce(await topicsOf(ticket));
}
