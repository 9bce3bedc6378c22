import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, denied } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { isMissed } from "../appointments/missed-since.ts";
import { leaveUnanswered } from "../appointments/open-change.ts";
import { technicianOnTheWay } from "../events.ts";
import { ticketInCharge } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { hasBegun, isLive } from "../states/states.ts";
import { topicsOf } from "../topics.ts";
import { windowBegin } from "./arrival.ts";
import { leadMs } from "./mark-started.ts";
import { sendCodesOnce } from "./visit-codes.ts";

/**
 * Record that the technician has set out, as the assigned technician or its center. The customer gets a message,
 * and the codes if they were not sent yet. Repeating changes nothing until another time is agreed. Refuses with
 * `ticket.ended`, `ticket.noTechnician`, `visit.begun` when the work has begun, `visit.missed` once nobody came in the promised
 * time, and `visit.tooEarlyToGo` more than two hours before the agreed window: from then on the customer changes neither time
 * nor place, and a change that waits for the center's answer ends without one.
 */
export const setOnTheWay = (actor: Actor, { ticketId }: { ticketId: string }): Promise<void> =>
  transaction(async () => {
    if (actor.kind !== "technician" && actor.kind !== "center") throw denied();
    const ticket = await ticketInCharge(actor, ticketId);
    if (!isLive(ticket)) throw conflict("ticket.ended");
    if (!ticket.technicianId) throw conflict("ticket.noTechnician");
    if (hasBegun(ticket)) throw conflict("visit.begun");
    if (ticket.onTheWayAt) return;
    if (await isMissed(ticket)) throw conflict("visit.missed");
    if (now().getTime() < windowBegin(ticket) - leadMs) throw conflict("visit.tooEarlyToGo");
    ticket.onTheWayAt = now();
    await sendCodesOnce(ticket);
    await recordOn(actor, ticket, { event: "ticket.onTheWay", data: { technicianId: ticket.technicianId } });
    const leftAt = ticket.onTheWayAt.toISOString();
    await emit(technicianOnTheWay, { ticketId: ticket.id, technicianId: ticket.technicianId, leftAt });
    // Nobody sets out for a time that is changed.
    await leaveUnanswered(ticket);
    await announce(await topicsOf(ticket));
  });
