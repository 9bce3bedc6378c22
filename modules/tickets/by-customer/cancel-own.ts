import { UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { z } from "zod";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { fromNow, now, second } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict, DomainError } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { defineJob, later, withdrawJob } from "#modules/kernel/work/jobs.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { earnBookingFee, releaseBalance } from "#modules/wallet/index.ts";
import { endAppointment } from "../appointments/end-appointment.ts";
import { centerHasRoom, ticketCancelled } from "../events.ts";
import { giveUseBack } from "../fees/offer-uses.ts";
import { returnFee } from "../fees/return-fee.ts";
import { returnLead } from "../fees/return-lead.ts";
import { ticketById } from "../get-ticket.ts";
import { announceToClient, recordOn } from "../history.ts";
import { loseOthers, moveUndoably } from "../lifecycle.ts";
import { matchTicket } from "../matching/broadcast.ts";
import { customerMay } from "../policy.ts";
import { refuseTakenReference } from "../rights/taken-reference.ts";
import { hasBegun } from "../states/states.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { cancelVisit } from "../visit/withdraw-technician.ts";
import { undoableDecision } from "../visit-rules/decisions.ts";
import { type VisitDecision, VisitDecisionSchema, VisitRuleSchema } from "../visit-rules/rules.entity.ts";
import { cancelTerms } from "./cancel-terms.ts";
import type { CancelOwn } from "./input.ts";
import { forWhom, ticketForCustomer } from "./own-ticket.ts";

/** How long a customer's cancellation can be undone (fixed point 2). */
const undoMs = 10 * second;

/** How often the cancellation of one request can be undone. */
const mostUndone = 5;

/**
 * Cancel one's own request, from a browser that proved its phone, or as an operator on its customer's word. By the rule
 * and the fee the page showed: where another rule holds by now, because a center accepted, the time went on or the rules
 * were changed, it is refused with `cancel.changed`. Its status changes at once; messages, money, webhooks and the end of its offers are a job ten seconds
 * later, which the undo takes back.
 */
export const cancelOwn = (actor: Actor, input: CancelOwn): Promise<Ticket> =>
  transaction(async () => {
    const ticket = await ticketForCustomer(actor, input.ticketId);
    if (!customerMay(ticket).cancel) throw conflict(hasBegun(ticket) ? "cancel.started" : "ticket.notCancellable");
    const { rule, feePaise, leadBackPaise } = await cancelTerms(ticket);
    if (input.ruleId !== rule.id || input.feePaise !== feePaise) throw conflict("cancel.changed");
    const undoUntil = fromNow(undoMs);
    const decision = em().create(VisitDecisionSchema, {
      ticketId: ticket.id,
      ruleId: rule.id,
      centerId: ticket.centerId ?? null,
      feePaise,
      leadBackPaise,
      reason: input.reason ?? null,
      was: ticket.status as NonNullable<VisitDecision["was"]>,
      state: "UNDOABLE",
      undoUntil,
    });
    await em().flush();
    await moveUndoably(actor, ticket, "cancel", {
      set: { cancelledAt: now(), cancelReason: null },
      data: {
        rule: rule.band,
        ruleVersion: rule.version,
        ...(input.reason && { why: input.reason }),
        ...forWhom(actor),
      },
    });
    await later(settleCancellation, { decisionId: decision.id }, { startAfter: undoUntil, singletonKey: decision.id });
    await announce(await topicsOf(ticket));
    return ticket;
  });

/**
 * Take a cancellation back within ten seconds: the request has the status it had, nobody was notified and no money moved.
 * Taking back one that stands again changes nothing; afterwards it is refused with `cancel.undoOver`.
 */
export async function undoCancel(actor: Actor, { ticketId }: { ticketId: string }): Promise<Ticket> {
  try {
    return await transaction(() => restore(actor, ticketId));
  } catch (error) {
    // Another revisit of the same visit was requested meanwhile, and there is one at a time.
    if (error instanceof UniqueConstraintViolationException) throw conflict("cancel.undoOver");
    throw error;
  }
}

