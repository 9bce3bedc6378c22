import { sql } from "kysely";
import type { z } from "zod";
import { clientNamed } from "#modules/catalog/index.ts";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { day, fromIst, istDate, now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict, DomainError, missing } from "#modules/kernel/errors.ts";
import type { SheetFormat } from "#modules/kernel/files/spreadsheet.server.ts";
import { listNamed } from "#modules/kernel/lists/list.server.ts";
import { ownerNow, ownerOf } from "#modules/kernel/lists/owners.server.ts";
import { prepareExport } from "#modules/kernel/lists/prepared-export.server.ts";
import { defineSchedule } from "#modules/kernel/work/jobs.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { may, needMay } from "../policy.ts";
import {
  type AddReportSchedule,
  mostSchedules,
  type ReportFile,
  type ReportTurn,
  type StopReportSchedule,
  scheduledFor,
} from "../shared.ts";

/** A file that the clock prepares for an admin. */
export type ReportSchedule = {
  id: string;
  list: ReportFile;
  every: ReportTurn;
  /** The client it is about; null for all the admin may see. */
  clientId: string | null;
  format: SheetFormat;
  /** The last day its files told of (IST). */
  coveredTo: string;
};

const columns = sql`id, list, every, client_id as "clientId", format, covered_to::text as "coveredTo"`;

/** The files the clock prepares for an admin, in the order they were asked for. */
export function reportSchedules(actor: Actor): Promise<ReportSchedule[]> {
  needMay(actor, "read");
  return rows(sql`select ${columns} from report_schedules where admin_id = ${ownerOf(actor).id} order by id`);
}

/**
 * Have a file prepared each day, week or month, beginning with the present one; the admin's own, with the admin's
 * rights of each time. Refuses more than ten and a client that is not there.
 */
export const addReportSchedule = (
  actor: Actor,
  { list, every, client, format, locale }: z.output<typeof AddReportSchedule> & { locale: Locale },
): Promise<string> =>
  transaction(async () => {
    needMay(actor, "read");
    const { subject, id: adminId } = ownerOf(actor);
    // A client's admin has its own requests only, whatever it asks for.
    const ofClient = client && may(actor, "readHouse") ? (await clientNamed(client)).id : null;
    // Two forms sent at once are counted one after the other.
    await row(sql`select from admins where id = ${adminId} for update`);
    const [{ n } = { n: 0 }] = await rows<{ n: number }>(
      sql`select count(*)::int as n from report_schedules where admin_id = ${adminId}`,
    );
    if (n >= mostSchedules) throw conflict("report.schedule.tooMany");
    const id = rowId();
    await rows(
      sql`insert into report_schedules (id, admin_id, list, every, client_id, format, locale, covered_to, created_at)
       values (${id}, ${adminId}, ${list}, ${every}, ${ofClient}, ${format}, ${locale}, ${lastWhole(every)}::date, ${now()})`,
    );
    const data = { list, every, format, ...(ofClient && { client: ofClient }) };
    await record(actor, { subject, id: adminId, event: "report.scheduled", data });
    return id;
  });

/** Prepare a file no longer; only its admin's own. */
export const stopReportSchedule = (actor: Actor, { scheduleId }: z.output<typeof StopReportSchedule>): Promise<void> =>
  transaction(async () => {
    needMay(actor, "read");
    const { subject, id: adminId } = ownerOf(actor);
    const stopped = await row<{ list: string; every: string }>(
      sql`delete from report_schedules where id = ${scheduleId} and admin_id = ${adminId} returning list, every`,
    );
    if (!stopped) throw missing("error.notFound");
    await record(actor, { subject, id: adminId, event: "report.unscheduled", data: stopped });
  });

const daysFrom = (date: string, days: number) => istDate(new Date(fromIst(date).getTime() + days * day));

/** The last day (IST) of the last whole day, week from Monday, or month, as of a day. */
export function lastWhole(every: ReportTurn, today: string = istDate()): string {
  if (every === "monthly") return daysFrom(`${today.slice(0, 7)}-01`, -1);
  if (every === "weekly") return daysFrom(today, -((fromIst(today, "12:00").getUTCDay() + 6) % 7) - 1);
  return daysFrom(today, -1);
}

/**
 * Ask for the file of each schedule whose day, week or month is over; returns how many. A file begins the day after the
 * last one ended, so that what was missed is in the next, and a schedule is moved on in the transaction that asks for
 * its file, so that two workers ask once.
 */
export async function prepareDueReports(): Promise<number> {
  const due = await rows<{ id: string }>(
    sql`select id from report_schedules where covered_to < ${lastWhole("daily")}::date order by id`,
  );
  let prepared = 0;
  for (const { id } of due) if (await prepareDue(id)) prepared++;
  return prepared;
}

const prepareDue = (id: string): Promise<boolean> =>
  transaction(async () => {
    const due = await row<ReportSchedule & { adminId: string; locale: Locale }>(
      sql`select ${columns}, admin_id as "adminId", locale from report_schedules where id = ${id} for update skip locked`,
    );
    if (!due) return false;
    const to = lastWhole(due.every);
    if (to <= due.coveredTo) return false;
    const actor = await ownerNow({ subject: "admin", id: due.adminId }).catch((error) => {
      if (error instanceof DomainError) return undefined;
      throw error;
    });
    if (!actor) {
      // Whoever has no account any more needs no files.
      await rows(sql`delete from report_schedules where id = ${id}`);
      const data = { list: due.list, every: due.every };
      await record(system("clock"), { subject: "admin", id: due.adminId, event: "report.unscheduled", data });
      return false;
    }
    const list = listNamed(due.list);
    const filter = list.filter.parse({
      from: daysFrom(due.coveredTo, 1),
      to,
      client: due.clientId ?? undefined,
    }) as object;
    await prepareExport(list, { actor, filter, format: due.format, locale: due.locale }, scheduledFor);
    await rows(sql`update report_schedules set covered_to = ${to}::date where id = ${id}`);
    return true;
  });

/** Prepares the files that are due each morning, before the first operator comes. */
export const prepareReportsEachMorning = defineSchedule({
  name: "reports.prepareDue",
  cron: "30 5 * * *",
  retries: 5,
  run: prepareDueReports,
});
