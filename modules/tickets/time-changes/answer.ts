import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { eachDue } from "#modules/kernel/work/each-due.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { customerMayNow, isAhead } from "../appointments/missed-since.ts";
import { moveToWantedTime } from "../appointments/move-time.ts";
import { openChangeOf, recordUnanswered } from "../appointments/open-change.ts";
import { type TimeChange, TimeChangeSchema } from "../appointments/time-change.entity.ts";
import { timeChangeAnswered, visitChanged } from "../events.ts";
import { actingCenter, forCenter, ticketById, ticketInCharge } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { lockCenter } from "../matching/acceptable.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { sendCodesOfToday } from "../visit/visit-codes.ts";
import { moveTime } from "./change-own.ts";
import type { AnswerTimeChange } from "./input.ts";

/**
 * Answer a customer who wants another time, as the center that has the request or as an operator in its name. By agreeing
 * the seats of the time before are exchanged for those of the new one, all or none: where it is full by now,
 * `broadcast.windowFull` names free windows and the time before stands. Refuses with `timeChange.over` one that is answered,
 * expired or not possible any more.
 */
export const answerTimeChange = (actor: Actor, { ticketId, answer }: AnswerTimeChange): Promise<Ticket> =>
  transaction(async () => {
    const centerId = await actingCenter(actor, ticketId);
    await lockCenter(centerId);
    const ticket = await ticketInCharge(actor, ticketId);
    const change = await openChangeOf(ticket);
    if (!change || ticket.centerId !== centerId || !(await customerMayNow(ticket)).changeTime)
      throw conflict("timeChange.over");
    if (answer === "agree") await agree(actor, ticket, change, centerId);
    else await recordOn(actor, ticket, { event: "ticket.timeChangeRefused", data: forCenter(actor) });
    await end(change, answer === "agree" ? "AGREED" : "REFUSED");
    await emit(timeChangeAnswered, { ticketId: ticket.id, timeChangeId: change.id });
    await announce(await topicsOf(ticket));
    return ticket;
  });

async function agree(actor: Actor, ticket: Ticket, change: TimeChange, centerId: string) {
  await moveTime(actor, ticket, change);
  const { id: ticketId, technicianId } = ticket;
  if (technicianId) {
    await sendCodesOfToday(ticket);
    await emit(visitChanged, { ticketId, technicianId });
  }
  // The seats last, because they are locked until the commit.
  await moveToWantedTime(ticket, centerId, { agreed: true });
}

async function end(change: TimeChange, state: "AGREED" | "REFUSED" | "EXPIRED") {
  change.state = state;
  change.endedAt = now();
  await em().flush();
}

/** End the changes that no center answered in time; the customer learns it where it still matters. Returns how many. */
export const expireTimeChanges = (): Promise<number> =>
  eachDue(
    (after, most) =>
      rows(
        sql`select id from time_changes
             where state = 'OPEN' and expires_at <= ${now()}::timestamptz and id > ${after} order by id limit ${most}`,
      ),
    expire,
    "a change of time has not expired",
  );

async function expire(id: string): Promise<boolean> {
  const { ticketId } = await em().findOneOrFail(TimeChangeSchema, { id });
  const ticket = await ticketById(ticketId, { lock: true });
  const change = await em().findOneOrFail(TimeChangeSchema, { id }, { refresh: true });
  if (change.state !== "OPEN") return false;
  await end(change, "EXPIRED");
  if (!isAhead(ticket) || ticket.deletedAt || ticket.centerId !== change.centerId) return true;
  await recordUnanswered(ticket, change);
  await announce(await topicsOf(ticket));
  return true;
}
