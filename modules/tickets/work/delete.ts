import { UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { z } from "zod";
import { type Actor, needKind, system } from "#modules/kernel/actor.ts";
import { fromNow, hour, now, second } from "#modules/kernel/clock.ts";
import { em, row, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, DomainError } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { defineJob, later } from "#modules/kernel/work/jobs.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { releaseBalance } from "#modules/wallet/index.ts";
import { endAppointment } from "../appointments/end-appointment.ts";
import { openCaseOf } from "../cases/open-case.ts";
import { centerHasRoom } from "../events.ts";
import { heldFeesTopic } from "../fees/fee-at-closing.ts";
import { giveUseBack } from "../fees/offer-uses.ts";
import { returnFee } from "../fees/return-fee.ts";
import { returnLead } from "../fees/return-lead.ts";
import { getTicket, ticketById, ticketEvenDeleted } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { loseOthers } from "../lifecycle.ts";
import { matchTicket } from "../matching/broadcast.ts";
import { deletableBy, needMay } from "../policy.ts";
import { refuseTakenReference } from "../rights/taken-reference.ts";
import { refuseStale } from "../stale.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { cancelVisit } from "../visit/withdraw-technician.ts";

/** How long an admin's deletion can be undone. */
const undoMs = 10 * second;

/** Until when a ticket that an admin deleted can be restored. */
export const undoableUntil = ({ deletedAt }: Ticket): Date => new Date((deletedAt?.getTime() ?? 0) + undoMs);

/**
 * Hide a ticket at once; its row and history are kept. A center deletes only what it created, while it is PENDING and
 * nobody has paid or is paying, for good (R147, fixed point 4). An admin with `delete_ticket` (Q09) deletes any; for
 * ten seconds `undoDelete` restores it, then a job applies the effects: offers end, a fee and a lead price are
 * returned. Of a closed ticket invoice and ledger are unchanged, but an undecided fee is returned.
 */
export const deleteTicket = (
  actor: Actor,
  { ticketId, version }: { ticketId: string; version?: number | undefined },
): Promise<Ticket> =>
  transaction(async () => {
    needMay(actor, "deleteRequests");
    const ticket = await getTicket(actor, ticketId, { lock: true });
    await refuseStale(actor, ticket, version);
    if (!(await mayDelete(actor, ticket))) throw conflict("ticket.notDeletable");
    if (await openCaseOf(ticket)) throw conflict("ticket.openCase");
    ticket.deletedAt = now();
    await recordOn(actor, ticket, { event: "ticket.deleted", from: ticket.status });
    if (actor.kind === "admin")
      await later(settleDeletion, { ticketId: ticket.id }, { startAfter: undoableUntil(ticket) });
    else await settle(actor, ticket);
    await announce(await topicsOf(ticket));
    return ticket;
  });

async function mayDelete(actor: Actor, ticket: Ticket) {
  return actor.kind !== "center" || (deletableBy(actor.centerId, ticket) && !(await isBeingPaid(ticket.id)));
}

const isBeingPaid = (ticketId: string) =>
  row(sql`select 1 from broadcasts where ticket_id = ${ticketId} and status = 'RESERVED'`);

/**
 * Bring a ticket back that an admin deleted less than ten seconds ago, exactly as it was; a fee that was paid meanwhile
 * is taken up now. Bringing back one that is not deleted changes nothing. Refuses with `ticket.undoOver` afterwards,
 * and with `request.referenceTaken` when another request got the client's own id of it meanwhile.
 */
export async function undoDelete(actor: Actor, { ticketId }: { ticketId: string }): Promise<Ticket> {
  needKind(actor, "admin");
  needMay(actor, "deleteRequests");
  try {
    return await transaction(() => restore(actor, ticketId));
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    // Another revisit of the same visit was requested meanwhile, and there is one at a time.
    if (error.message.includes("one_open_revisit")) throw conflict("revisit.open");
    throw error.message.includes("tickets_upload_key") ? conflict("uploads.keyTaken") : error;
  }
}

async function restore(actor: Actor, ticketId: string): Promise<Ticket> {
  const ticket = await ticketEvenDeleted(actor, ticketId);
  if (!ticket.deletedAt) return ticket;
  if (ticket.deletionFinalAt || now() >= undoableUntil(ticket)) throw conflict("ticket.undoOver");
  if (ticket.status !== "CANCEL") await refuseTakenReference(ticket);
  ticket.deletedAt = null;
  await recordOn(actor, ticket, { event: "ticket.restored", to: ticket.status });
  const paidMeanwhile = ticket.isPaidByPublic && ticket.status === "PENDING" && !ticket.broadcastStatus;
  if (paidMeanwhile) await matchTicket(actor, ticket);
  await announce(await topicsOf(ticket));
  return ticket;
}

/**
 * Applies the effects of an admin's deletion when it can no longer be undone. It runs in a job, so what
 * the wallet refuses is tried again like any failure; a lasting refusal is shown by `doctor`.
 */
export const settleDeletion = defineJob({
  name: "tickets.settleDeletion",
  payload: z.strictObject({ ticketId: z.uuid() }),
  run: ({ ticketId }) =>
    settleWhenDue(ticketId).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      throw new Error(`the deletion of ${ticketId} could not be settled: ${error.key}`, { cause: error });
    }),
});

/**
 * The deletions, and the cancellations by customers, that could have been settled two hours ago and were not: by then
 * every retry is over. `example` is a request's number.
 */
export async function unsettledDeletions(): Promise<{ count: number; example: string | null }> {
  const unsettled = await row<{ count: number; example: string | null }>(
    sql`select count(*)::int as count, min(ticket_id) as example from tickets
      where (deleted_at < ${fromNow(-2 * hour)} and deletion_final_at is null)
         or id in (select ticket_id from visit_decisions where state = 'UNDOABLE' and undo_until < ${fromNow(-2 * hour)})`,
  );
  return unsettled!;
}

/** Once for each deletion; does nothing to a ticket that was restored. */
const settleWhenDue = (ticketId: string): Promise<void> =>
  transaction(async () => {
    const ticket = await ticketById(ticketId, { lock: true });
    if (!ticket.deletedAt || ticket.deletionFinalAt) return;
    const due = undoableUntil(ticket);
    // Deleted again meanwhile, or the queue's clock is ahead of this process's.
    if (now() < due) return later(settleDeletion, { ticketId }, { startAfter: due });
    await settle(system("deletions"), ticket);
    await announce(await topicsOf(ticket));
  });

/** The effects of a deletion, which make it final. */
async function settle(actor: Actor, ticket: Ticket) {
  ticket.deletionFinalAt = now();
  await em().flush();
  if (ticket.status === "CLOSED") {
    // Its lead price is earned, and its fee unless that is undecided: no screen shows it any more.
    if (!ticket.feeHeldAt) return;
    ticket.feeHeldAt = null;
    await returnFee(actor, ticket, "deleted");
    await announce([heldFeesTopic]);
    return;
  }
  await loseOthers(ticket.id);
  if (ticket.centerId) await emit(centerHasRoom, { centerId: ticket.centerId });
  await cancelVisit(ticket);
  // What a cancellation moves was decided by it, and happens without this one.
  if (ticket.status === "CANCEL") return;
  // The center's wallet is locked before the customer's.
  await returnLead(actor, ticket);
  await returnFee(actor, ticket, "deleted");
  await releaseBalance(actor, ticket.id);
  await giveUseBack(actor, ticket.id);
  await endAppointment(ticket.id);
}
