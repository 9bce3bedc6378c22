import { now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { ticketById } from "../get-ticket.ts";
import type { StillNeededReason, StillNeededState } from "../labels.ts";
import type { Ticket } from "../ticket.entity.ts";
import { isOpenQuestion } from "./ask.ts";
import { type StillNeededQuestion, StillNeededQuestionSchema } from "./question.entity.ts";

/** The last question about a request, as its tracking page shows it. */
export type StillNeededView = {
  reason: StillNeededReason;
  state: StillNeededState;
  /** Until when it can be answered. */
  until: Date;
  /** The request that a yes made. */
  next: { id: string; number: string } | null;
};

/** The question that was asked last about a request. */
export const lastQuestionOf = ({ id: ticketId }: Pick<Ticket, "id">): Promise<StillNeededQuestion | null> =>
  em().findOne(StillNeededQuestionSchema, { ticketId }, { orderBy: { createdAt: "desc", id: "desc" }, refresh: true });

/** The last question about a request; null where none was asked, or the request has changed since without an answer. */
export async function stillNeededOf(ticket: Ticket): Promise<StillNeededView | null> {
  const question = await lastQuestionOf(ticket);
  if (!question) return null;
  const state = stateOf(question, ticket);
  if (state === "over") return null;
  const next = question.newTicketId ? await ticketById(question.newTicketId) : null;
  return {
    reason: question.reason,
    state,
    until: question.expiresAt,
    next: next && !next.deletedAt ? { id: next.publicId, number: next.ticketId } : null,
  };
}

export function stateOf(question: StillNeededQuestion, ticket: Ticket): StillNeededState {
  if (question.answer) return question.answer;
  if (!isOpenQuestion(ticket, question.reason)) return "over";
  return question.endedAt || question.expiresAt <= now() ? "expired" : "open";
}
/** Whether a question can be answered now. */
export async function isQuestionOpen(questionId: string): Promise<boolean> {
  const question = await em().findOne(StillNeededQuestionSchema, { id: questionId }, { refresh: true });
  return question !== null && stateOf(question, await ticketById(question.ticketId)) === "open";
}

