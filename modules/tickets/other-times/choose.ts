import type { Actor } from "#modules/kernel/actor.ts";
import { istTime, now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { conflict, DomainError, denied, missing } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { customerClaim } from "../customer.ts";
import { windowChosen } from "../events.ts";
import { ticketOfLink } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { acceptChosen } from "../matching/accept.ts";
import type { ChooseWindow } from "../proposals/input.ts";
import { type Proposal, ProposalSchema } from "../proposals/proposal.entity.ts";
import type { Ticket } from "../ticket.entity.ts";

/** Whether the center has the request now, or until when it can pay for it. */
export type ChosenWindow = { accepted: true } | { accepted: false; until: Date };

/**
 * Choose a window that a center proposed for one's own request, from a browser that proved its phone. The request is
 * accepted for that center at that time by the rules of accepting, the lead price from its wallet; where that does not
 * suffice it is reserved for the center until it has paid. The request wants that time from then on. Refuses with a
 * sentence for the customer where the time or the center is gone (`proposal.windowGone`, `proposal.centerGone`); nothing
 * has changed then, and the other windows stay.
 */
export async function chooseWindow(actor: Actor, { ticketId, proposalId, at }: ChooseWindow): Promise<ChosenWindow> {
  if (actor.kind !== "anyone") throw denied();
  const own = await ticketOfLink(ticketId);
  await customerClaim(actor, own, undefined);
  const { centerId, broadcastId } = await proposalOf(own, proposalId, at);
  try {
    const step = await acceptChosen({ centerId, broadcastId }, (ticket) => choose(actor, ticket, proposalId, at));
    // Its center may have accepted it by itself, or another window was chosen.
    if ((await proposalOf(own, proposalId, at)).chosen?.getTime() !== at.getTime()) throw conflict("proposal.ended");
    return step.accepted ? { accepted: true } : { accepted: false, until: step.broadcast.reservedUntil! };
  } catch (error) {
    throw error instanceof DomainError ? forCustomer(error) : error;
  }
}

async function proposalOf({ id: ticketId }: Ticket, id: string, at: Date): Promise<Proposal> {
  const proposal = await em().findOne(ProposalSchema, { id, ticketId }, { refresh: true });
  if (!proposal?.windows.includes(at.toISOString())) throw missing("proposal.notFound");
  return proposal;
}

/** In the transaction that accepts, with its center and its request locked. */
async function choose(actor: Actor, ticket: Ticket, proposalId: string, at: Date): Promise<void> {
  const proposal = await proposalOf(ticket, proposalId, at);
  if (proposal.outcome === "chosen" && proposal.chosen?.getTime() === at.getTime()) return;
  if (proposal.endedAt || proposal.expiresAt <= now()) throw conflict("proposal.ended");
  if (at <= now()) throw conflict("proposal.windowGone");
  proposal.outcome = "chosen";
  proposal.chosen = at;
  proposal.endedAt = now();
  ticket.timePreferenceType = "SPECIFIC_DATE_AND_TIME";
  ticket.specificDateTime = at;
  ticket.updatedAt = now();
  const { centerId } = proposal;
  await recordOn(actor, ticket, { event: "proposal.chosen", data: { centerId, proposalId, at: at.toISOString() } });
  await emit(windowChosen, { ticketId: ticket.id, centerId, proposalId });
}

/** The refusals of accepting in words for the customer. */
const forCustomerKeys: Partial<Record<MessageKey, MessageKey>> = {
  "broadcast.windowFull": "proposal.windowGone",
  "broadcast.noWindows": "proposal.windowGone",
  "broadcast.taken": "proposal.taken",
  "broadcast.changed": "proposal.taken",
  "ticket.changed": "proposal.taken",
};

function forCustomer(error: DomainError): DomainError {
  const { key, kind, params } = error;
  if (key.startsWith("proposal.")) return error;
  if (key === "broadcast.reserved") return conflict("proposal.busy", { time: String(params?.time ?? istTime()) });
  const known = forCustomerKeys[key];
  if (known) return conflict(known);
  return kind === "conflict" || kind === "missing" || key.startsWith("broadcast.")
    ? conflict("proposal.centerGone")
    : error;
}
