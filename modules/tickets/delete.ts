import { type Actor, need } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { em, row, transaction } from "../kernel/db.server.ts";
import { conflict, denied } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import { announce } from "../kernel/live.server.ts";
import { deletableBy } from "./deletable.ts";
import { loseOthers } from "./lifecycle.ts";
import { returnFee } from "./return-fee.ts";
import { returnLead } from "./return-lead.ts";
import type { Ticket } from "./ticket.entity.ts";
import { topicsOf } from "./topics.ts";
import { getTicket } from "./visible.ts";

/**
 * Take a ticket out of sight; its row and history stay. A center deletes only what it created, while it is PENDING and
 * nobody has paid or is paying (fixed point 4); an admin with `delete_ticket` anything that is not closed.
 */
export const deleteTicket = (actor: Actor, { ticketId }: { ticketId: string }): Promise<Ticket> =>
  transaction(async () => {
    if (actor.kind === "admin") need(actor, "delete_ticket");
    else if (actor.kind !== "center" && actor.kind !== "system") throw denied();
    const ticket = await getTicket(actor, ticketId, { lock: true });
    if (!(await mayDelete(actor, ticket))) throw conflict("ticket.notDeletable");
    ticket.deletedAt = now();
    await em().flush();
    await record(actor, { subject: "ticket", id: ticket.id, event: "ticket.deleted", from: ticket.status });
    await loseOthers(ticket.id);
    await returnFee(actor, ticket, "deleted");
    await returnLead(actor, ticket);
    await announce(await topicsOf(ticket));
    return ticket;
  });

async function mayDelete(actor: Actor, ticket: Ticket) {
  if (actor.kind !== "center") return ticket.status !== "CLOSED";
  return deletableBy(actor.centerId, ticket) && !(await isBeingPaid(ticket.id));
}

const isBeingPaid = (ticketId: string) =>
  row("select 1 from broadcasts where ticket_id = $1 and status = 'RESERVED'", [ticketId]);
