import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { ticketToEdit } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import type { TicketRow } from "../lists/present.ts";
import { rowOf } from "../lists/queries.ts";
import type { Matched } from "../matching/broadcast.ts";
import { type MatchPreview, matchAgain, previewMatch } from "../matching/match-again.ts";
import type { UpdatePincode, UpdateRequirement } from "../shared.ts";
import { refuseStale } from "../stale.ts";
import { hasEnded } from "../states/states.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";

/** What saving a pincode would do; shown before. */
export type PincodePreview = MatchPreview & {
  /** Whether a paid fee would be refunded, because no center serves there. */
  feeReturned: boolean;
  /** Whether nothing is offered yet, because the fee is not paid. */
  feeDue: boolean;
};

/** What would become of a request with another pincode; changes nothing, and refuses what `updatePincode` refuses. */
export const previewPincode = (
  actor: Actor,
  { ticketId, pincode }: Pick<UpdatePincode, "ticketId" | "pincode">,
): Promise<PincodePreview> =>
  transaction(async () => {
    const ticket = await ticketToEdit(actor, ticketId);
    await needUnclaimed(ticket);
    const { id, serviceId, clientId, revisitOf, qrId, createdByCenterId, centerId, broadcastStatus } = ticket;
    const preview = await previewMatch({
      id,
      pincode,
      serviceId,
      clientId,
      revisitOf,
      qrId,
      createdByCenterId,
      centerId,
      broadcastStatus,
    });
    const feeDue = isFeeDue(ticket);
    return { ...preview, feeDue, feeReturned: !feeDue && preview.outcome === "none" && ticket.isPaidByPublic };
  });

/**
 * Change the pincode of a request that no center has or is paying for, and match it again (R291, Q38): centers that serve
 * only the former pincode lose their offer, those of the new one are asked, and when there are none a paid fee is
 * refunded. While the fee is due, matching waits for it as before. Refuses with `pincode.taken` otherwise.
 */
export const updatePincode = (
  actor: Actor,
  { ticketId, pincode, version }: UpdatePincode,
): Promise<{ ticket: TicketRow; matched: Matched | "waiting" }> =>
  transaction(async () => {
    const ticket = await ticketToEdit(actor, ticketId);
    await refuseStale(actor, ticket, version);
    await needUnclaimed(ticket);
    const { pincode: before } = ticket;
    if (before === pincode) throw conflict("pincode.same");
    ticket.pincode = pincode;
    await recordOn(actor, ticket, {
      event: "ticket.pincodeChanged",
      data: { changed: ["pincode"], from: { pincode: before }, to: { pincode } },
    });
    const matched = isFeeDue(ticket) ? "waiting" : await matchAgain(actor, ticket);
    await announce(await topicsOf(ticket));
    return { ticket: await rowOf(actor, ticket.id), matched };
  });

/** Refuses to change the facts matching uses of a request that a center has, or has reserved. */
export async function needUnclaimed(ticket: Ticket, refusal: MessageKey = "pincode.taken") {
  if (!(await isUnclaimed(ticket))) throw conflict(refusal);
}

/** Whether no center has a request or has reserved it. */
export const isUnclaimed = async (ticket: Ticket) =>
  ticket.status === "PENDING" && !ticket.centerId && !(await isReserved(ticket.id));

const isReserved = (ticketId: string) =>
  row(sql`select 1 from broadcasts where ticket_id = ${ticketId} and status = 'RESERVED'`);

/** Whether matching still waits for the booking fee. */
export const isFeeDue = (ticket: Ticket) =>
  ticket.bookingFeePaise > 0 && !ticket.isPaidByPublic && !ticket.broadcastStatus && ticket.serviceAvailable;

/**
 * Change the requirement of a request, until it is over (R292). The history does not store the text, which may name
 * people.
 */
export const updateRequirement = (
  actor: Actor,
  { ticketId, requirement, version }: UpdateRequirement,
): Promise<TicketRow> =>
  transaction(async () => {
    const ticket = await ticketToEdit(actor, ticketId);
    await refuseStale(actor, ticket, version);
    if (hasEnded(ticket)) throw conflict("ticket.ended");
    ticket.requirement = requirement;
    await recordOn(actor, ticket, { event: "ticket.requirementChanged" });
    await announce(await topicsOf(ticket));
    return rowOf(actor, ticket.id);
  });
