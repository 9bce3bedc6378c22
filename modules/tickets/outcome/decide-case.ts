import { type Actor, actorId, needKind } from "#modules/kernel/actor.ts";
import { day, fromNow, now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { type Case, CaseSchema } from "../cases/case.entity.ts";
import { type AppealCase, appealDays, type DecideCase } from "../cases/input.ts";
import { refuseInvolved } from "../cases/involved.ts";
import { caseDue, casesTopic, openCaseOf } from "../cases/open-case.ts";
import { heldFeesTopic } from "../fees/fee-at-closing.ts";
import { ticketById } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { needMay } from "../policy.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { moveFee } from "./case-fee.ts";

/*
 * A case is decided once, by an admin who may move money and did not close the request; its decision is appealed once,
 * and the appeal decided by another one. Where nobody else may move money the same admin decides, and the case is marked so.
 */

/**
 * Decide an open case, with its reason; the fee is earned, goes back, or nothing moves, in one transaction with its row of
 * history. Refuses with `case.decided`, `case.ownClosing` and, for what cannot be decided now, `case.choice`.
 */
export const decideCase = (actor: Actor, { caseId, decision, reason }: DecideCase): Promise<Ticket> =>
  transaction(async () => {
    needMay(actor, "decideCases");
    needKind(actor, "admin");
    const { dispute, ticket } = await lockCase(caseId);
    if (dispute.state !== "open") throw conflict("case.decided");
    dispute.sameAdmin = await refuseInvolved(actor, ticket);
    await moveFee(actor, ticket, decision, dispute.id);
    dispute.state = "decided";
    dispute.decision = decision;
    dispute.reason = reason;
    dispute.decidedBy = actorId(actor);
    dispute.decidedAt = now();
    await record(actor, ticket, "ticket.caseDecided", { caseId, decision });
    return ticket;
  });

/**
 * Appeal against the decision of a case, once, within 30 days, as an admin who may edit requests and takes it down for
 * the customer or the center; it waits for another admin then. Refuses with `case.notAppealable` and `case.open`.
 */
export const appealCase = (actor: Actor, { caseId, reason }: AppealCase): Promise<Ticket> =>
  transaction(async () => {
    needMay(actor, "appealCases");
    needKind(actor, "admin");
    const { dispute, ticket } = await lockCase(caseId);
    if (!isAppealable(dispute)) throw conflict("case.notAppealable");
    if (await openCaseOf(ticket)) throw conflict("case.open");
    dispute.state = "appealed";
    dispute.appealReason = reason;
    dispute.appealedBy = actorId(actor);
    dispute.appealedAt = now();
    dispute.dueAt = caseDue();
    await record(actor, ticket, "ticket.caseAppealed", { caseId });
    return ticket;
  });

/**
 * Decide the appeal of a case, for good, as another admin than the decider and the closer. Where no other admin may move
 * money it may be the decider, and the case is marked so. Refuses as `decideCase` does, and with `case.ownDecision`.
 */
export const decideAppeal = (actor: Actor, { caseId, decision, reason }: DecideCase): Promise<Ticket> =>
  transaction(async () => {
    needMay(actor, "decideCases");
    needKind(actor, "admin");
    const { dispute, ticket } = await lockCase(caseId);
    if (dispute.state !== "appealed") throw conflict("case.decided");
    const isAlone = await refuseInvolved(actor, ticket, dispute.decidedBy);
    await moveFee(actor, ticket, decision, `appeal:${dispute.id}`);
    dispute.state = "closed";
    dispute.appealDecision = decision;
    dispute.appealDecisionReason = reason;
    dispute.appealDecidedBy = actorId(actor);
    dispute.appealDecidedAt = now();
    dispute.sameAdmin ||= isAlone;
    await record(actor, ticket, "ticket.caseClosed", { caseId, decision });
    return ticket;
  });

/** Whether the decision of a case can be appealed now. */
export const isAppealable = ({ state, decidedAt }: Pick<Case, "state" | "decidedAt">): boolean =>
  state === "decided" && decidedAt != null && decidedAt > fromNow(-appealDays * day);

/** A case and its request, both locked. */
async function lockCase(caseId: string): Promise<{ dispute: Case; ticket: Ticket }> {
  const unlocked = await em().findOne(CaseSchema, { id: caseId }, { refresh: true });
  if (!unlocked) throw missing("case.notFound");
  // All that changes a case locks its request first.
  const ticket = await ticketById(unlocked.ticketId, { lock: true });
  if (ticket.deletedAt) throw missing("case.notFound");
  return { dispute: await em().findOneOrFail(CaseSchema, { id: caseId }, { refresh: true }), ticket };
}

async function record(actor: Actor, ticket: Ticket, event: string, data: Record<string, string>) {
  await recordOn(actor, ticket, { event, data });
  await announce([...(await topicsOf(ticket)), casesTopic, heldFeesTopic]);
}
