import { technicianForWork } from "../centers/index.ts";
import type { Actor } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { seal } from "../kernel/crypto.server.ts";
import { em, row, transaction } from "../kernel/db.server.ts";
import { conflict, missing } from "../kernel/errors.ts";
import { emit } from "../kernel/events.ts";
import { record } from "../kernel/history.ts";
import { announce } from "../kernel/live.server.ts";
import { BroadcastSchema } from "./broadcast.entity.ts";
import { type Codes, makeCodes, sealCodes } from "./codes.ts";
import { technicianAssigned } from "./events.ts";
import { ticketInCharge } from "./in-charge.ts";
import { loseOthers } from "./lifecycle.ts";
import type { TicketRow } from "./present.ts";
import { rowOf } from "./queries.ts";
import type { AssignTechnician } from "./shared.ts";
import type { Ticket } from "./ticket.entity.ts";
import { topicsOf } from "./topics.ts";

/**
 * Send a technician of the owning center (R175). The first assignment makes the customer's two codes and sends them
 * (fixed point 3). An admin's call also changes the technician, and gives a ticket without a center to the
 * technician's one.
 */
export const assignTechnician = (actor: Actor, input: AssignTechnician) =>
  transaction(() => send(actor, input, { instead: actor.kind === "admin" }));

/** Send another technician of the same center instead; the customer's codes stay as they are. */
export const changeTechnician = (actor: Actor, input: AssignTechnician) =>
  transaction(() => send(actor, input, { instead: true }));

async function send(
  actor: Actor,
  { ticketId, technicianId }: AssignTechnician,
  { instead }: { instead: boolean },
): Promise<TicketRow> {
  const ticket = await ticketInCharge(actor, ticketId);
  if (["CLOSED", "CANCEL", "REJECT"].includes(ticket.status)) throw conflict("ticket.ended");
  const before = ticket.technicianId ?? null;
  if (before === technicianId) return rowOf(actor, ticket.id);
  if (before && !instead) throw conflict("ticket.hasTechnician");
  if (!ticket.centerId) await giveCenter(actor, ticket, technicianId);
  await technicianForWork(ticket.centerId!, technicianId);

  ticket.technicianId = technicianId;
  ticket.assignedAt ??= now();
  if (!ticket.happyCode || !ticket.unhappyCode) await sendCodes(ticket, makeCodes());
  await record(actor, {
    subject: "ticket",
    id: ticket.id,
    event: before ? "ticket.technicianChanged" : "ticket.technicianAssigned",
    data: { technicianId, ...(before && { before }) },
  });
  await announce(await topicsOf(ticket));
  return rowOf(actor, ticket.id);
}

async function sendCodes(ticket: Ticket, codes: Codes) {
  ticket.happyCode = seal(codes.happy);
  ticket.unhappyCode = seal(codes.unhappy);
  ticket.codeTries = 0;
  const { id: ticketId, technicianId } = ticket;
  await emit(technicianAssigned, { ticketId, technicianId: technicianId!, sealedCodes: sealCodes(codes) });
}

/** An admin's choice ends the search: the ticket is matched to that center, and no other can win it any more. */
async function giveCenter(actor: Actor, ticket: Ticket, technicianId: string) {
  const technician = await row<{ center_id: string }>(
    "select center_id from technicians where id = $1 and deleted_at is null",
    [technicianId],
  );
  if (!technician) throw missing("technician.notFound");
  const feeDue = ticket.bookingFeePaise > 0 && !ticket.isPaidByPublic && !ticket.broadcastStatus;
  if (feeDue) throw conflict("ticket.feeDue");
  const paying = await em().findOne(BroadcastSchema, { ticketId: ticket.id, status: "RESERVED" });
  if (paying) throw conflict("ticket.centerPaying");
  const losers = await loseOthers(ticket.id);
  ticket.centerId = technician.center_id;
  ticket.broadcastStatus = "matched_in_same_center";
  ticket.serviceAvailable = true;
  await record(actor, {
    subject: "ticket",
    id: ticket.id,
    event: "ticket.centerGiven",
    data: { centerId: technician.center_id },
  });
  await announce(losers.map((center) => `center:${center}`));
}
