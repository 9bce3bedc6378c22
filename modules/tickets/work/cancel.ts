import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { releaseBalance } from "#modules/wallet/index.ts";
import { ticketCancelled } from "../events.ts";
import { giveUseBack } from "../fees/offer-uses.ts";
import { returnFee } from "../fees/return-fee.ts";
import { returnLead } from "../fees/return-lead.ts";
import { getTicket } from "../get-ticket.ts";
import { loseOthers, mayMove, move } from "../lifecycle.ts";
import { needMay } from "../policy.ts";
import { maySet } from "../rights/field-rights.ts";
import type { CancelTicket } from "../shared.ts";
import { refuseStale } from "../stale.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { cancelVisit } from "../visit/withdraw-technician.ts";
import { writeTeamRemarks } from "./team-remarks.ts";

/**
 * Cancel an open ticket. The reason is saved as the team's remarks first (R293); then its offers end, a paid booking fee
 * is refunded to its source (fixed points 2 and 8), and the lead price is returned to the wallet of the center that had
 * accepted it. Reason and cancellation are one transaction.
 */
export const cancelTicket = (actor: Actor, { ticketId, reason, version }: CancelTicket): Promise<Ticket> =>
  transaction(async () => {
    // Only admins and the system hold permissions.
    needMay(actor, "editRequests");
    const ticket = await getTicket(actor, ticketId, { lock: true });
    await refuseStale(actor, ticket, version);
    if (!mayMove(ticket.status, "cancel")) throw conflict("ticket.notCancellable");
    // A client's cancellation does not replace the operators' remarks.
    if (reason && maySet(actor, "teamRemarks")) await writeTeamRemarks(actor, ticket, reason);
    await cancelLocked(actor, ticket, reason);
    return ticket;
  });

/** Cancel a locked ticket whose actor may do so. */
export async function cancelLocked(actor: Actor, ticket: Ticket, reason?: string): Promise<void> {
  // The reason is stored on the ticket, where it can be erased: it may name people, and history is append-only.
  await move(actor, ticket, "cancel", { set: { cancelledAt: now(), cancelReason: reason ?? null } });
  await loseOthers(ticket.id);
  // The center's wallet is locked before the customer's, and that before an offer.
  await returnLead(actor, ticket);
  await returnFee(actor, ticket, "cancelled");
  await releaseBalance(actor, ticket.id);
  await giveUseBack(actor, ticket.id);
  await cancelVisit(ticket);
  await emit(ticketCancelled, { ticketId: ticket.id });
  await announce(await topicsOf(ticket));
}
