import type { Actor } from "#modules/kernel/actor.ts";
import { minute, now } from "#modules/kernel/clock.ts";
import { type Paise, toPaise, zero } from "#modules/kernel/money.ts";
import { isFeeHeld, leadLeft } from "#modules/wallet/index.ts";
import { acceptedLate, missedRule, visitEnd } from "../appointments/missed-since.ts";
import { customerMay } from "../policy.ts";
import type { Ticket } from "../ticket.entity.ts";
import { visitDue } from "../time-preference.ts";
import { leadBackOf, rulesInForce, type VisitRule } from "../visit-rules/rules-in-force.ts";
import { readForCustomer } from "./own-ticket.ts";

/** How many minutes after its acceptance a request is cancelled for nothing, however soon the visit is. */
const minutesAfterAcceptance = 15;

/** What a cancellation by the customer costs now, by the rules in force. */
export type CancelTerms = {
  rule: VisitRule;
  /** Until when everything goes back, once a center has the request; null before. */
  freeUntil: Date | null;
  /** How many minutes before the wanted moment that is, unless its center accepted later. */
  earlyMinutes: number;
  /** How many minutes after its acceptance it is instead, where the visit is sooner; null otherwise. */
  afterMinutes: number | null;
  /** What becomes of the fee when it is cancelled later than that. */
  lateFee: VisitRule["fee"];
  /** The paid fee the rule decides about, in paise; 0 where none was paid. */
  feePaise: Paise;
  /** What of it goes back. */
  feeBackPaise: Paise;
  /** What of the lead price goes back to the center. */
  leadBackPaise: Paise;
};

/**
 * The terms of a request for its customer, who proved its phone, or for an operator to whom the customer speaks; null
 * where it cannot be cancelled.
 */
export async function ownCancelTerms(actor: Actor, ticketId: string): Promise<CancelTerms | null> {
  const ticket = await readForCustomer(actor, ticketId);
  return customerMay(ticket).cancel ? cancelTerms(ticket) : null;
}

/**
 * The terms of a request that its customer may cancel; `visit_rules`, cause customer_cancel, or center_missed
 * where nobody came.
 */
export async function cancelTerms(ticket: Ticket): Promise<CancelTerms> {
  const { of } = await rulesInForce();
  const early = of("customer_cancel", "early");
  const earlyMinutes = early.minutes ?? 0;
  const late = of("customer_cancel", "late");
  const accepted = ticket.centerId != null;
  // Of a time that was over when its center got the request nobody was promised anything.
  const withoutPromise = acceptedLate(ticket);
  const earlyEnd = withoutPromise ? visitEnd(ticket) : freeEnd(ticket, earlyMinutes);
  const freeUntil = accepted ? earlyEnd : null;
  const missed = await missedRule(ticket);
  const rule =
    missed ??
    (freeUntil === null
      ? of("customer_cancel", "before_acceptance")
      : withoutPromise || now() <= freeUntil
        ? early
        : late);
  const feePaise = ticket.isPaidByPublic && (await isFeeHeld(ticket.id)) ? toPaise(ticket.bookingFeePaise) : zero;
  const { centerId } = ticket;
  const leadPaise =
    centerId && ticket.isPaidByTechnician ? toPaise(await leadLeft({ centerId, ticketId: ticket.id })) : zero;
  return {
    rule,
    freeUntil,
    earlyMinutes,
    afterMinutes:
      accepted && !withoutPromise && earlyEnd > earlyBefore(ticket, earlyMinutes) ? minutesAfterAcceptance : null,
    lateFee: late.fee,
    feePaise,
    feeBackPaise: rule.fee === "kept" ? zero : feePaise,
    leadBackPaise: leadBackOf(rule, leadPaise),
  };
}

/**
 * Until when the customer of an accepted request cancels for nothing: so many minutes before the wanted moment, at least a
 * quarter of an hour after the acceptance, and never after that moment.
 */
function freeEnd(ticket: Ticket, earlyMinutes: number): Date {
  const begins = visitDue(ticket).getTime();
  const acceptance = (ticket.acceptedAt ?? ticket.createdAt).getTime() + minutesAfterAcceptance * minute;
  return new Date(Math.min(begins, Math.max(earlyBefore(ticket, earlyMinutes).getTime(), acceptance)));
}

const earlyBefore = (ticket: Ticket, earlyMinutes: number) =>
  new Date(visitDue(ticket).getTime() - earlyMinutes * minute);
