import { type Actor, actorId } from "#modules/kernel/actor.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, denied } from "#modules/kernel/errors.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { ticketInCharge } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { RemarkSchema } from "../pictures/remark.entity.ts";
import { maySet } from "../rights/field-rights.ts";
import type { AddRemarks } from "../shared.ts";
import { refuseStale } from "../stale.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";

/**
 * Add a remark to a ticket (R176, R177); refused once it is closed (R142, Q79). One of a client is added to the
 * remarks, and does not replace the operators' own.
 */
export const addRemarks = (actor: Actor, { ticketId, text, version }: AddRemarks) =>
  transaction(async () => {
    const ticket = await ticketInCharge(actor, ticketId);
    await refuseStale(actor, ticket, version);
    if (ticket.status === "CLOSED") throw conflict("remarks.closed");
    const remark = writeRemark(actor, ticket, text);
    if (actor.kind !== "admin") ticket.technicianRemarks = text;
    else if (maySet(actor, "adminRemarks")) ticket.adminRemarks = text;
    // The history row holds only the remark's id: the text may name people and must be erasable.
    await recordOn(actor, ticket, { event: "ticket.remarked", data: { remarkId: remark.id } });
    await announce(await topicsOf(ticket));
    return { id: remark.id, text, createdAt: remark.createdAt };
  });

/** Store a remark on a ticket; the caller has checked who may write. */
export function writeRemark(actor: Actor, { id: ticketId }: Pick<Ticket, "id">, text: string) {
  const authorId = actorId(actor);
  if (actor.kind === "system" || actor.kind === "onboarder") throw denied();
  if (!authorId && actor.kind !== "anyone") throw denied();
  return em().create(RemarkSchema, {
    ticketId,
    authorKind: actor.kind === "anyone" ? "customer" : actor.kind,
    authorId,
    text,
  });
}
