import type { Actor } from "#modules/kernel/actor.ts";
import { denied } from "#modules/kernel/errors.ts";
import { customerClaim } from "../customer.ts";
import { getTicket, ticketOfLink } from "../get-ticket.ts";
import { needMay } from "../policy.ts";
import type { Ticket } from "../ticket.entity.ts";

/** A request, locked, for a browser that proved its phone; a bare link is not enough. */
export async function ownTicket(actor: Actor, ticketId: string): Promise<Ticket> {
  if (actor.kind !== "anyone") throw denied();
  const ticket = await ticketOfLink(ticketId, { lock: true });
  await customerClaim(actor, ticket, undefined);
  return ticket;
}

/** Refuses everybody but a visitor, whose proof the act checks, and an operator who acts for customers. */
export function needForCustomer(actor: Actor): void {
  if (actor.kind !== "anyone") needMay(actor, "actForCustomers");
}

/** A request, locked, for its customer's act: by `ownTicket`, or by an operator to whom the customer speaks. */
export async function ticketForCustomer(actor: Actor, ticketId: string): Promise<Ticket> {
  needForCustomer(actor);
  return actor.kind === "anyone" ? ownTicket(actor, ticketId) : getTicket(actor, ticketId, { lock: true });
}

/** The same request to read, not locked. */
export async function readForCustomer(actor: Actor, ticketId: string): Promise<Ticket> {
  needForCustomer(actor);
  if (actor.kind !== "anyone") return getTicket(actor, ticketId);
  const ticket = await ticketOfLink(ticketId);
  if (!actor.phones.includes(ticket.phone)) throw denied();
  return ticket;
}

/** For whom an act of a customer was done, as its history row says it: nothing where the customer did it. */
export const forWhom = (actor: Actor): { forWhom?: "customer" } =>
  actor.kind === "anyone" ? {} : { forWhom: "customer" };
