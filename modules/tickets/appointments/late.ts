import { sql } from "kysely";
import { windowEnd } from "#modules/centers/index.ts";
import { centerState } from "#modules/centers/shared.ts";
import { day, fromNow, hour, minute } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { hasNotBegunSql, isLiveSql } from "../states/states-sql.ts";
import type { Ticket } from "../ticket.entity.ts";
import { rulesInForce } from "../visit-rules/rules-in-force.ts";
import { isAhead, missedRule, visitEnd } from "./missed-since.ts";

/** What is wrong with a visit: nobody is sent to it shortly before its window, or it did not begin in its time. */
export const lateKinds = ["unstaffed", "late"] as const;
export type LateKind = (typeof lateKinds)[number];

/** How long before its window a visit has a technician. */
const staffedMinutes = 30;
const windowMs = 2 * hour;

/** The requests `tickets t` whose visit their center has ahead; spelled like their index. */
const isAheadSql = sql`(t.center_id is not null and t.vehicle_id is null and ${hasNotBegunSql} and t.deleted_at is null
  and ${isLiveSql()})`;

const istOf = (at: Sql) => sql`(${at} at time zone 'Asia/Kolkata')`;

/** The end of the time that the customer of a request `tickets t` wants. */
const wantedEndSql: Sql = sql`(case
  when t.time_preference_type = 'SPECIFIC_DATE_AND_TIME' and t.specific_date_time is not null then
    case when ${istOf(sql`t.specific_date_time`)}::time >= '08:00' and ${istOf(sql`t.specific_date_time`)}::time < '20:01'
      then least(date_bin('2 hours', t.specific_date_time, '2020-01-01 08:00:00+05:30') + interval '2 hours',
        (${istOf(sql`t.specific_date_time`)}::date + time '20:00') at time zone 'Asia/Kolkata')
      else t.specific_date_time + interval '2 hours' end
  when t.time_preference_type = 'WITHIN_24_HOURS' then t.created_at + interval '24 hours'
  else coalesce(t.accepted_at, t.created_at) + interval '4 hours' end)`;

/** The end of the time a request `tickets t` was promised: what `visitEnd` returns, for a list. */
export const visitEndSql: Sql = sql`(case when t.accepted_at > ${wantedEndSql}
  then t.accepted_at + interval '4 hours' else ${wantedEndSql} end)`;

/**
 * The moment a request `tickets t` counts from, spelled like its index. The promised time ends at most 24 hours later, and no
 * more than a minute earlier (a window that is booked until 20:00).
 */
const countsFromSql = sql`greatest(t.accepted_at, case
  when t.time_preference_type = 'SPECIFIC_DATE_AND_TIME' and t.specific_date_time is not null then t.specific_date_time
  else t.created_at end)`;

/** The condition over `tickets t` that the promised time ended after an instant, or ends in the next three hours. */
export const endedSince = (since: Date): Sql =>
  sql`(${countsFromSql} > ${new Date(since.getTime() - day)} and ${countsFromSql} < ${fromNow(3 * hour)}
    and ${visitEndSql} > ${since})`;

/** The condition over `tickets t` of visits that are late now, or begin soon without a technician. */
export async function isLateSql(kind: LateKind): Promise<Sql> {
  if (kind === "unstaffed")
    return sql`(${isAheadSql} and t.technician_id is null and t.time_preference_type = 'SPECIFIC_DATE_AND_TIME'
      and t.specific_date_time is not null and ${visitEndSql} <= ${fromNow(staffedMinutes * minute + windowMs)})`;
  return sql`(${isAheadSql} and ${visitEndSql} <= ${fromNow(-(await lateMinutes()) * minute)})`;
}

/** The same for a list: of visits that nobody is sent to also those, whenever they begin, whose center cannot sign in any more. */
export async function isListedLateSql(kind: LateKind): Promise<Sql> {
  if (kind === "late") return isLateSql(kind);
  return sql`(${isAheadSql} and (${await isLateSql(kind)}
    or t.center_id in (select c.id from centers c
      where c.login_disabled or c.is_active <> ${sql.lit(centerState.ACTIVE)})))`;
}

/** How many minutes after its time a visit that did not begin is late, by the rules in force. */
const lateMinutes = async () => (await rulesInForce()).of("center_missed", "missed").minutes ?? 0;

/** The end of the promised time of a locked request if its visit is late or unstaffed now; else undefined. */
export async function lateNow(ticket: Ticket, kind: LateKind): Promise<Date | undefined> {
  if (ticket.deletedAt) return undefined;
  if (kind === "late") return (await missedRule(ticket)) ? visitEnd(ticket) : undefined;
  const { timePreferenceType: type, specificDateTime: at, technicianId } = ticket;
  if (!isAhead(ticket) || technicianId || type !== "SPECIFIC_DATE_AND_TIME" || !at) return undefined;
  return windowEnd(at) <= fromNow(staffedMinutes * minute + windowMs) ? visitEnd(ticket) : undefined;
}

/** Whether a request, by its internal id, still has a visit that begins soon and nobody to send. */
export const isUnstaffed = async (ticketId: string): Promise<boolean> =>
  (await row(sql`select from tickets t where t.id = ${ticketId} and ${await isLateSql("unstaffed")}`)) !== undefined;
