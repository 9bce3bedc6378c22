import { freeWindows, type VisitDay, windowsAt } from "#modules/centers/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { minute, now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { denied } from "#modules/kernel/errors.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { countedAfter } from "../appointments/answer-time.ts";
import { AppointmentSchema } from "../appointments/appointment.entity.ts";
import { acceptedLate, missedRule } from "../appointments/missed-since.ts";
import { openAmong } from "../appointments/open-change.ts";
import { type TimeChange, TimeChangeSchema } from "../appointments/time-change.entity.ts";
import { ticketOfLink } from "../get-ticket.ts";
import { customerMay } from "../policy.ts";
import type { Ticket } from "../ticket.entity.ts";
import type { TimePreferenceType } from "../time-preference.ts";
import { rulesInForce, type VisitRule } from "../visit-rules/rules-in-force.ts";

/** How many minutes a center has to answer, counted from 08:00 to 20:00. */
const answerMinutes = 60;
/** The most changes of one request, with those that were refused or not answered. */
const mostMade = 6;

/** By which rule the time of a request can be changed now, and why it cannot be. */
export type TimeChangeTerms = {
  rule: VisitRule;
  /** Whether it counts: not where nobody came. */
  counted: boolean;
  /** How many changes are left, of how many. */
  left: number;
  atMost: number;
  /** Until when it can be changed; null where the wanted time names no moment. */
  until: Date | null;
  /** Why not; undefined where it can be. */
  against: MessageKey | undefined;
  /** The change that waits for the center's answer. */
  open: TimeChange | undefined;
};

/** The terms of a request; `visit_rules`, cause customer_change, or center_missed where nobody came. */
export async function timeChangeTerms(ticket: Ticket): Promise<TimeChangeTerms> {
  const rule = (await rulesInForce()).of("customer_change", "change");
  const changes = await em().find(TimeChangeSchema, { ticketId: ticket.id }, { refresh: true });
  const open = openAmong(changes, ticket);
  const missed = await missedRule(ticket);
  const used = changes.filter(
    (change) => change.counted && (change.state === "DONE" || change.state === "AGREED"),
  ).length;
  const atMost = rule.atMost ?? 0;
  const left = Math.max(missed ? 1 : 0, atMost - used);
  const begins = await beginOf(ticket);
  const until = begins && !missed ? new Date(begins.getTime() - (rule.minutes ?? 0) * minute) : null;
  return {
    rule: missed ?? rule,
    counted: !missed,
    left,
    atMost,
    until,
    against: reasonAgainst({
      changes,
      may: customerMay(ticket, { missed: Boolean(missed) }).changeTime,
      left,
      until,
      open,
    }),
    open,
  };
}

type Considered = Pick<TimeChangeTerms, "left" | "until" | "open"> & { may: boolean; changes: TimeChange[] };

function reasonAgainst({ changes, may, left, until, open }: Considered): MessageKey | undefined {
  if (!may) return "changeTime.over";
  if (open) return "changeTime.open";
  if (left === 0 || changes.length >= mostMade) return "changeTime.most";
  return until && now() > until ? "changeTime.late" : undefined;
}

/** The begin that was agreed, else the wanted one; undefined where no moment is wanted, or its center got it later. */
async function beginOf(ticket: Ticket): Promise<Date | undefined> {
  const { id, timePreferenceType: type, specificDateTime: at } = ticket;
  const agreed = await em().findOne(AppointmentSchema, { ticketId: id, endedAt: null }, { refresh: true });
  const isWanted = type === "SPECIFIC_DATE_AND_TIME" && !acceptedLate(ticket);
  return agreed?.begins ?? (isWanted ? (at ?? undefined) : undefined);
}

/** The windows there are: of the center that has the request, else of those that serve its place. */
export async function windowsFor({ centerId, serviceId, pincode }: Ticket): Promise<VisitDay[]> {
  return centerId ? freeWindows({ centerId, serviceId }) : (await windowsAt({ pincode, serviceId })).days;
}

/** Until when the center may answer: an hour of the day, and not after the wanted time has begun. */
export function answerUntil(wanted: Date | undefined): Date {
  const until = countedAfter(now(), answerMinutes);
  return wanted && wanted < until ? wanted : until;
}

export type OwnTimeChange = Pick<TimeChangeTerms, "left" | "atMost" | "until"> & {
  days: VisitDay[];
  /** Whether a center has the request, which is then asked. */
  asksCenter: boolean;
  answerUntil: Date;
  wanted: { type: TimePreferenceType; at: Date | null };
  version: number;
};

/** What the page of another time shows a browser that proved the phone; why not, where it cannot be changed. */
export async function ownTimeChange(actor: Actor, ticketId: string): Promise<OwnTimeChange | { against: MessageKey }> {
  const ticket = await ticketOfLink(ticketId);
  if (actor.kind !== "anyone" || !actor.phones.includes(ticket.phone)) throw denied();
  const { left, atMost, until, against } = await timeChangeTerms(ticket);
  if (against) return { against };
  return {
    left,
    atMost,
    until,
    days: await windowsFor(ticket),
    asksCenter: ticket.centerId != null,
    answerUntil: answerUntil(undefined),
    wanted: { type: ticket.timePreferenceType, at: ticket.specificDateTime ?? null },
    version: ticket.version,
  };
}
