import type { Actor } from "#modules/kernel/actor.ts";
import { hour, now } from "#modules/kernel/clock.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, denied } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { technicianOnTheWay } from "../events.ts";
import { ticketInCharge } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { isLive } from "../states/states.ts";
import { topicsOf } from "../topics.ts";
import { windowBegin } from "./arrival.ts";
import { sendCodesOnce } from "./visit-codes.ts";

/**
 * Record that the technician has set out, as the assigned technician or its center. The customer gets a message, once
 * for each technician of a request, and the codes if they were not sent yet. Repeating changes nothing. Refuses with
 * `ticket.ended`, `ticket.noTechnician`, `visit.begun` when the work has begun, and `visit.tooEarlyToGo` more than two hours
 * before the agreed window: from then on the customer changes neither time nor place.
 */
export const setOnTheWay = (actor: Actor, { ticketId }: { ticketId: string }): Promise<void> =>
  transaction(async () => {
    if (actor.kind !== "technician" && actor.kind !== "center") throw denied();
    const ticket = await ticketInCharge(actor, ticketId);
    if (!isLive(ticket)) throw conflict("ticket.ended");
    if (!ticket.technicianId) throw conflict("ticket.noTechnician");
    if (ticket.startedAt) throw conflict("visit.begun");
    if (ticket.onTheWayAt) return;
    if (now().getTime() < windowBegin(ticket) - 2 * hour) throw conflict("visit.tooEarlyToGo");
    ticket.onTheWayAt = now();
    await sendCodesOnce(ticket);
    await recordOn(actor, ticket, { event: "ticket.onTheWay", data: { technicianId: ticket.technicianId } });
    await emit(technicianOnTheWay, { ticketId: ticket.id, technicianId: ticket.technicianId });
    await announce(await topicsOf(ticket));
  });
