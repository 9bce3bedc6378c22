import type { Actor } from "#modules/kernel/actor.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { type TimesToAgree, timesToAgree } from "../appointments/agree-time.ts";
import { type CancelTerms, ownCancelTerms } from "../by-customer/cancel-terms.ts";
import { correctableOf } from "../by-customer/correct-own.ts";
import { readForCustomer } from "../by-customer/own-ticket.ts";
import { ticketOfLink } from "../get-ticket.ts";
import { type NobodyCameView, nobodyCameView } from "../missed/nobody-came.ts";
import { customerMay } from "../policy.ts";
import { type ProposalsView, proposalsFor } from "../proposals/view.ts";
import { type OwnTimeChange, ownTimeChange } from "../time-changes/terms.ts";
import { cancelUndoableUntil } from "../visit-rules/decisions.ts";
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
  return {
    cancel: await ownCancelTerms(customer, ticketId),
    undoUntil: ticket.status === "CANCEL" ? await cancelUndoableUntil(ticket) : null,
    changeTime: await ownTimeChange(customer, ticketId),
    nobodyCame: await nobodyCameView(customer, ticketId),
    proposals: (await proposalsFor(customer, ticket, "full"))?.proposals ?? [],
    place: await correctableOf(customer, ticketId),
    note: customerMay(ticket).note,
  };
}

/** What an operator may do with a request on its customer's word, and by which terms; null for what is not possible. */
export type ChoicesForCustomer = Pick<OwnChoices, "cancel" | "undoUntil" | "nobodyCame"> & {
  /** The free times of its center. */
  times: TimesToAgree | null;
};

/** What an operator may do with a request on its customer's word. */
export async function choicesForCustomer(
  actor: Actor,
  { ticketId }: { ticketId: string },
): Promise<ChoicesForCustomer> {
  const ticket = await readForCustomer(actor, ticketId);
  return {
    cancel: await ownCancelTerms(actor, ticketId),
    undoUntil: ticket.status === "CANCEL" ? await cancelUndoableUntil(ticket) : null,
    nobodyCame: await nobodyCameView(actor, ticketId),
    times: await timesToAgree(actor, ticketId),
  };
}
