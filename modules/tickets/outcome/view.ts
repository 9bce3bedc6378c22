import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { type ClosureRemark, closureRemarks } from "../closure-remarks.ts";
import { getTicket, ticketById } from "../get-ticket.ts";
import type { Ticket } from "../ticket.entity.ts";
import { accessOf } from "../track-access.ts";
import { ticketOfToken } from "./answer.ts";
import { answerOf, type Closing, closingOf, questionOf } from "./question.ts";

/** The question about a closed request and its answer, as its customer sees them. */
export type OutcomeView = {
  /** Whether an answer is taken: none was given yet, or a bare one that a proven one would replace. */
  open: boolean;
  until: Date;
  /** What the closing says. */
  closing: Closing;
  /** The remark it was closed with; null for words of an operator's own. */
  remark: ClosureRemark | null;
  /** Whether the question "Is it done?" belongs to it. */
  asksDone: boolean;
  /** What was answered; the amount, in paise, for who proved the phone. */
  answer: { came: boolean; done: boolean | null; paidPaise: Paise | null; counts: boolean } | null;
};

/** The question about a request and its answer; null where none was asked, or there is neither an answer nor time left. */
export async function outcomeOf(actor: Actor, ticket: Ticket): Promise<OutcomeView | null> {
  const access = accessOf(actor, ticket);
  if (ticket.status !== "CLOSED" || access === "status") return null;
  // A center and its technician see all else of the request; what was paid is between the customer and the operators.
  return viewOf(ticket, actor.kind === "anyone" && actor.phones.includes(ticket.phone));
}

async function viewOf(ticket: Ticket, proven: boolean): Promise<OutcomeView | null> {
  const question = await questionOf(ticket.id);
  if (!question) return null;
  const answer = await answerOf(ticket.id);
  const counts = answer != null && answer.proof !== "bare";
  const inTime = !question.settledAt && question.dueAt > now();
  const open = inTime && !counts && (proven || !answer);
  if (!open && !answer) return null;
  return {
    open,
    until: question.dueAt,
    closing: closingOf(ticket),
    remark: closureRemarks.find((each) => each === ticket.closeRemarks) ?? null,
    asksDone: closingOf(ticket) === "done",
    answer: answer && {
      came: answer.came,
      done: answer.done ?? null,
      paidPaise: proven ? (answer.paidPaise ?? null) : null,
      counts,
    },
  };
}

/** What the customer of a request answered, for who may see the request; null for nothing. Without the amount. */
export async function answerAbout(actor: Actor, ticketId: string): Promise<CustomersAnswer | null> {
  const { id } = await getTicket(actor, ticketId);
  const answer = await answerOf(id);
  return answer && { came: answer.came, done: answer.done ?? null, counts: answer.proof !== "bare" };
}
export type CustomersAnswer = { came: boolean; done: boolean | null; counts: boolean };

/** What a link that was sent to the customer's phone shows; an unknown one is missing("outcome.noLink"). */
export async function outcomeOfLink(token: string): Promise<{ number: string; outcome: OutcomeView | null }> {
  const ticket = await ticketById(await ticketOfToken(token));
  return { number: ticket.ticketId, outcome: ticket.deletedAt ? null : await viewOf(ticket, true) };
}
