import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, denied } from "#modules/kernel/errors.ts";
import { toRupees } from "#modules/kernel/money.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { createTicket } from "../booking/create-ticket.ts";
import { type CustomerClaim, spendClaim } from "../customer.ts";
import { ticketStillNeeded } from "../events.ts";
import { ticketById, ticketOfLink } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import type { StillNeededAnswer } from "../labels.ts";
import { centersThatDidNotCome } from "../matching/refused.ts";
import { withFreshNumber } from "../number.ts";
import type { AnswerStillNeeded } from "../shared.ts";
import { type StillNeededQuestion, StillNeededQuestionSchema } from "../still-needed/question.entity.ts";
import { lastQuestionOf, stateOf } from "../still-needed/view.ts";
import type { Ticket } from "../ticket.entity.ts";
import { isBookable } from "../time-preference.ts";
import { topicsOf } from "../topics.ts";
import { cancelLocked } from "../work/cancel.ts";
import { refuseUnlessOwner, sameAgain } from "./ask-again.ts";
import { creatorOf } from "./rebook.ts";

/** The stored answer, and the public id of the request it leads to: the new one, where a yes made one. */
export type StillNeededOutcome = {
  answer: StillNeededAnswer;
  ticketId: string;
  /** Whether a new request was made, and whether it is offered to a center. */
  made: "served" | "unserved" | null;
};

/**
 * Answer the last question of a request, as an actor who may book it again (fixed point 15), never a center. Once: the
 * same answer again has the same outcome, another one is refused.
 *
 * A waiting request: yes stores its time, no cancels the request. One that was not visited: yes makes a new request
 * without a fee or lead price, offered to centers that neither left it unvisited nor handed it back; no ends the
 * question.
 */
export async function answerStillNeeded(
  actor: Actor,
  { ticketId, answer, proof }: AnswerStillNeeded,
): Promise<StillNeededOutcome> {
  if (actor.kind === "center") throw denied();
  const ticket = await ticketOfLink(ticketId);
  const claim = await refuseUnlessOwner(actor, ticket, proof);
  const question = await lastQuestionOf(ticket);
  if (!question) throw conflict("stillNeeded.noQuestion");
  return answerQuestion(actor, question, answer, claim);
}

/** Answer one question; the caller has checked who may. */
export const answerQuestion = (
  actor: Actor,
  question: Pick<StillNeededQuestion, "id" | "ticketId">,
  answer: StillNeededAnswer,
  claim?: CustomerClaim,
): Promise<StillNeededOutcome> =>
  withFreshNumber(() =>
    transaction(async () => {
      // Locked before the question is read: of several answers one decides.
      const ticket = await ticketById(question.ticketId, { lock: true });
      const stored = await em().findOneOrFail(StillNeededQuestionSchema, { id: question.id }, { refresh: true });
      if (stored.answer === answer) return outcomeOf(stored, ticket, answer);
      refuseUnlessAnswerable(stored, ticket);
      await spendClaim(actor, claim);
      stored.answer = answer;
      stored.endedAt = now();
      if (stored.reason === "waiting") await answerWaiting(actor, ticket, answer);
      else stored.newTicketId = await answerNotVisited(actor, ticket, answer);
      await em().flush();
      await announce(await topicsOf(ticket));
      return outcomeOf(stored, ticket, answer);
    }),
  );

function refuseUnlessAnswerable(question: StillNeededQuestion, ticket: Ticket) {
  const state = stateOf(question, ticket);
  if (state === "yes" || state === "no") throw conflict("stillNeeded.answered");
  if (state === "over") throw conflict("stillNeeded.over");
  if (state !== "expired") return;
  throw conflict(question.reason === "waiting" ? "stillNeeded.expiredWaiting" : "stillNeeded.expired");
}

async function outcomeOf(
  { newTicketId }: StillNeededQuestion,
  ticket: Ticket,
  answer: StillNeededAnswer,
): Promise<StillNeededOutcome> {
  if (!newTicketId) return { answer, ticketId: ticket.publicId, made: null };
  const { publicId, serviceAvailable } = await ticketById(newTicketId);
  return { answer, ticketId: publicId, made: serviceAvailable ? "served" : "unserved" };
}

async function answerWaiting(actor: Actor, ticket: Ticket, answer: StillNeededAnswer): Promise<void> {
  if (answer === "no") {
    await recordOn(actor, ticket, { event: "ticket.notNeeded" });
    return cancelLocked(actor, ticket);
  }
  ticket.stillNeededAt = now();
  await recordOn(actor, ticket, { event: "ticket.stillNeeded" });
  await emit(ticketStillNeeded, { ticketId: ticket.id });
}

/** Returns the id of the new ticket; undefined where none was made. */
async function answerNotVisited(actor: Actor, old: Ticket, answer: StillNeededAnswer): Promise<string | null> {
  if (answer === "no") {
    await recordOn(actor, old, { event: "ticket.notNeeded" });
    return null;
  }
  const { ticket } = await createTicket(actor, {
    ...sameAgain(old, { timePreference: timeWanted(old) }),
    ...(old.customerOfferPricePaise && { customerOfferPrice: toRupees(old.customerOfferPricePaise) }),
    ...(await creatorOfNew(actor, old)),
    ticketPricePaise: old.ticketPricePaise,
    rebookOf: old.id,
    feeWaived: true,
    neverTo: await centersThatDidNotCome(old.id),
  });
  await recordOn(actor, old, { event: "ticket.stillNeeded", data: { newTicketId: ticket.id } });
  await announce(await topicsOf(ticket));
  return ticket.id;
}

/**
 * As for a rebook; but where a center created the old ticket, its customer creates the new one, in which that center has
 * no part: it may neither see nor delete it.
 */
async function creatorOfNew(actor: Actor, old: Ticket) {
  const creator = await creatorOf(actor, old);
  if (creator.createdBy !== "CENTER") return creator;
  return { createdBy: "PUBLIC" as const };
}

/** The time wanted of the old ticket while it has not passed, else as soon as possible. */
function timeWanted({ timePreferenceType: type, specificDateTime: at }: Ticket) {
  if (type !== "SPECIFIC_DATE_AND_TIME") return { type };
  return at && isBookable(at) ? { type, at } : { type: "IMMEDIATELY" as const };
}
