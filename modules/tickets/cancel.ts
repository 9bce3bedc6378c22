import { type Actor, need } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { transaction } from "../kernel/db.server.ts";
import { conflict } from "../kernel/errors.ts";
import { emit } from "../kernel/events.ts";
import { announce } from "../kernel/live.server.ts";
import { ticketCancelled } from "./events.ts";
import { loseOthers, mayMove, move } from "./lifecycle.ts";
import { returnFee } from "./return-fee.ts";
import { returnLead } from "./return-lead.ts";
import type { Ticket } from "./ticket.entity.ts";
import { topicsOf } from "./topics.ts";
import { getTicket } from "./visible.ts";

/**
 * Cancel an open ticket: its offers end, a paid booking fee goes back to its source (fixed points 2 and 8), and the
 * lead price of a center that had accepted it goes back into that center's wallet.
 */
export const cancelTicket = (
  actor: Actor,
  { ticketId, reason }: { ticketId: string; reason?: string | undefined },
): Promise<Ticket> =>
  transaction(async () => {
    // Nobody but admins and the system holds a permission.
    need(actor, "edit_ticket.full_access");
    const ticket = await getTicket(actor, ticketId, { lock: true });
    if (!mayMove(ticket.status, "cancel")) throw conflict("ticket.notCancellable");
    // The words stay on the ticket, where they can be erased: history keeps facts, and words may name people.
    await move(actor, ticket, "cancel", { set: { cancelledAt: now(), cancelReason: reason ?? null } });
    await loseOthers(ticket.id);
    await returnFee(actor, ticket, "cancelled");
    await returnLead(actor, ticket);
    await emit(ticketCancelled, { ticketId: ticket.id });
    await announce(await topicsOf(ticket));
    return ticket;
  });
