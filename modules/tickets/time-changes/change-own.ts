import { isInWindow } from "#modules/centers/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { fromIst, now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, invalid } from "#modules/kernel/errors.ts";
import { istDay } from "#modules/kernel/validation.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { endTimeChange } from "../appointments/open-change.ts";
import { type TimeChange, TimeChangeSchema } from "../appointments/time-change.entity.ts";
import { BroadcastSchema } from "../broadcast.entity.ts";
import { ownTicket } from "../by-customer/own-ticket.ts";
import { timeChangeWanted } from "../events.ts";
import { forCenter } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { endProposalsOf } from "../proposals/end-proposals.ts";
import { refuseStale } from "../stale.ts";
import type { Ticket } from "../ticket.entity.ts";
import type { TimePreferenceType } from "../time-preference.ts";
import { topicsOf } from "../topics.ts";
import type { ChangeTime } from "./input.ts";
import { answerUntil, timeChangeTerms, windowsFor } from "./terms.ts";

/** A time of a request. */
export type WantedTime = { type: TimePreferenceType; at: Date | null };

/**
 * Change the time of one's own request, from a browser that proved its phone, without a fee, as often and until so many
 * minutes before as the rule in force says. At once while no center has it; else the center answers within the hour, and the
 * time before stands until it agrees. Only a free window can be chosen, for a center that has the request no preference
 * without one. A change at once ends the times that centers proposed instead of the old one. Refuses with
 * `changeTime.over`, `.open`, `.most`, `.late`, `.same` and `.gone`, and with `ticket.centerPaying` while a center pays.
 */
export const changeOwnTime = (actor: Actor, input: ChangeTime): Promise<TimeChange> =>
  transaction(async () => {
    const ticket = await ownTicket(actor, input.ticketId);
    await refuseStale(actor, ticket, input.version);
    const { rule, against, counted } = await timeChangeTerms(ticket);
    if (against) throw conflict(against);
    const wanted = wantedOf(input.when);
    if (isSame(ticket, wanted)) throw conflict("changeTime.same");
    await needFree(ticket, wanted);
    // One that expired before its job ran.
    await endTimeChange(ticket.id);
    const { centerId = null } = ticket;
    const change = em().create(TimeChangeSchema, {
      ticketId: ticket.id,
      centerId,
      ruleId: rule.id,
      fromType: ticket.timePreferenceType,
      fromAt: ticket.specificDateTime ?? null,
      type: wanted.type,
      at: wanted.at,
      counted,
      state: centerId ? "OPEN" : "DONE",
      expiresAt: centerId ? answerUntil(wanted.at ?? undefined) : null,
      endedAt: centerId ? null : now(),
    });
    await em().flush();
    if (centerId) await wantOfCenter(actor, ticket, change);
    else {
      await moveTime(actor, ticket, change);
      await endProposalsOf(ticket.id);
    }
    await announce(await topicsOf(ticket));
    return change;
  });

/** The time an input names; a text that is none is refused. */
function wantedOf(when: string): WantedTime {
  if (when === "IMMEDIATELY" || when === "WITHIN_24_HOURS") return { type: when, at: null };
  const [date = "", time = ""] = when.split("T");
  if (!istDay.safeParse(date).success || !/^\d{2}:\d{2}$/.test(time)) throw gone();
  const at = fromIst(date, time);
  if (Number.isNaN(at.getTime()) || !isInWindow(at)) throw gone();
  return { type: "SPECIFIC_DATE_AND_TIME", at };
}

const gone = () => invalid("changeTime.gone", { when: "changeTime.gone" });

const isSame = ({ timePreferenceType, specificDateTime }: Ticket, { type, at }: WantedTime) =>
  timePreferenceType === type && (specificDateTime?.getTime() ?? null) === (at?.getTime() ?? null);

/** Refuses a time that cannot be had now, and one for which a center is just paying. */
async function needFree(ticket: Ticket, { at }: WantedTime) {
  if (!ticket.centerId && (await em().count(BroadcastSchema, { ticketId: ticket.id, status: "RESERVED" })) > 0)
    throw conflict("ticket.centerPaying");
  if (at === null) {
    if (ticket.centerId) throw gone();
    return;
  }
  const days = await windowsFor(ticket);
  const isFree = days.some(({ windows }) =>
    windows.some(({ from, state }) => state === "free" && from.getTime() === at.getTime()),
  );
  if (!isFree) throw gone();
}

/** Another time of a locked request: its columns and the history row. */
export async function moveTime(actor: Actor, ticket: Ticket, change: Pick<TimeChange, "type" | "at">): Promise<void> {
  const data = { ...changedFrom(ticket, change), ...forCenter(actor) };
  em().assign(ticket, { timePreferenceType: change.type, specificDateTime: change.at ?? null, updatedAt: now() });
  await recordOn(actor, ticket, { event: "ticket.timeChanged", data });
}

async function wantOfCenter(actor: Actor, ticket: Ticket, change: TimeChange) {
  await recordOn(actor, ticket, { event: "ticket.timeChangeWanted", data: changedFrom(ticket, change) });
  await emit(timeChangeWanted, { ticketId: ticket.id, centerId: change.centerId!, timeChangeId: change.id });
}

/** The times before and after, as history keeps them. */
const changedFrom = (
  { timePreferenceType, specificDateTime }: Ticket,
  { type, at }: Pick<TimeChange, "type" | "at">,
) => ({
  fromTime: specificDateTime?.toISOString() ?? timePreferenceType,
  toTime: at?.toISOString() ?? type,
});
