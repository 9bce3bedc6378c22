import { sql } from "kysely";
import { technicianForWork } from "#modules/centers/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { seal } from "#modules/kernel/crypto.server.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { occupyTechnician } from "../appointments/technician-time.ts";
import { technicianAssigned } from "../events.ts";
import { ticketInCharge } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import type { TicketRow } from "../lists/present.ts";
import { rowOf } from "../lists/queries.ts";
import type { AssignTechnician } from "../shared.ts";
import { refuseStale } from "../stale.ts";
import { hasEnded } from "../states/states.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { type Codes, makeCodes } from "../visit/codes.ts";
import { needStartCode } from "../visit/start-code.ts";
import { sendCodesOfToday } from "../visit/visit-codes.ts";
import { withdrawTechnician } from "../visit/withdraw-technician.ts";
import { type MayReturn, putAtCenter } from "./put-at-center.ts";

/**
 * Assign a technician (R175). The first assignment creates the customer's two codes, which are sent on the day of the
 * visit (fixed point 3). An admin's call may also change the technician, and moves a ticket to the technician's center;
 * it does not move one of a center that paid for it, because that returns money: `changeTechnician` does. Refuses with
 * `ticket.leadPaid` then, and a center's choice of a technician who is not authorized for the request's client with
 * `technician.notAuthorized`, and with `technician.busy` one who is at another request at the agreed time.
 */
export const assignTechnician = (actor: Actor, input: AssignTechnician) =>
  transaction(() => send(actor, input, { instead: actor.kind === "admin", lead: "stays" }));

/**
 * Replace the technician (R175); the customer's codes are unchanged. A center chooses among its own. An admin may also
 * move the ticket to another center's technician: the former center's offer ends and its lead price is returned.
 */
export const changeTechnician = (actor: Actor, input: AssignTechnician) =>
  transaction(() => send(actor, input, { instead: true, lead: "returns" }));

async function send(
  actor: Actor,
  { ticketId, technicianId, version }: AssignTechnician,
  { instead, lead }: { instead: boolean; lead: MayReturn },
): Promise<TicketRow> {
  const ticket = await ticketInCharge(actor, ticketId);
  await refuseStale(actor, ticket, version);
  if (hasEnded(ticket)) throw conflict("ticket.ended");
  const before = ticket.technicianId ?? null;
  if (before === technicianId) return rowOf(actor, ticket.id);
  if (before && !instead) throw conflict("ticket.hasTechnician");
  if (actor.kind === "admin") await putAtCenter(actor, ticket, await centerOf(technicianId), lead);
  if (!ticket.centerId) throw conflict("ticket.noCenter");
  const { authorized } = await technicianForWork(ticket.centerId, technicianId, ticket);
  if (!authorized && actor.kind === "center") throw conflict("technician.notAuthorized");

  // Moving it to another center has withdrawn the technician of the former one.
  if (ticket.technicianId) await withdrawTechnician(ticket);
  ticket.technicianId = technicianId;
  await occupyTechnician(ticket, technicianId);
  ticket.assignedAt ??= now();
  if (!ticket.happyCode || !ticket.unhappyCode) giveCodes(ticket, makeCodes());
  await sendCodesOfToday(ticket);
  await needStartCode(ticket);
  await emit(technicianAssigned, { ticketId: ticket.id, technicianId });
  await recordOn(actor, ticket, {
    event: before ? "ticket.technicianChanged" : "ticket.technicianAssigned",
    data: { technicianId, ...(before && { before }) },
  });
  await announce(await topicsOf(ticket));
  return rowOf(actor, ticket.id);
}

/** The center whose technician this is; refuses with `technician.notFound`. */
async function centerOf(technicianId: string): Promise<string> {
  const technician = await row<{ center_id: string }>(
    sql`select center_id from technicians where id = ${technicianId} and deleted_at is null`,
  );
  if (!technician) throw missing("technician.notFound");
  return technician.center_id;
}

function giveCodes(ticket: Ticket, codes: Codes) {
  ticket.happyCode = seal(codes.happy);
  ticket.unhappyCode = seal(codes.unhappy);
  ticket.codeTries = 0;
}
