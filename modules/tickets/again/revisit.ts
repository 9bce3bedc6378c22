import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { createTicket } from "../booking/create-ticket.ts";
import { type CustomerClaim, spendClaim } from "../customer.ts";
import { ticketRevisited } from "../events.ts";
import { ticketOfLink } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { revisitOpen, workWasDone } from "../labels.ts";
import { withFreshNumber } from "../number.ts";
import type { Revisit } from "../shared.ts";
import { refuseStale } from "../stale.ts";
import { isOpenSql } from "../states/states-sql.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { refuseUnlessOwner, sameAgain } from "./ask-again.ts";

/** Q04: revisit requests per ticket and hour. */
const revisitLimit = { name: "revisit", points: 10, seconds: 3600, onFailure: "open" } as const;

/**
 * Request a free visit to the same job (R092, R097–R102, Q66, Q110): after work that was done, until 29 × 24 h after
 * closing, one at a time, offered to the same center first. Creates a new ticket, flags the old one with revisitStatus 1 and returns the new
 * one.
 */
export async function revisitTicket(actor: Actor, input: Revisit): Promise<Ticket> {
  const ticket = await ticketOfLink(input.ticketId);
  const claim = await refuseUnlessOwner(actor, ticket, input.proof);
  await countUse(revisitLimit, ticket.id);
  return withFreshNumber(() => transaction(() => revisit(actor, input, claim)));
}

async function revisit(actor: Actor, input: Revisit, claim: CustomerClaim): Promise<Ticket> {
  const old = await ticketOfLink(input.ticketId, { lock: true });
  await refuseStale(actor, old, input.version);
  if (old.status !== "CLOSED") throw conflict("revisit.closedOnly");
  if (!workWasDone(old)) throw conflict("revisit.notDone");
  if (!revisitOpen(old.closedAt ?? null, now())) throw conflict("revisit.over");
  if (await openRevisitOf(old)) throw conflict("revisit.open");
  await spendClaim(actor, claim);

  const { ticket } = await createTicket(actor, {
    ...sameAgain(old, input),
    createdBy: old.createdBy,
    ...(old.createName && { createName: old.createName }),
    ...(old.createdByCenterId && { createdByCenterId: old.createdByCenterId }),
    ...(old.qrId && { qrId: old.qrId }),
    revisitOf: old.id,
  });
  old.revisitStatus = 1;
  await recordOn(actor, old, { event: "ticket.revisited", data: { revisitId: ticket.id } });
  await emit(ticketRevisited, { ticketId: ticket.id, revisitOf: old.id });
  await announce([...(await topicsOf(old)), ...(await topicsOf(ticket))]);
  return ticket;
}

/** A revisit of this ticket in any open status; a unique index enforces the same rule. */
const openRevisitOf = ({ id }: Ticket) =>
  row(sql`select 1 from tickets where revisit_of = ${id} and ${isOpenSql(sql`status`)} and deleted_at is null`);
