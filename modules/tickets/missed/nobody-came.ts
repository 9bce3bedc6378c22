import { freeWindows, windowsAt } from "#modules/centers/index.ts";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { fromNow, hour, now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { type Paise, toPaise, zero } from "#modules/kernel/money.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { isFeeHeld, leadLeft } from "#modules/wallet/index.ts";
import { missedRule, visitEnd } from "../appointments/missed-since.ts";
import { MissedVisitSchema } from "../appointments/missed-visit.entity.ts";
import { endTimeChange } from "../appointments/open-change.ts";
import { type Broadcast, BroadcastSchema } from "../broadcast.entity.ts";
import { forWhom, needForCustomer, readForCustomer, ticketForCustomer } from "../by-customer/own-ticket.ts";
import { centerHasRoom, ticketHandedBack, visitMissed } from "../events.ts";
import { arrivesBy } from "../fees/arrives-by.ts";
import { returnLead } from "../fees/return-lead.ts";
import { ticketOfLink } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { move, moveBroadcast } from "../lifecycle.ts";
import { lockCenter } from "../matching/acceptable.ts";
import { HandBackSchema } from "../matching/hand-back.entity.ts";
import { openAgain } from "../matching/hand-back.ts";
import { matchAgain } from "../matching/match-again.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { withdrawTechnician } from "../visit/withdraw-technician.ts";
import { decideFinally } from "../visit-rules/decisions.ts";
import { leadBackOf, type VisitRule } from "../visit-rules/rules-in-force.ts";
import type { SayNobodyCame } from "./input.ts";

/** How long a customer who waits is not shown the question again. */
const waits = hour;
/** The most choices of one request. */
const mostChoices = 10;

/** What the page of "Nobody came" shows: each choice with its clock. */
export type NobodyCameView = {
  /** When the promised time was over. */
  since: Date;
  /** Until when one who chooses to wait waits. */
  waitsUntil: Date;
  /** The first window its center has free. */
  freeAt: Date | null;
  /** How many centers serve the place, and by when the fee goes back where none of them accepts. */
  centers: number;
  answerBy: Date;
  /** The paid fee that goes back, and by when it is on the account. */
  feePaise: Paise;
  backBy: Date;
};

/**
 * What a customer may choose now, for a browser that proved the phone or an operator to whom the customer speaks; null
 * while the visit is not missed.
 */
export async function nobodyCameView(actor: Actor, ticketId: string): Promise<NobodyCameView | null> {
  const ticket = await readForCustomer(actor, ticketId);
  const { centerId, serviceId, pincode } = ticket;
  if (!centerId || !(await missedRule(ticket))) return null;
  const windows = (await freeWindows({ centerId, serviceId })).flatMap((day) => day.windows);
  return {
    since: visitEnd(ticket),
    waitsUntil: fromNow(waits),
    freeAt: windows.find(({ state }) => state === "free")?.from ?? null,
    centers: (await windowsAt({ pincode, serviceId })).centers,
    answerBy: fromNow(env.refundUnacceptedAfterHours * hour),
    feePaise: ticket.isPaidByPublic && (await isFeeHeld(ticket.id)) ? toPaise(ticket.bookingFeePaise) : zero,
    backBy: arrivesBy(now()),
  };
}

/**
 * Nobody came, says the customer from a browser that proved the phone, or to an operator, once the promised time and the
 * rule's minutes are over without a start, and chooses what happens now: to wait an hour, another time, another center at once, or the end
 * with the whole fee back; the two in the middle and the last go on to their own pages. Its center gets a message each
 * time. Refuses with `missed.notYet` before, and when the work began or the request is over.
 */
export const sayNobodyCame = (actor: Actor, { ticketId, choice }: SayNobodyCame): Promise<Ticket> =>
  transaction(async () => {
    needForCustomer(actor);
    const { centerId } = await ticketOfLink(ticketId);
    if (centerId) await lockCenter(centerId);
    const ticket = await ticketForCustomer(actor, ticketId);
    const rule = await missedRule(ticket);
    if (!rule || !centerId || ticket.centerId !== centerId) throw conflict("missed.notYet");
    if ((await em().count(MissedVisitSchema, { ticketId: ticket.id })) >= mostChoices) throw conflict("missed.most");
    const missed = em().create(MissedVisitSchema, {
      ticketId: ticket.id,
      centerId,
      ruleId: rule.id,
      choice,
      waitsUntil: choice === "wait" ? fromNow(waits) : null,
    });
    await recordOn(actor, ticket, { event: "ticket.nobodyCame", data: { choice, ...forWhom(actor) } });
    const before = await topicsOf(ticket);
    if (choice === "other_center") await takeFromCenter(actor, ticket, centerId, rule);
    await emit(visitMissed, { ticketId: ticket.id, centerId, missedId: missed.id });
    await announce([...before, ...(await topicsOf(ticket))]);
    return ticket;
  });

/** The request is open again and offered to the other centers, never to the one that did not come. */
async function takeFromCenter(actor: Actor, ticket: Ticket, centerId: string, rule: VisitRule) {
  const { id: ticketId } = ticket;
  const leadPaise = ticket.isPaidByTechnician ? toPaise(await leadLeft({ centerId, ticketId })) : zero;
  const leadBackPaise = leadBackOf(rule, leadPaise);
  if (leadBackPaise > 0) await returnLead(actor, ticket, { mostPaise: leadBackPaise });
  await decideFinally({ ticket, rule, leadBackPaise });
  const offer = await endOffer(actor, ticket, centerId);
  await withdrawTechnician(ticket);
  await endTimeChange(ticket.id);
  await move(actor, ticket, "leaveCenter", { set: { ...openAgain, broadcastAt: now() }, data: { centerId } });
  em().create(HandBackSchema, { ticketId, centerId, broadcastId: offer.id, reason: "nobody_came", free: false });
  await em().flush();
  const data = { ticketId, number: ticket.ticketId };
  await record(actor, { subject: "center", id: centerId, event: "center.missed", data });
  await matchAgain(system("matching"), ticket);
  await emit(centerHasRoom, { centerId });
  await emit(ticketHandedBack, { ticketId, centerId, broadcastId: offer.id });
}

/** Ends the center's offer, or writes one that is ended for a center that never had one. */
async function endOffer(actor: Actor, { id: ticketId }: Ticket, centerId: string): Promise<Broadcast> {
  const offer = await em().findOne(BroadcastSchema, { ticketId, centerId }, { refresh: true });
  if (!offer) return em().create(BroadcastSchema, { ticketId, centerId, status: "REJECTED" });
  if (offer.status === "ACCEPTED") await moveBroadcast(actor, offer, "handBack", { data: { reason: "nobody_came" } });
  else offer.status = "REJECTED";
  return offer;
}
