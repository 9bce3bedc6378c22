import { sql } from "kysely";
import { centerState } from "#modules/centers/shared.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, row } from "#modules/kernel/db/db.server.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { takeWantedTime, wantedMoment } from "../appointments/agree.ts";
import { endAppointment, lockExchange } from "../appointments/end-appointment.ts";
import { endTimeChange } from "../appointments/open-change.ts";
import { BroadcastSchema } from "../broadcast.entity.ts";
import { centerHasRoom, ticketMatched } from "../events.ts";
import { returnLead } from "../fees/return-lead.ts";
import { recordOn } from "../history.ts";
import { loseOthers, moveBroadcast } from "../lifecycle.ts";
import { maySet } from "../rights/field-rights.ts";
import type { Ticket } from "../ticket.entity.ts";
import { giveStartCode } from "../visit/start-code.ts";
import { withdrawTechnician } from "../visit/withdraw-technician.ts";

/** Whether an act may return the lead price a center paid for the ticket. */
export type MayReturn = "returns" | "stays";

/**
 * Assign a locked, open ticket to a center, for an admin: it counts as matched there, and all offers to other centers
 * end. One that another center has is moved: its technician is removed, that center's offer ends, and the lead price it
 * paid is returned, where the act may do so. The wanted time takes its seats at the new center where they are free; else no
 * time is agreed yet. Nothing happens to a ticket that is there already. Refuses a center that
 * is not active, and a ticket whose fee is due or which a center is just paying for. Clients may not see which center
 * has a request, so a technician of any other one does not exist for a client.
 */
export async function putAtCenter(actor: Actor, ticket: Ticket, centerId: string, lead: MayReturn): Promise<void> {
  const former = ticket.centerId ?? null;
  if (former === centerId) return;
  if (!maySet(actor, "centerId")) throw missing("technician.notFound");
  await needActive(centerId);
  if (former) await takeFrom(actor, ticket, former, lead);
  else await needFree(ticket);
  const losers = await loseOthers(ticket.id);
  await endTimeChange(ticket.id);
  await exchangeSeats(ticket, centerId);
  ticket.centerId = centerId;
  ticket.acceptedAt = now();
  ticket.broadcastStatus = "matched_in_same_center";
  ticket.serviceAvailable = true;
  await recordOn(actor, ticket, {
    event: former ? "ticket.centerChanged" : "ticket.centerGiven",
    data: { centerId, ...(former && { before: former }) },
  });
  await giveStartCode(ticket);
  await emit(ticketMatched, { ticketId: ticket.id, centerId });
  const centerIds = new Set([centerId, ...(former ? [former] : []), ...losers]);
  await announce(["requests", `ticket:${ticket.publicId}`, ...[...centerIds].map((center) => `center:${center}`)]);
}

/** The seats of the former center for those of the wanted time at the next one, where they are free there. */
async function exchangeSeats(ticket: Ticket, centerId: string): Promise<void> {
  const at = wantedMoment(ticket);
  if (at) await lockExchange(ticket.id, centerId, at);
  await endAppointment(ticket.id);
  await takeWantedTime(ticket, centerId);
}

async function needActive(centerId: string) {
  if (!(await row(sql`select 1 from centers where id = ${centerId} and is_active = ${sql.lit(centerState.ACTIVE)}`)))
    throw missing("center.notFound");
}

async function needFree(ticket: Ticket) {
  const feeDue = ticket.bookingFeePaise > 0 && !ticket.isPaidByPublic && !ticket.broadcastStatus;
  if (feeDue) throw conflict("ticket.feeDue");
  const paying = await em().findOne(BroadcastSchema, { ticketId: ticket.id, status: "RESERVED" });
  if (paying) throw conflict("ticket.centerPaying");
}

/** End the work of the center that has the ticket. */
async function takeFrom(actor: Actor, ticket: Ticket, centerId: string, lead: MayReturn) {
  if (ticket.isPaidByTechnician && lead === "stays") throw conflict("ticket.leadPaid");
  await returnLead(actor, ticket);
  ticket.isPaidByTechnician = false;
  const accepted = await em().findOne(
    BroadcastSchema,
    { ticketId: ticket.id, centerId, status: "ACCEPTED" },
    { refresh: true },
  );
  if (accepted) await moveBroadcast(actor, accepted, "withdraw");
  await withdrawTechnician(ticket);
  await emit(centerHasRoom, { centerId });
  // The next center has not begun, whatever the former one did.
  ticket.startedAt = null;
  ticket.startProvedAt = null;
  // The next center has not guessed yet.
  ticket.codeTries = 0;
}
