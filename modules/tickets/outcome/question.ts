import { system } from "#modules/kernel/actor.ts";
import { fromNow, hour, now } from "#modules/kernel/clock.ts";
import { hashToken, randomToken, seal, unseal } from "#modules/kernel/crypto.server.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { feeStateOf } from "#modules/wallet/index.ts";
import { outcomeQuestion } from "../events.ts";
import { recordOn } from "../history.ts";
import { notVisited, workWasDone } from "../labels.ts";
import type { Ticket } from "../ticket.entity.ts";
import { outcomeHours } from "./input.ts";
import {
  OutcomeAnswerSchema,
  OutcomeLinkSchema,
  type OutcomeQuestion,
  OutcomeQuestionSchema,
} from "./outcome.entity.ts";

/**
 * What a closing says: the work is done, or somebody came and there was nothing to do or to pay for, or they found nobody, or
 * nobody came. An admin's own words count as work done.
 */
export type Closing = "done" | "visited" | "absent" | "notVisited";

export function closingOf(ticket: Pick<Ticket, "closeRemarks" | "customerAbsentAt">): Closing {
  if (ticket.customerAbsentAt) return "absent";
  if (ticket.closeRemarks === notVisited) return "notVisited";
  return workWasDone(ticket) ? "done" : "visited";
}

/**
 * Ask the customer of a ticket that is just being closed what happened; the answer is taken for 48 hours. A message with
 * a link goes out where the answer is about a paid fee.
 */
export async function openQuestion(ticket: Ticket): Promise<void> {
  const question = em().create(OutcomeQuestionSchema, {
    ticketId: ticket.id,
    createdAt: now(),
    dueAt: fromNow(outcomeHours.open * hour),
  });
  await em().flush();
  const isSent = closingOf(ticket) !== "notVisited" && (await sendQuestion(ticket));
  // Of what nobody was asked by message nobody is reminded.
  if (!isSent) question.remindedAt = now();
  await em().flush();
}

/** Send the question with a new link, where the answer is about a fee that is held or earned; the links sent before stay. */
export async function sendQuestion(ticket: Ticket): Promise<boolean> {
  if (!ticket.phone || (await feeStateOf(ticket.id)) === null) return false;
  const token = randomToken(16);
  em().create(OutcomeLinkSchema, { ticketId: ticket.id, tokenHash: hashToken(token) });
  await em().flush();
  await recordOn(system("tickets"), ticket, { event: "ticket.outcomeQuestionSent" });
  await emit(outcomeQuestion, { ticketId: ticket.id, sealedToken: seal(token) });
  return true;
}

/** The token in a message's payload; only for the message to the customer. */
export const readOutcomeToken = (sealedToken: string) => unseal(sealedToken);

/** The question about a request; null where none was asked. */
export const questionOf = (ticketId: string): Promise<OutcomeQuestion | null> =>
  em().findOne(OutcomeQuestionSchema, { ticketId }, { refresh: true });

/** The customer's answer about a request; null for none. */
export const answerOf = (ticketId: string) => em().findOne(OutcomeAnswerSchema, { ticketId }, { refresh: true });

/** Whether a question still waits for a proven answer. */
export async function isOutcomeOpen(ticketId: string): Promise<boolean> {
  const question = await questionOf(ticketId);
  if (!question || question.settledAt || question.dueAt <= now()) return false;
  const answer = await answerOf(ticketId);
  return !answer || answer.proof === "bare";
}
