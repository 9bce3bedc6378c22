import type { Actor } from "#modules/kernel/actor.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { ticketOfLink } from "../get-ticket.ts";
import type { Codes } from "./codes.ts";

/**
 * The codes of a ticket before its visit, only for a browser that verified its phone: for customers whom the message
 * did not reach. Null for everybody else (no center, technician or admin ever sees them), and where there are none.
 */
export async function ownCodes(actor: Actor, ticketId: string): Promise<Codes | null> {
  const { phone, status, happyCode, unhappyCode } = await ticketOfLink(ticketId);
  if (actor.kind !== "anyone" || !actor.phones.includes(phone)) return null;
  if (!happyCode || !unhappyCode || ["CLOSED", "CANCEL", "REJECT"].includes(status)) return null;
  return { happy: unseal(happyCode), unhappy: unseal(unhappyCode) };
}
