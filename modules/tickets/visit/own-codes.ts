import type { Actor } from "#modules/kernel/actor.ts";
import { ticketOfLink } from "../get-ticket.ts";
import { hasEnded } from "../states/states.ts";
import type { Codes } from "./codes.ts";
import { codesIn } from "./visit-codes.ts";

/**
 * The codes of a ticket from the day of its visit until it is over, only for a browser that verified its phone (fixed
 * point 3). Null for all others (no center, technician or admin ever sees them), before that day, and where there
 * are none.
 */
export async function ownCodes(actor: Actor, ticketId: string): Promise<Codes | null> {
  const ticket = await ticketOfLink(ticketId);
  if (actor.kind !== "anyone" || !actor.phones.includes(ticket.phone)) return null;
  if (!ticket.codesSentAt || hasEnded(ticket)) return null;
  return codesIn(ticket) ?? null;
}
