import { UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, invalid } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { technicianAssigned } from "../events.ts";
import { ticketToEdit } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { type MoveName, mayMove, move } from "../lifecycle.ts";
import type { TicketRow } from "../lists/present.ts";
import { rowOf } from "../lists/queries.ts";
import { maySet, notSettable } from "../rights/field-rights.ts";
import type { PunchStatus, ReviewPunch } from "../shared.ts";
import { refuseStale } from "../stale.ts";
import { isSettled } from "../states/states.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { cancelVisit } from "../visit/withdraw-technician.ts";

const moveTo: Record<PunchStatus, MoveName> = { VERIFIED: "verify", ON_HOLD: "hold", REJECT: "refuse" };

/**
 * Review the punch of a request by its pictures: verified, on hold or rejected, with a serial number no other request
 * has (R301, Q113). The remark is stored for what is not verified (R299, R302, Q25), and the session's admin is the one
 * who approved (H16). Reviewing it again with the same status corrects number and remark. Refuses a closed or cancelled
 * request.
 */
export async function reviewPunch(actor: Actor, input: ReviewPunch): Promise<TicketRow> {
  try {
    return await transaction(() => review(actor, input));
  } catch (error) {
    const taken = error instanceof UniqueConstraintViolationException && error.message.includes("tickets_punch_serial");
    throw taken ? serialTaken() : error;
  }
}

const serialTaken = () => invalid("punch.serialTaken", { serialNumber: "punch.serialTaken" });

async function review(actor: Actor, { ticketId, serialNumber, status, remarks, version }: ReviewPunch) {
  const ticket = await ticketToEdit(actor, ticketId);
  if (!maySet(actor, "punchStatus")) throw notSettable("status");
  await refuseStale(actor, ticket, version);
  if (isSettled(ticket)) throw conflict("ticket.ended");
  if (await isTaken(ticket, serialNumber)) throw serialTaken();
  const set = {
    punchSerialNumber: serialNumber,
    approvedBy: actor.kind === "admin" ? actor.name : null,
    ...(status !== "VERIFIED" && { adminRemarks: remarks ?? null }),
  };
  if (ticket.status === status) {
    Object.assign(ticket, set);
    await recordOn(actor, ticket, { event: "ticket.punchCorrected" });
  } else {
    if (!mayMove(ticket.status, moveTo[status])) throw conflict("ticket.ended");
    const refused = ticket.status === "REJECT";
    await move(actor, ticket, moveTo[status], { set });
    const { id, technicianId } = ticket;
    if (status === "REJECT") await cancelVisit(ticket);
    else if (refused && technicianId) await emit(technicianAssigned, { ticketId: id, technicianId });
  }
  await announce(await topicsOf(ticket));
  return rowOf(actor, ticket.id);
}

/** Checked before the unique index, so that a transaction around this one survives the refusal. */
const isTaken = ({ id }: Ticket, serialNumber: string) =>
  row(sql`select 1 from tickets where upper(punch_serial_number) = upper(${serialNumber}) and id <> ${id}`);
