import { type Actor, need } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { denied } from "#modules/kernel/errors.ts";
import { getTicket } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import type { RevealPhone } from "../shared.ts";

/** More customers than one person calls in an hour; whoever reads out the whole book is stopped (R12). */
const revealLimit = { name: "reveal-phone", points: 60, seconds: 3600, onFailure: "closed" } as const;

/**
 * Show one customer's number to an admin who works on the request and sees stars otherwise (fixed point 16, Q16). Who
 * asked, when and why stands in the request's history; the number does not.
 */
export async function revealPhone(
  actor: Actor,
  { ticketId, reason }: RevealPhone,
): Promise<{ name: string; phone: string; alternatePhone: string | null }> {
  if (actor.kind !== "admin") throw denied();
  need(actor, "edit_ticket.full_access");
  await getTicket(actor, ticketId);
  await countUse(revealLimit, actor.adminId);
  return transaction(async () => {
    const ticket = await getTicket(actor, ticketId, { lock: true });
    await recordOn(actor, ticket, { event: "ticket.phoneRevealed", data: { reason } });
    return { name: ticket.name, phone: ticket.phone, alternatePhone: ticket.alternatePhone ?? null };
  });
}
