import type { Actor } from "#modules/kernel/actor.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { type CancelTerms, ownCancelTerms } from "../by-customer/cancel-terms.ts";
import { correctableOf } from "../by-customer/correct-own.ts";
import { ticketOfLink } from "../get-ticket.ts";
import { type NobodyCameView, nobodyCameView } from "../missed/nobody-came.ts";
import { customerMay } from "../policy.ts";
import { type ProposalsView, proposalsFor } from "../proposals/view.ts";
import { type OwnTimeChange, ownTimeChange } from "../time-changes/terms.ts";
import { undoableDecision } from "../visit-rules/decisions.ts";
import { customerOf } from "./as-customer.ts";

/** What a customer may do with an own request now, and by which terms; null for what is not possible. */
export type OwnChoices = {
  cancel: CancelTerms | null;
  /** Until when a cancellation can be undone. */
  undoUntil: Date | null;
  changeTime: OwnTimeChange | { against: MessageKey };
  nobodyCame: NobodyCameView | null;
  proposals: ProposalsView["proposals"];
  place: Awaited<ReturnType<typeof correctableOf>>;
  /** Whether a note can be written. */
  note: boolean;
};

/** What the customer of a request may do, for who proved its phone by browser or proof. */
export async function ownChoices(
  actor: Actor,
  { ticketId, proof }: { ticketId: string; proof?: string | undefined },
): Promise<OwnChoices> {
  const customer = await customerOf(actor, { ticketId, proof });
  const ticket = await ticketOfLink(ticketId);
  const decision = ticket.status === "CANCEL" ? await undoableDecision(ticket) : null;
  return {
    cancel: await ownCancelTerms(customer, ticketId),
    undoUntil: decision?.undoUntil ?? null,
    changeTime: await ownTimeChange(customer, ticketId),
    nobodyCame: await nobodyCameView(customer, ticketId),
    proposals: (await proposalsFor(customer, ticket, "full"))?.proposals ?? [],
    place: await correctableOf(customer, ticketId),
    note: customerMay(ticket).note,
  };
}
