import type { Actor } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { row, transaction } from "../kernel/db.server.ts";
import { conflict } from "../kernel/errors.ts";
import { emit } from "../kernel/events.ts";
import { record } from "../kernel/history.ts";
import { countUse } from "../kernel/limits.server.ts";
import { announce } from "../kernel/live.server.ts";
import { refuseUnlessOwner, sameAgain } from "./ask-again.ts";
import { createTicket } from "./create-ticket.ts";
import { ticketRevisited } from "./events.ts";
import { revisitOpen } from "./labels.ts";
import { withFreshNumber } from "./number.ts";
import type { Revisit } from "./shared.ts";
import type { Ticket } from "./ticket.entity.ts";
import { topicsOf } from "./topics.ts";
import { ticketOfLink } from "./visible.ts";

/** Q04: revisits asked for of one ticket, per hour. */
const revisitLimit = { name: "revisit", points: 10, seconds: 3600, onFailure: "open" } as const;

/**
 * Ask for a free visit to the same job (R092, R097–R102, Q66, Q110): until 29 × 24 h after closing, one at a time, at
 * the same center first. Makes a new ticket and flags the old one with revisitStatus 1; answers the new ticket.
 */
export async function revisitTicket(actor: Actor, input: Revisit): Promise<Ticket> {
  const { id } = await ticketOfLink(input.ticketId);
  await countUse(revisitLimit, id);
  return withFreshNumber(() => transaction(() => revisit(actor, input)));
}

async function revisit(actor: Actor, input: Revisit): Promise<Ticket> {
  const old = await ticketOfLink(input.ticketId, { lock: true });
  await refuseUnlessOwner(actor, old, input.proof);
  if (old.status !== "CLOSED") throw conflict("revisit.closedOnly");
  if (!revisitOpen(old.closedAt ?? null, now())) throw conflict("revisit.over");
  if (await openRevisitOf(old)) throw conflict("revisit.open");

  const { ticket } = await createTicket(actor, {
    ...sameAgain(old, input),
    createdBy: old.createdBy,
    ...(old.createName && { createName: old.createName }),
    ...(old.createdByCenterId && { createdByCenterId: old.createdByCenterId }),
    ...(old.qrId && { qrId: old.qrId }),
    revisitOf: old.id,
  });
  old.revisitStatus = 1;
  await record(actor, { subject: "ticket", id: old.id, event: "ticket.revisited", data: { revisitId: ticket.id } });
  await emit(ticketRevisited, { ticketId: ticket.id, revisitOf: old.id });
  await announce([...(await topicsOf(old)), ...(await topicsOf(ticket))]);
  return ticket;
}

/** Every way a visit can still be under way; the database keeps the same rule by an index. */
const openRevisitOf = ({ id }: Ticket) =>
  row("select 1 from tickets where revisit_of = $1 and status not in ('CLOSED', 'CANCEL') and deleted_at is null", [
    id,
  ]);
