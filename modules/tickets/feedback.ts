import type { Actor } from "../kernel/actor.ts";
import { day, fromNow, now } from "../kernel/clock.ts";
import { hashToken, randomToken } from "../kernel/crypto.server.ts";
import { em, row, transaction } from "../kernel/db.server.ts";
import { conflict, invalid } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import { announce } from "../kernel/live.server.ts";
import { locales, say } from "../kernel/messages/index.ts";
import { type FeedbackAnswer, type FeedbackLink, FeedbackLinkSchema, FeedbackSchema } from "./feedback.entity.ts";
import { feedbackQuestions } from "./labels.ts";
import type { SubmitFeedback } from "./shared.ts";
import type { Ticket } from "./ticket.entity.ts";
import { topicsOf } from "./topics.ts";
import { ticketById } from "./visible.ts";

/** How long a feedback link is good for after closing. */
export const feedbackDays = 30;

/** The link of a ticket that closes; only the hash of its 128 random bits is kept. Answers the token for the message. */
export async function makeFeedbackLink(ticket: Pick<Ticket, "id">): Promise<string> {
  const token = randomToken(16);
  em().create(FeedbackLinkSchema, {
    ticketId: ticket.id,
    tokenHash: hashToken(token),
    expiresAt: fromNow(feedbackDays * day),
  });
  await em().flush();
  return token;
}

export type FeedbackLinkState = {
  /** R103–R105: both `invalid` and `expired` are shown as 'Invalid Feedback Link'. */
  state: "invalid" | "expired" | "used" | "open";
  /** The human number of the request, once the link is known. */
  ticketId?: string;
  /** What was answered, when the link is used (Q48). */
  answers?: FeedbackAnswer[];
  overAllRating?: number;
};

/** What a feedback link opens (R110). */
export async function checkFeedbackLink(token: string): Promise<FeedbackLinkState> {
  const link = await em().findOne(FeedbackLinkSchema, { tokenHash: hashToken(token) }, { refresh: true });
  if (!link) return { state: "invalid" };
  const { ticketId } = await ticketById(link.ticketId);
  const state = stateOf(link);
  if (state !== "used") return { state, ticketId };
  const feedback = await em().findOne(FeedbackSchema, { ticketId: link.ticketId });
  return { state, ticketId, ...(feedback && { answers: feedback.answers, overAllRating: feedback.overAllRating }) };
}

function stateOf(link: FeedbackLink) {
  if (link.usedAt) return "used";
  return link.expiresAt <= now() ? "expired" : "open";
}

/** Keep the five answers of a link, once (H27): whoever comes second meets conflict("feedback.used"). */
export const submitFeedback = (actor: Actor, { token, answers }: SubmitFeedback) =>
  transaction(async () => {
    const locked = await row<{ id: string }>("select id from feedback_links where token_hash = $1 for update", [
      hashToken(token),
    ]);
    if (!locked) throw invalid("feedback.invalid");
    const link = await em().findOneOrFail(FeedbackLinkSchema, { id: locked.id }, { refresh: true });
    const state = stateOf(link);
    if (state === "used") throw conflict("feedback.used");
    if (state === "expired") throw invalid("feedback.invalid");
    const kept = inOrder(answers);
    const feedback = em().create(FeedbackSchema, {
      ticketId: link.ticketId,
      answers: kept,
      overAllRating: average(kept),
    });
    link.usedAt = now();
    const ticket = await ticketById(link.ticketId);
    await record(actor, {
      subject: "ticket",
      id: ticket.id,
      event: "ticket.feedbackGiven",
      data: { overAllRating: feedback.overAllRating },
    });
    await announce(await topicsOf(ticket));
    return { answers: kept, overAllRating: feedback.overAllRating };
  });

/** Q102: the average of the answers, to one decimal. */
const average = (answers: readonly FeedbackAnswer[]) =>
  Math.round((answers.reduce((total, { answer }) => total + answer, 0) / answers.length) * 10) / 10;

/**
 * The answers with our own questions: those that came with all five questions are put in their order, others are taken
 * as they stand. What a caller calls a question is never kept.
 */
function inOrder(answers: SubmitFeedback["answers"]): FeedbackAnswer[] {
  const asked = answers.map(({ question }) =>
    feedbackQuestions.findIndex((key) => locales.some((locale) => say(key, {}, locale) === question)),
  );
  const named = new Set(asked).size === feedbackQuestions.length && !asked.includes(-1);
  return feedbackQuestions.map((key, position) => ({
    question: say(key),
    answer: answers[named ? asked.indexOf(position) : position]!.answer,
  }));
}
