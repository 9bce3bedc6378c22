import { sql } from "kysely";
import { fromNow, minute, now, second } from "../clock.ts";
import { row, rows } from "../db/db.server.ts";
import type { Sql } from "../db/sql.ts";
import { lastDue } from "./cron.ts";

/*
 * The runs of the clock's schedules. A run claims the moment it was due at, so that a night is run once however many
 * workers there are, and a night no worker was there for is found and run when one is.
 */

type Timed = { name: string; cron: string };

/** How often a run that takes long says that it lives. */
export const beatEvery = 20 * second;
/** A run that was not seen for this long ended with its worker. */
const lostAfter = 2 * minute;
/** What was due this long ago and did not begin, nobody will begin: the queue starts what is due within seconds. */
const missedAfter = 2 * minute;

/** Begin the record of schedules that have none yet, so that a new one is first run when it is due next. */
export const rememberSchedules = (schedules: readonly Timed[]) =>
  rows(
    sql`insert into schedule_runs (name, due_at) select name, due_at from unnest(${schedules.map(({ name }) => name)}::text[], ${schedules.map(({ cron }) => lastDue(cron, now()))}::timestamptz[]) as s (name, due_at)
     on conflict (name) do nothing`,
  );

/** Whether a run is under way: it is not over and was seen lately. */
const lives = (run: Sql) =>
  sql`(${run}.started_at is not null and ${run}.ended_at is null
    and coalesce(${run}.seen_at, ${run}.started_at) >= ${fromNow(-lostAfter)})`;

/**
 * Begin a run; false where one is under way, however long it takes, and where the moment it is due at was run already.
 * The same job may try again after a failure. Somebody who asks for a run gets one beside those that are due.
 */
export async function beginRun({ name, cron }: Timed, jobId: string, onDemand: boolean): Promise<boolean> {
  const at = now();
  const begun = await row(
    sql`insert into schedule_runs (name, due_at, job_id, started_at, seen_at)
     values (${name}, ${lastDue(cron, now())}, ${jobId}, ${at}::timestamptz, ${at}::timestamptz)
     on conflict (name) do update
       set due_at = greatest(schedule_runs.due_at, excluded.due_at), job_id = excluded.job_id,
           started_at = excluded.started_at, seen_at = excluded.seen_at, ended_at = null, error = null
       where not ${lives(sql`schedule_runs`)}
         and (schedule_runs.due_at < excluded.due_at or schedule_runs.job_id = excluded.job_id or ${onDemand}::boolean
              or (schedule_runs.started_at is not null and schedule_runs.ended_at is null))
     returning 1`,
  );
  return begun !== undefined;
}

/** A run says that it lives. */
export const seeRun = (name: string, jobId: string) =>
  rows(
    sql`update schedule_runs set seen_at = ${now()} where name = ${name} and job_id = ${jobId} and ended_at is null`,
  );

/** End a run, with what it failed with. */
export const endRun = (name: string, jobId: string, error: string | null) =>
  rows(
    sql`update schedule_runs set ended_at = ${now()}, error = ${error?.slice(0, 200) ?? null} where name = ${name} and job_id = ${jobId}`,
  );

/** The schedules that were due and not run, and those whose run was lost with its worker; none that is in the queue. */
export async function missedSchedules(schedules: readonly Timed[]): Promise<string[]> {
  const due = fromNow(-missedAfter);
  const overdueRuns = await rows<{ name: string }>(
    sql`select r.name from schedule_runs r
       join unnest(${schedules.map(({ name }) => name)}::text[], ${schedules.map(({ cron }) => lastDue(cron, due))}::timestamptz[]) as s (name, due_at) on s.name = r.name
      where (r.due_at < s.due_at or (r.started_at is not null and r.ended_at is null)) and not ${lives(sql`r`)}
        and not exists (select from pgboss.job j where j.name = r.name and j.state <= 'active')
      order by r.name`,
  );
  return overdueRuns.map(({ name }) => name);
}
