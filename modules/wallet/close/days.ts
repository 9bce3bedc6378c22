import { sql } from "kysely";
import { day as aDay, fromIst, istDate, now } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";

/** Days in India, YYYY-MM-DD, and how far each was fetched from the provider. */

/** What is fetched of a day, in this order. */
export const stages = ["payments", "refunds", "settlements", "recon", "done"] as const;
export type Stage = (typeof stages)[number];

/** How far a day was fetched: the next page. */
export type Progress = { stage: Stage; skip: number; startedAt: Date; fetchedAt: Date | null };

/** The date `days` later, or earlier. */
export const dateAfter = (date: string, days: number) => istDate(new Date(fromIst(date).getTime() + days * aDay));

/** The first instants of a day and of the next. */
export const boundsOf = (date: string) => ({ from: fromIst(date), until: fromIst(dateAfter(date, 1)) });

/** Whether a day is over. */
export const isOver = (date: string) => boundsOf(date).until <= now();

/** How long the provider may take to settle: two working days, and a weekend with holidays. */
export const settlesWithinDays = 7;

/**
 * The days that must be known for one: its money may have been paid just before, and is settled after it. Days that did
 * not begin are left out.
 */
export const around = (date: string): string[] =>
  Array.from({ length: 2 * settlesWithinDays + 1 }, (_, index) => dateAfter(date, index - settlesWithinDays)).filter(
    (each) => fromIst(each) <= now() && (each <= date || each < istDate()),
  );

/** How far a day was fetched, if it was begun. */
export const progressOf = (date: string): Promise<Progress | undefined> =>
  row<Progress>(
    sql`select stage, skip, fetch_started_at as "startedAt", fetched_at as "fetchedAt" from close_days where day = ${date}`,
  );

/** Begin to fetch a day from its first page; its written rows are kept until they are replaced. */
export const begin = (date: string) =>
  row(
    sql`insert into close_days (id, day, starts_at, stage, fetch_started_at, state) values (${rowId()}, ${date}, ${boundsOf(date).from}, 'payments', ${now()}, 'preparing')
     on conflict (day) do update set stage = 'payments', skip = 0, fetch_started_at = excluded.fetch_started_at`,
  );