async function restore(actor: Actor, ticketId: string): Promise<Ticket> {
  const ticket = await ticketForCustomer(actor, ticketId);
  if (ticket.status !== "CANCEL") return ticket;
  const decision = await undoableDecision(ticket);
  if (!decision?.was || !decision.undoUntil || now() >= decision.undoUntil) throw conflict("cancel.undoOver");
  if ((await em().count(VisitDecisionSchema, { ticketId: ticket.id, state: "UNDONE" })) >= mostUndone)
    throw conflict("cancel.undoOver");
  await refuseTakenReference(ticket);
  await end(decision, "UNDONE");
  await withdrawJob(settleCancellation, decision.id);
  await moveUndoably(actor, ticket, restoreMoves[decision.was], {
    set: { cancelledAt: null, cancelReason: null },
    data: forWhom(actor),
  });
  // A fee that was paid meanwhile is taken up now.
  if (ticket.isPaidByPublic && decision.was === "PENDING" && !ticket.broadcastStatus) await matchTicket(actor, ticket);
  await announce(await topicsOf(ticket));
  return ticket;
}

const restoreMoves = { PENDING: "restorePending", ACCEPTED: "restoreAccepted", VERIFIED: "restoreVerified" } as const;

async function end(decision: VisitDecision, state: "FINAL" | "UNDONE") {
  decision.state = state;
  decision.endedAt = now();
  await em().flush();
}

/** Lets a cancellation have its effects when it can no longer be undone; once for each. */
export const settleCancellation = defineJob({
  name: "tickets.settleCancellation",
  payload: z.strictObject({ decisionId: z.uuid() }),
  run: ({ decisionId }) =>
    transaction(() => settleWhenDue(decisionId)).catch((error: unknown) => {
      // A refusal is tried again like any failure; a lasting one is shown by `doctor`.
      if (!(error instanceof DomainError)) throw error;
      throw new Error(`the cancellation ${decisionId} could not be settled: ${error.key}`, { cause: error });
    }),
});

async function settleWhenDue(decisionId: string): Promise<void> {
  const { ticketId } = await em().findOneOrFail(VisitDecisionSchema, { id: decisionId });
  const ticket = await ticketById(ticketId, { lock: true });
  const decision = await em().findOneOrFail(VisitDecisionSchema, { id: decisionId }, { refresh: true });
  if (decision.state !== "UNDOABLE" || !decision.undoUntil) return;
  // The queue's clock may be ahead of this process's.
  if (now() < decision.undoUntil)
    return later(settleCancellation, { decisionId }, { startAfter: decision.undoUntil, singletonKey: decisionId });
  const customer = system("cancellations");
  await end(decision, "FINAL");
  await loseOthers(ticket.id);
  if (ticket.centerId) await emit(centerHasRoom, { centerId: ticket.centerId });
  await moveMoney(customer, ticket, decision);
  await countMissed(customer, ticket, decision);
  await endAppointment(ticket.id);
  await cancelVisit(ticket);
  await announceToClient(ticket, "ticket.cancelled");
  await emit(ticketCancelled, { ticketId: ticket.id });
  await announce(await topicsOf(ticket));
}

/** The center's wallet is locked before the customer's, and that before an offer. */
async function moveMoney(actor: Actor, ticket: Ticket, decision: VisitDecision) {
  const rule = await em().findOneOrFail(VisitRuleSchema, { id: decision.ruleId });
  if (rule.leadBackPercent === 100) await returnLead(actor, ticket);
  else if (decision.leadBackPaise > 0) await returnLead(actor, ticket, { mostPaise: decision.leadBackPaise });
  // Only a fee that the page showed as staying stays; one that was paid afterwards goes back.
  if (rule.fee === "kept" && decision.feePaise > 0) await keepFee(actor, ticket);
  else await returnFee(actor, ticket, "cancelled");
  await releaseBalance(actor, ticket.id);
  await giveUseBack(actor, ticket.id);
}

/** That nobody came stands in the history of the center. */
async function countMissed(actor: Actor, { id: ticketId, ticketId: number }: Ticket, decision: VisitDecision) {
  const rule = await em().findOneOrFail(VisitRuleSchema, { id: decision.ruleId });
  if (rule.cause !== "center_missed" || !rule.counted || !decision.centerId) return;
  const data = { ticketId, number };
  await record(actor, { subject: "center", id: decision.centerId, event: "center.missed", data });
}

async function keepFee(actor: Actor, ticket: Ticket) {
  if (!(await earnBookingFee(ticket.id))) return;
  ticket.platformSharePaise = ticket.bookingFeePaise;
  await recordOn(actor, ticket, { event: "ticket.feeEarned", data: { amountPaise: ticket.bookingFeePaise } });
}
