import type { KnownAccount } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { hashToken } from "#modules/kernel/crypto.server.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { conflict, denied, invalid, missing } from "#modules/kernel/errors.ts";
import { fromRupees, zero } from "#modules/kernel/money.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { earnBookingFee, feeStateOf, holdFeeAgain } from "#modules/wallet/index.ts";
import { isDecided, openCase, openCaseOf } from "../cases/open-case.ts";
import { customerClaim, isOfCenter, refuseOwnWork, spendClaim } from "../customer.ts";
import { heldFeesTopic } from "../fees/fee-at-closing.ts";
import { ticketById, ticketOfLink } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import type { AnswerOutcome, AnswerOutcomeByLink, OutcomeProof } from "./input.ts";
import { type OutcomeAnswer, OutcomeAnswerSchema, OutcomeLinkSchema } from "./outcome.entity.ts";
import { answerOf, closingOf, questionOf } from "./question.ts";

/*
 * The customer signs the outcome: did they come, is it done, what was paid. One answer, final once it is proven. It
 * counts for money only then; the answer of a bare link is only shown.
 */

/** Tries by one link per hour: a neighbor who holds the link cannot send more. */
const bareLimit = { name: "outcome.bare", points: 5, seconds: 3600, onFailure: "open" } as const;

/** Of the browser that answers: who is signed in, in any console, and whose sessions it has or had. */
type InBrowser = { signedIn?: readonly Actor[]; knownAs?: readonly KnownAccount[] };
/** A bare link will not do. */
type ProvenOnly = { provenOnly?: boolean };

/**
 * Answer about a closed request, as its customer: by a browser that proved the phone or by an OTP's proof it counts, by
 * the link alone it is only shown, and a proven one replaces it. Never by a center, technician or admin, nor in a browser
 * where one is signed in, nor in one where somebody of the request's center was. The same answer again changes nothing;
 * another one is refused with `outcome.given`. Refuses with `outcome.noQuestion` and, from 48 hours after the closing on,
 * `outcome.over`.
 */
export async function answerOutcome(
  actor: Actor,
  { ticketId, proof, signedIn, knownAs, provenOnly = false, ...says }: AnswerOutcome & InBrowser & ProvenOnly,
): Promise<OutcomeAnswer> {
  const ticket = await ticketOfLink(ticketId);
  await refuseWorkers(actor, ticket, { signedIn, knownAs });
  const visitor = actor.kind === "anyone" && actor.phones.includes(ticket.phone);
  const claim = proof || visitor || provenOnly ? await customerClaim(actor, ticket, proof) : undefined;
  const proven = visitor ? "visitor" : claim ? "proof" : "bare";
  if (proven === "bare") await countUse(bareLimit, ticket.id);
  return transaction(async () => {
    const locked = await ticketOfLink(ticketId, { lock: true });
    const answer = await store(actor, locked, says, proven);
    await spendClaim(actor, claim);
    return answer;
  });
}

/** The same by a proven phone only: a bare link will not do. */
export const answerOutcomeProven = (actor: Actor, input: AnswerOutcome, browser: InBrowser) =>
  answerOutcome(actor, { ...input, ...browser, provenOnly: true });

/** The same by a link that was sent to the customer's phone; an unknown one is missing("outcome.noLink"). */
export async function answerOutcomeByLink(
  actor: Actor,
  { token, signedIn, knownAs, ...says }: AnswerOutcomeByLink & InBrowser,
): Promise<OutcomeAnswer> {
  const ticketId = await ticketOfToken(token);
  await refuseWorkers(actor, await ticketById(ticketId), { signedIn, knownAs });
  return transaction(async () => {
    const locked = await ticketById(ticketId, { lock: true });
    if (locked.deletedAt) throw missing("outcome.noLink");
    return store(actor, locked, says, "link");
  });
}

