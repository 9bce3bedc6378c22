import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { em, inTransaction, row } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { missing } from "#modules/kernel/errors.ts";
import { needMay, visibleEvenDeleted, visibleTo } from "./policy.ts";
import { type Ticket, TicketSchema } from "./ticket.entity.ts";

type Loading = {
  /** Locks the row until the transaction ends, so that decisions based on it are valid. */
  lock?: boolean;
};

/** A ticket by its public id, if the actor may see it; refuses with `ticket.notFound` otherwise. */
export async function getTicket(actor: Actor, ticketId: string, { lock = false }: Loading = {}): Promise<Ticket> {
  return load(sql`t.public_id = ${ticketId} and ${visibleTo(actor)}`, lock);
}

/** Returns a ticket for an admin who may edit requests, locked for the transaction; refuses other actors. */
export async function ticketToEdit(actor: Actor, ticketId: string): Promise<Ticket> {
  needMay(actor, "editRequests");
  return getTicket(actor, ticketId, { lock: true });
}

/**
 * A ticket for an actor who may work on it, locked for the transaction: the owning center, its technician, or an admin
 * who may edit requests. A center that only created it gets `ticket.notFound`, like any stranger (H13).
 */
export async function ticketInCharge(actor: Actor, ticketId: string): Promise<Ticket> {
  needMay(actor, "workOnRequests");
  const ticket = await getTicket(actor, ticketId, { lock: true });
  if (actor.kind === "center" && ticket.centerId !== actor.centerId) throw missing("ticket.notFound");
  return ticket;
}

/** A ticket by its public id, deleted or not, locked, if the actor may see it; refuses with `ticket.notFound`. */
export async function ticketEvenDeleted(actor: Actor, ticketId: string): Promise<Ticket> {
  return load(sql`t.public_id = ${ticketId} and ${visibleEvenDeleted(actor)}`, true);
}

/** Whether there is a request at all, deleted ones too. */
export const anyTicket = async (): Promise<boolean> => Boolean(await row(sql`select from tickets limit 1`));

/** A ticket by its public id alone: the id has 128 random bits, so knowing it proves holding the link (safety H3). */
export const ticketOfLink = (ticketId: string, { lock = false }: Loading = {}): Promise<Ticket> =>
  load(sql`t.public_id = ${ticketId} and t.deleted_at is null`, lock);

/** A ticket by its internal id, including deleted ones: for events and jobs, which act as the system. */
export const ticketById = (id: string, { lock = false }: Loading = {}): Promise<Ticket> =>
  load(sql`t.id = ${id}::uuid`, lock);

async function load(condition: Sql, lock: boolean): Promise<Ticket> {
  if (lock && !inTransaction()) throw new Error("a row is locked inside a transaction");
  const stored = await row<object>(
    sql`select t.* from tickets t where ${condition}${lock ? sql` for no key update` : sql``}`,
  );
  const ticket = stored && em().map(TicketSchema, stored);
  if (!ticket) throw missing("ticket.notFound");
  return ticket;
}

/**
 * The center that acts on a request: the actor itself, or, for an operator who acts in a center's name, the one that has the
 * request now.
 */
export async function actingCenter(actor: Actor, ticketId: string): Promise<string> {
  if (actor.kind === "center") return actor.centerId;
  needMay(actor, "actForCenters");
  const { centerId } = await getTicket(actor, ticketId);
  if (!centerId) throw missing("ticket.notFound");
  return centerId;
}

/** For whom an act of a center was done, as its history row says it: nothing where the center did it. */
export const forCenter = (actor: Actor): { forWhom?: "center" } =>
  actor.kind === "center" ? {} : { forWhom: "center" };
