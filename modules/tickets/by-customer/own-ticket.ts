import type { Actor } from "#modules/kernel/actor.ts";
import { denied } from "#modules/kernel/errors.ts";
import { customerClaim } from "../customer.ts";
import { ticketOfLink } from "../get-ticket.ts";
import type { Ticket } from "../ticket.entity.ts";

/** A request, locked, for a browser that proved its phone; a bare link is not enough. */
export async function ownTicket(actor: Actor, ticketId: string): Promise<Ticket> {
  if (actor.kind !== "anyone") throw denied();
  const ticket = await ticketOfLink(ticketId, { lock: true });
  await customerClaim(actor, ticket, undefined);
  return ticket;
}