/** The internal id of the request that a sent link is about. */
export async function ticketOfToken(token: string): Promise<string> {
  const link = await em().findOne(OutcomeLinkSchema, { tokenHash: hashToken(token) }, { refresh: true });
  if (!link) throw missing("outcome.noLink");
  return link.ticketId;
}

/** Only a customer answers: nobody of a center or of the house, in whatever browser. */
async function refuseWorkers(actor: Actor, ticket: Ticket, { signedIn = [], knownAs = [] }: InBrowser) {
  await refuseOwnWork(actor, ticket);
  if (actor.kind !== "anyone" || signedIn.length > 0) throw denied("outcome.signedIn");
  for (const account of knownAs) if (await isOfCenter(account, ticket)) throw denied("outcome.centersBrowser");
}

type Says = Pick<AnswerOutcome, "came" | "done" | "paid">;

async function store(actor: Actor, ticket: Ticket, says: Says, proof: OutcomeProof): Promise<OutcomeAnswer> {
  const question = await questionOf(ticket.id);
  if (!question) throw conflict("outcome.noQuestion");
  const asksDone = closingOf(ticket) === "done" && says.came === "yes";
  if (asksDone && !says.done) throw invalid("outcome.done", { done: "outcome.done" });
  const came = says.came === "yes";
  const done = asksDone ? says.done === "yes" : null;
  const paidPaise = says.paid === undefined ? null : fromRupees(says.paid);
  const stored = await answerOf(ticket.id);
  const replaces = stored?.proof === "bare" && proof !== "bare";
  if (stored && !replaces) {
    if (stored.came === came && stored.done === done && (stored.paidPaise ?? null) === paidPaise) return stored;
    throw conflict("outcome.given");
  }
  if (question.settledAt || question.dueAt <= now()) throw conflict("outcome.over");
  const answer = stored ?? em().create(OutcomeAnswerSchema, { ticketId: ticket.id, came, proof, answeredAt: now() });
  Object.assign(answer, { came, done, paidPaise, proof, answeredAt: now() });
  await em().flush();
  await recordOn(actor, ticket, {
    event: proof === "bare" ? "ticket.outcomeShown" : "ticket.outcomeAnswered",
    data: { outcome: came ? (done === false ? "notDone" : "came") : "nobody", proof },
  });
  if (proof !== "bare") await settleAnswer(actor, ticket, answer);
  await announce([...(await topicsOf(ticket)), heldFeesTopic]);
  return answer;
}

/** Whether an answer says what the closing says. */
const agrees = (ticket: Ticket, { came, done }: Pick<OutcomeAnswer, "came" | "done">) =>
  came && done !== false && closingOf(ticket) !== "notVisited";

/**
 * What a proven answer does with the fee: agreed, a held one is earned; contradicted, an earned one is held again, and a
 * case decides. Where nobody came by the closing itself the fee went back, and no answer changes that; none changes what a case has
 * decided either, which is appealed.
 */
async function settleAnswer(actor: Actor, ticket: Ticket, answer: OutcomeAnswer): Promise<void> {
  if (closingOf(ticket) === "notVisited" || (await isDecided(ticket))) return;
  const fee = await feeStateOf(ticket.id);
  const amountPaise = ticket.bookingFeePaise;
  if (agrees(ticket, answer)) {
    // An open case decides alone.
    if (fee !== "held" || (await openCaseOf(ticket))) return;
    ticket.feeHeldAt = null;
    ticket.platformSharePaise = amountPaise;
    await em().flush();
    if (await earnBookingFee(ticket.id))
      await recordOn(actor, ticket, { event: "ticket.feeEarned", data: { amountPaise } });
    return;
  }
  if (fee === "earned" && (await holdFeeAgain(actor, { ticketId: ticket.id, cause: answer.id }))) {
    ticket.feeHeldAt = now();
    ticket.platformSharePaise = zero;
    await recordOn(actor, ticket, { event: "ticket.feeDisputed", data: { amountPaise } });
  }
  await openCase(ticket, "not_so");
}
