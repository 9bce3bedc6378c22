import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { ticketById } from "../get-ticket.ts";
import type { StillNeededReason, StillNeededState } from "../labels.ts";
import type { Ticket } from "../ticket.entity.ts";
import type { Access } from "../track-access.ts";
import { isOpenQuestion } from "./ask.ts";
import { type StillNeededQuestion, StillNeededQuestionSchema } from "./question.entity.ts";

/** The last question about a request, as its tracking page shows it. */
export type StillNeededView = {
  reason: StillNeededReason;
  state: StillNeededState;
  /** Until when it can be answered. */
  until: Date;
  /** The request that a yes made, not 30 days after the end; its public id for who proved the phone. */
  next: { id: string | null; number: string } | null;
};

/** The last question about a request. */
export const lastQuestionOf = ({ id: ticketId }: Pick<Ticket, "id">): Promise<StillNeededQuestion | null> =>
  em().findOne(StillNeededQuestionSchema, { ticketId }, { orderBy: { createdAt: "desc", id: "desc" }, refresh: true });

/**
 * Returns the last question about a request, for an actor with access to it; null where there is none, the request has
 * changed since without an answer, or it was to wait on and does not any more.
 */
export async function stillNeededOf(actor: Actor, ticket: Ticket, access: Access): Promise<StillNeededView | null> {
  const question = await lastQuestionOf(ticket);
  if (!question) return null;
  const { reason, expiresAt: until, newTicketId } = question;
  const state = stateOf(question, ticket);
  if (state === "over" || (reason === "waiting" && state === "yes" && !isOpenQuestion(ticket, reason))) return null;
  const next = newTicketId && access !== "status" ? await ticketById(newTicketId) : null;
  // An address is a key to its request: only a proof of the phone of both leads to the other one.
  const led = access === "full" && actor.kind === "anyone";
  return {
    reason,
    state,
    until,
    next: next && !next.deletedAt ? { id: led ? next.publicId : null, number: next.ticketId } : null,
  };
}

/** Whether a question can be answered now. */
export async function isQuestionOpen(questionId: string): Promise<boolean> {
  const question = await em().findOne(StillNeededQuestionSchema, { id: questionId }, { refresh: true });
  return question !== null && stateOf(question, await ticketById(question.ticketId)) === "open";
}

export function stateOf(question: StillNeededQuestion, ticket: Ticket): StillNeededState {
  if (question.answer) return question.answer;
  if (!isOpenQuestion(ticket, question.reason)) return "over";
  return question.endedAt || question.expiresAt <= now() ? "expired" : "open";
}
