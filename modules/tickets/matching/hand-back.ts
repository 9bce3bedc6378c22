import { sql } from "kysely";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { day, fromNow, minute, now } from "#modules/kernel/clock.ts";
import { em, row, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { type Paise, rupees, toPaise, zero } from "#modules/kernel/money.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { leadLeft } from "#modules/wallet/index.ts";
import { endTimeChange } from "../appointments/open-change.ts";
import { type Broadcast, BroadcastSchema } from "../broadcast.entity.ts";
import { centerHasRoom, ticketHandedBack } from "../events.ts";
import { returnLead } from "../fees/return-lead.ts";
import { actingCenter, forCenter, getTicket, ticketInCharge } from "../get-ticket.ts";
import { move, moveBroadcast } from "../lifecycle.ts";
import { refuseStale } from "../stale.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { withdrawTechnician } from "../visit/withdraw-technician.ts";
import { decideFinally } from "../visit-rules/decisions.ts";
import { handBackDays } from "../visit-rules/input.ts";
import { leadBackOf, rulesInForce, type VisitRule } from "../visit-rules/rules-in-force.ts";
import { lockCenter } from "./acceptable.ts";
import { HandBackSchema } from "./hand-back.entity.ts";
import type { HandBackTicket } from "./input.ts";
import { matchAgain } from "./match-again.ts";

/** What handing a job back costs its center now. */
export type HandBackTerms = {
  free: boolean;
  /** Until when it is free, where the time alone decides. */
  freeUntil: Date;
  /** How many free ones are left of the last 30 days, and how many there are. */
  freeLeft: number;
  freeAtMost: number;
  /** Within how many minutes of accepting it is free. */
  freeMinutes: number;
  /** What was paid for the lead and did not go back, and what of it goes back now. */
  leadPaise: Paise;
  leadBackPaise: Paise;
};

/**
 * Hand an accepted job back before a start (fixed point 2): the request is open again and offered to the other centers
 * at once, never to this one. What it costs is a rule of `visit_rules` (by default free within 15 minutes of accepting,
 * three times in 30 days), which the decision keeps; whoever was told that it is free (`free`) is refused when it is not. An operator does the same in the center's name. Locks center and
 * ticket in the order of accepting, so that the free ones are counted one after another.
 */
export const handBack = (actor: Actor, { ticketId, reason, free, version }: HandBackTicket): Promise<HandBackTerms> =>
  transaction(async () => {
    const centerId = await actingCenter(actor, ticketId);
    await lockCenter(centerId);
    const ticket = await ticketInCharge(actor, ticketId);
    await refuseStale(actor, ticket, version);
    if (ticket.centerId !== centerId) throw conflict("handBack.notAccepted");
    const accepted = await needAccepted(ticket);
    const { rule, ...terms } = await termsOf(ticket, centerId);
    if (free === "true" && !terms.free) throw notFree(terms);
    if (terms.free) await returnLead(actor, ticket);
    else if (terms.leadBackPaise > 0) await returnLead(actor, ticket, { mostPaise: terms.leadBackPaise });
    await decideFinally({ ticket, rule, leadBackPaise: terms.leadBackPaise });
    await moveBroadcast(actor, accepted, "handBack", { data: { reason, free: terms.free } });
    const before = await topicsOf(ticket);
    await withdrawTechnician(ticket);
    await endTimeChange(ticket.id);
    const set = { ...openAgain, broadcastAt: now() };
    await move(actor, ticket, "handBack", { set, data: { centerId, reason, free: terms.free, ...forCenter(actor) } });
    em().create(HandBackSchema, {
      ticketId: ticket.id,
      centerId,
      broadcastId: accepted.id,
      reason,
      free: terms.free,
    });
    await em().flush();
    if (rule.counted) {
      const data = { ticketId: ticket.id, number: ticket.ticketId, reason, ...forCenter(actor) };
      await record(actor, { subject: "center", id: centerId, event: "center.handedBack", data });
    }
    await matchAgain(system("matching"), ticket);
    await emit(centerHasRoom, { centerId });
    await emit(ticketHandedBack, { ticketId: ticket.id, centerId, broadcastId: accepted.id });
    await announce([...before, ...(await topicsOf(ticket))]);
    return terms;
  });

/** What a request has of its center and of the visit: gone when it is open again. */
export const openAgain = {
  centerId: null,
  technicianId: null,
  broadcastStatus: "broadcasted",
  isPaidByTechnician: false,
  acceptedAt: null,
  assignedAt: null,
  onTheWayAt: null,
  startedAt: null,
  startProvedAt: null,
  codesSentAt: null,
  escalatedAt: null,
  happyCode: null,
  unhappyCode: null,
  codeTries: 0,
} as const satisfies Partial<Ticket>;

/** What handing a request back would cost its center now; null where it cannot be handed back. */
export async function handBackTerms(actor: Actor, { ticketId }: { ticketId: string }): Promise<HandBackTerms | null> {
  const centerId = await actingCenter(actor, ticketId);
  const ticket = await getTicket(actor, ticketId);
  if (ticket.centerId !== centerId || !(await acceptedOffer(ticket)) || reasonAgainst(ticket)) return null;
  const { rule: _, ...terms } = await termsOf(ticket, centerId);
  return terms;
}

/** How often a request was handed back. */
export async function handBacksOf(ticketId: string): Promise<number> {
  const counts = await row(
    sql<{ n: number }>`select count(*)::int as n from hand_backs where ticket_id = ${ticketId}::uuid`,
  );
  return counts?.n ?? 0;
}

function notFree({ leadPaise, leadBackPaise }: HandBackTerms) {
  const stayingPaise = toPaise(leadPaise - leadBackPaise);
  return stayingPaise > 0
    ? conflict("handBack.notFreeLead", { amount: rupees(stayingPaise) })
    : conflict("handBack.notFree");
}

async function needAccepted(ticket: Ticket): Promise<Broadcast> {
  const against = reasonAgainst(ticket);
  if (against) throw conflict(against);
  const accepted = await acceptedOffer(ticket);
  if (!accepted) throw conflict("handBack.notAccepted");
  return accepted;
}

const reasonAgainst = ({ status, broadcastStatus, startedAt }: Ticket) => {
  if (startedAt) return "handBack.started" as const;
  if (status !== "ACCEPTED" || broadcastStatus !== "accepted after broadcast") return "handBack.notAccepted" as const;
  return undefined;
};

const acceptedOffer = ({ id: ticketId, centerId }: Ticket): Promise<Broadcast | null> =>
  em().findOne(BroadcastSchema, { ticketId, centerId: centerId ?? null!, status: "ACCEPTED" }, { refresh: true });

async function termsOf(ticket: Ticket, centerId: string): Promise<HandBackTerms & { rule: VisitRule }> {
  const rules = await rulesInForce();
  const freeRule = rules.of("hand_back", "free");
  const used = await row(
    sql<{ n: number }>`
      select count(*)::int as n from hand_backs
       where center_id = ${centerId}::uuid and free and created_at > ${fromNow(-handBackDays * day)}::timestamptz`,
  );
  const freeAtMost = freeRule.atMost ?? 0;
  const freeMinutes = freeRule.minutes ?? 0;
  const freeLeft = Math.max(0, freeAtMost - (used?.n ?? 0));
  const freeUntil = new Date((ticket.acceptedAt ?? ticket.createdAt).getTime() + freeMinutes * minute);
  const free = freeLeft > 0 && now() <= freeUntil;
  const rule = free ? freeRule : rules.of("hand_back", "later");
  const leadPaise = ticket.isPaidByTechnician ? toPaise(await leadLeft({ centerId, ticketId: ticket.id })) : zero;
  return {
    free,
    freeUntil,
    freeLeft,
    freeAtMost,
    freeMinutes,
    leadPaise,
    leadBackPaise: leadBackOf(rule, leadPaise),
    rule,
  };
}
