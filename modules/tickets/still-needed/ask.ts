import { system } from "#modules/kernel/actor.ts";
import { day, fromNow, hour, now } from "#modules/kernel/clock.ts";
import { em, inTransaction } from "#modules/kernel/db/db.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { stillNeededQuestion } from "../events.ts";
import { ticketById } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { notVisited, type StillNeededReason, stillNeededRules } from "../labels.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { StillNeededQuestionSchema } from "./question.entity.ts";

/**
 * Ask the customer of a request whether it is still needed, in the running transaction, which locks the request. Not
 * while such a question is open, or where the answer would change nothing; a request that was not visited is asked about
 * once, a waiting one again 24 hours after the last yes, and at most three times without an answer. Returns whether it
 * was asked now.
 */
export async function askStillNeeded(ticketId: string, reason: StillNeededReason): Promise<boolean> {
  if (!inTransaction()) throw new Error("a question is asked inside a transaction");
  return askAbout(await ticketById(ticketId, { lock: true }), reason);
}

/** The same for a locked request. */
export async function askAbout(ticket: Ticket, reason: StillNeededReason): Promise<boolean> {
  const { id: ticketId } = ticket;
  if (!isOpenQuestion(ticket, reason) || (reason === "waiting" && isRecentlyConfirmed(ticket))) return false;
  const before = await em().find(StillNeededQuestionSchema, { ticketId, reason }, { refresh: true });
  const open = before.find(({ endedAt }) => !endedAt);
  if (reason === "not_visited" && before.length > 0) return false;
  if (open && open.expiresAt > now()) return false;
  const unanswered = before.filter(({ createdAt }) => createdAt > openedAt(ticket)).length;
  if (reason === "waiting" && unanswered >= stillNeededRules.unanswered) return false;
  if (open) open.endedAt = now();
  await em().flush();
  const question = em().create(StillNeededQuestionSchema, {
    ticketId,
    reason,
    expiresAt: fromNow(stillNeededRules.answerDays * day),
  });
  await em().flush();
  await recordOn(system("tickets"), ticket, { event: "ticket.stillNeededAsked", data: { reason } });
  await emit(stillNeededQuestion, { ticketId, questionId: question.id });
  await announce(await topicsOf(ticket));
  return true;
}

/**
 * Whether an answer would still change something: a waiting request is open and without a center, one that was not
 * visited is closed as that; its customer was not erased.
 */
export function isOpenQuestion(ticket: Ticket, reason: StillNeededReason): boolean {
  if (ticket.deletedAt || !ticket.phone) return false;
  if (reason === "not_visited")
    return ticket.status === "CLOSED" && ticket.closeRemarks === notVisited && !ticket.customerAbsentAt;
  return ticket.status === "PENDING" && !ticket.centerId && !isFeeDue(ticket);
}

/** When a request was made, last answered as still needed, or last opened to all centers, as by a hand-back. */
export function openedAt({ createdAt, stillNeededAt, broadcastAt }: Ticket): Date {
  const times = [createdAt, stillNeededAt, broadcastAt].filter((at) => at != null);
  return times.reduce((latest, at) => (at > latest ? at : latest));
}

/** No question is asked about a request before its fee is paid. */
const isFeeDue = ({ bookingFeePaise, broadcastStatus, serviceAvailable }: Ticket) =>
  bookingFeePaise > 0 && !broadcastStatus && serviceAvailable;

const isRecentlyConfirmed = ({ stillNeededAt }: Ticket) =>
  stillNeededAt != null && stillNeededAt > fromNow(-stillNeededRules.yesHours * hour);
