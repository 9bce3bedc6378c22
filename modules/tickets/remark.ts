import { type Actor, actorId } from "../kernel/actor.ts";
import { em, transaction } from "../kernel/db.server.ts";
import { conflict, denied } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import { announce } from "../kernel/live.server.ts";
import { ticketInCharge } from "./in-charge.ts";
import { RemarkSchema } from "./remark.entity.ts";
import type { AddRemarks } from "./shared.ts";
import type { Ticket } from "./ticket.entity.ts";
import { topicsOf } from "./topics.ts";

/** Write a remark on a ticket (R176, R178); hidden and refused once it is closed (R142, Q79). */
export const addRemarks = (actor: Actor, { ticketId, text }: AddRemarks) =>
  transaction(async () => {
    const ticket = await ticketInCharge(actor, ticketId);
    if (ticket.status === "CLOSED") throw conflict("remarks.closed");
    const remark = writeRemark(actor, ticket, text);
    if (actor.kind === "admin") ticket.adminRemarks = text;
    else ticket.technicianRemarks = text;
    // The words themselves stay in their own table: they may name people.
    await record(actor, { subject: "ticket", id: ticket.id, event: "ticket.remarked", data: { remarkId: remark.id } });
    await announce(await topicsOf(ticket));
    return { id: remark.id, text, createdAt: remark.createdAt };
  });

/** Keep words about a ticket in their own table, by whoever may write there. */
export function writeRemark(actor: Actor, { id: ticketId }: Pick<Ticket, "id">, text: string) {
  const authorId = actorId(actor);
  if ((actor.kind !== "center" && actor.kind !== "admin" && actor.kind !== "technician") || !authorId) throw denied();
  return em().create(RemarkSchema, { ticketId, authorKind: actor.kind, authorId, text });
}
