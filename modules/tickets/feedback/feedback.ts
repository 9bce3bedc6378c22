import { sql } from "kysely";
import { addRating } from "#modules/centers/index.ts";
import type { Actor, ActorOf } from "#modules/kernel/actor.ts";
import { day, fromNow, now } from "#modules/kernel/clock.ts";
import { hashToken, randomToken } from "#modules/kernel/crypto.server.ts";
import { em, row, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict, invalid } from "#modules/kernel/errors.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { say } from "#modules/messages/index.ts";
import { openLowAnswer } from "../cases/open-case.ts";
import { refuseOwnWork } from "../customer.ts";
import { ticketById } from "../get-ticket.ts";
import type { SubmitFeedback } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { type FeedbackAnswer, type FeedbackLink, FeedbackLinkSchema, FeedbackSchema } from "./feedback.entity.ts";
import { placeOf, questionsOf } from "./questions.ts";

/** An answer of 1 to 10 that opens a case; a person looks at what went wrong. */
const lowAnswer = 2;

/** How many days after closing a feedback link is valid. */
export const feedbackDays = 30;

/**
 * Create the feedback link of a closing ticket and return its token for the message. Only the hash of its 128 random
 * bits is stored.
 */
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

/** Whether a closed ticket's customer may still send feedback and has sent neither answers nor stars. */
export const awaitsFeedback = async (ticketId: string): Promise<boolean> =>
  Boolean(
    await row(
      sql`select from feedback_links l join tickets t on t.id = l.ticket_id
        where t.id = ${ticketId} and t.deleted_at is null and t.status = 'CLOSED' and t.star_rating is null
          and l.used_at is null and l.expires_at > ${now()} limit 1`,
    ),
  );

export type FeedbackLinkState = {
  /** R103–R105: both `invalid` and `expired` are shown as 'Invalid Feedback Link'. */
  state: "invalid" | "expired" | "used" | "open";
  /** The human number of the request; absent for an unknown link. */
  ticketId?: string;
  /** Whether it is a pick and drop, whose questions are of its driver. */
  ride?: boolean;
  /** The stored answers, once the link is used (Q48). */
  answers?: FeedbackAnswer[];
  overAllRating?: number;
};

/** The state of a feedback link (R110). */
export async function checkFeedbackLink(token: string): Promise<FeedbackLinkState> {
  const link = await em().findOne(FeedbackLinkSchema, { tokenHash: hashToken(token) }, { refresh: true });
  if (!link) return { state: "invalid" };
  const { ticketId, vehicleId } = await ticketById(link.ticketId);
  const state = stateOf(link);
  const ride = Boolean(vehicleId);
  if (state !== "used") return { state, ticketId, ride };
  const feedback = await em().findOne(FeedbackSchema, { ticketId: link.ticketId });
  return {
    state,
    ticketId,
    ride,
    ...(feedback && { answers: feedback.answers, overAllRating: feedback.overAllRating }),
  };
}

function stateOf(link: FeedbackLink) {
  if (link.usedAt) return "used";
  return link.expiresAt <= now() ? "expired" : "open";
}

/** The answers to a link, and the center signed in in that browser, if any. */
type FeedbackInput = SubmitFeedback & { signedIn?: ActorOf<"center"> | undefined };

/**
 * Store the five answers of a link, once (H27); a second submit is conflict("feedback.used"). Holding the link is
 * enough, because it came in a message to the customer. The center that did the work may not answer (fixed point 15),
 * not even from a signed-in browser, unless that browser verified the customer's phone. A low answer opens a case.
 */
export const submitFeedback = (actor: Actor, { token, answers, signedIn }: FeedbackInput) =>
  transaction(async () => {
    const locked = await row<{ id: string }>(
      sql`select id from feedback_links where token_hash = ${hashToken(token)} for update`,
    );
    if (!locked) throw invalid("feedback.invalid");
    const link = await em().findOneOrFail(FeedbackLinkSchema, { id: locked.id }, { refresh: true });
    const state = stateOf(link);
    if (state === "used") throw conflict("feedback.used");
    if (state === "expired") throw invalid("feedback.invalid");
    const ticket = await ticketById(link.ticketId, { lock: true });
    await refuseOwnWork(actor, ticket);
    const customersBrowser = actor.kind === "anyone" && actor.phones.includes(ticket.phone);
    if (signedIn && !customersBrowser) await refuseOwnWork(signedIn, ticket);
    const ordered = inOrder(answers, ticket);
    const feedback = em().create(FeedbackSchema, {
      ticketId: link.ticketId,
      answers: ordered,
      overAllRating: average(ordered),
    });
    link.usedAt = now();
    await addRating(ticket, feedback.overAllRating);
    await record(actor, {
      subject: "ticket",
      id: ticket.id,
      event: "ticket.feedbackGiven",
      data: { overAllRating: feedback.overAllRating },
    });
    if (ordered.some(({ answer }) => answer <= lowAnswer)) await openLowAnswer(ticket);
    await announce(await topicsOf(ticket));
    return { answers: ordered, overAllRating: feedback.overAllRating };
  });

/** Q102: the average of the answers, to one decimal. */
const average = (answers: readonly FeedbackAnswer[]) =>
  Math.round((answers.reduce((total, { answer }) => total + answer, 0) / answers.length) * 10) / 10;

/**
 * The answers with our own question texts. If all five question texts came along, the answers are sorted by them;
 * otherwise they count in the order given. A caller's own question texts are never stored.
 */
function inOrder(answers: SubmitFeedback["answers"], ticket: Ticket): FeedbackAnswer[] {
  const questions = questionsOf(ticket);
  const places = answers.map(({ question }) => placeOf(question));
  const named = new Set(places).size === questions.length && !places.includes(-1);
  return questions.map((key, position) => ({
    question: say(key),
    answer: answers[named ? places.indexOf(position) : position]!.answer,
  }));
}
