import type { Actor } from "../kernel/actor.ts";
import { em, inTransaction, row } from "../kernel/db.server.ts";
import { missing } from "../kernel/errors.ts";
import { type Ticket, TicketSchema } from "./ticket.entity.ts";

/** Collects the parameters of a statement: `bind(value)` answers its place, `$n`. */
export function binds(...first: unknown[]) {
  const params: unknown[] = [...first];
  const bind = (value: unknown) => `$${params.push(value)}`;
  return { params, bind };
}

type Bind = (value: unknown) => string;

/**
 * The tickets an actor may see, as a SQL condition over `tickets t`; every read and every verb starts here. A center
 * sees what it owns and what it created; an offer shows its own masked fields (`listBroadcasts`), not the ticket.
 */
export function visibleTo(actor: Actor, bind: Bind): string {
  return `t.deleted_at is null and ${ofActor(actor, bind)}`;
}

function ofActor(actor: Actor, bind: Bind): string {
  switch (actor.kind) {
    case "system":
      return "true";
    case "admin":
      return actor.role === "CLIENT" ? `t.client_id = ${bind(actor.clientId ?? null)}::uuid` : "true";
    case "center": {
      const center = bind(actor.centerId);
      return `(t.center_id = ${center}::uuid or t.created_by_center_id = ${center}::uuid)`;
    }
    case "technician":
      return `t.technician_id = ${bind(actor.technicianId)}::uuid`;
    case "anyone":
      return `t.phone = any(${bind([...actor.phones])}::text[])`;
    case "onboarder":
      return "false";
  }
}

type Loading = {
  /** Hold the row until the transaction ends, so that what is decided about it stays true. */
  lock?: boolean;
};

/** A ticket by its public id, if the actor may see it; refuses with `ticket.notFound` otherwise. */
export async function getTicket(actor: Actor, ticketId: string, { lock = false }: Loading = {}): Promise<Ticket> {
  const { params, bind } = binds(ticketId);
  return load(`t.public_id = $1 and ${visibleTo(actor, bind)}`, params, lock);
}

/** A ticket by its public id alone: whoever holds the link holds 128 bits nobody guesses (safety H3). */
export const ticketOfLink = (ticketId: string, { lock = false }: Loading = {}): Promise<Ticket> =>
  load("t.public_id = $1 and t.deleted_at is null", [ticketId], lock);

/** A ticket by its internal id, deleted ones too: for events and jobs, which act for the house. */
export const ticketById = (id: string, { lock = false }: Loading = {}): Promise<Ticket> =>
  load("t.id = $1::uuid", [id], lock);

async function load(condition: string, params: unknown[], lock: boolean): Promise<Ticket> {
  if (lock && !inTransaction()) throw new Error("a row is locked inside a transaction");
  const found = await row<object>(
    `select t.* from tickets t where ${condition}${lock ? " for no key update" : ""}`,
    params,
  );
  const ticket = found && em().map(TicketSchema, found);
  if (!ticket) throw missing("ticket.notFound");
  return ticket;
}
