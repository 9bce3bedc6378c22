import { fromNow, minute, now, second } from "../clock.ts";
import { row, rows } from "../db/db.server.ts";
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
    `insert into schedule_runs (name, due_at) select name, due_at from unnest($1::text[], $2::timestamptz[]) as s (name, due_at)
     on conflict (name) do nothing`,
    [schedules.map(({ name }) => name), schedules.map(({ cron }) => lastDue(cron, now()))],
  );

/** Whether a run is under way, as a condition of SQL: `seen` is since when it must have been seen. */
const lives = (of: string, seen: string) =>
  `(${of}.started_at is not null and ${of}.ended_at is null and coalesce(${of}.seen_at, ${of}.started_at) >= ${seen})`;

/**
 * Begin a run; false where one is under way, however long it takes, and where the moment it is due at was run already.
 * The same job may try again after a failure. Somebody who asks for a run gets one beside those that are due.
 */
export async function beginRun({ name, cron }: Timed, jobId: string, onDemand: boolean): Promise<boolean> {
  const begun = await row(
    `insert into schedule_runs (name, due_at, job_id, started_at, seen_at)
     values ($1, $2, $3, $4::timestamptz, $4::timestamptz)
     on conflict (name) do update
       set due_at = greatest(schedule_runs.due_at, excluded.due_at), job_id = excluded.job_id,
           started_at = excluded.started_at, seen_at = excluded.seen_at, ended_at = null, error = null
       where not ${lives("schedule_runs", "$5")}
         and (schedule_runs.due_at < excluded.due_at or schedule_runs.job_id = excluded.job_id or $6::boolean
              or (schedule_runs.started_at is not null and schedule_runs.ended_at is null))
     returning 1`,
    [name, lastDue(cron, now()), jobId, now(), fromNow(-lostAfter), onDemand],
  );
  return begun !== undefined;
}

/** A run says that it lives. */
export const seeRun = (name: string, jobId: string) =>
  rows("update schedule_runs set seen_at = $3 where name = $1 and job_id = $2 and ended_at is null", [
    name,
    jobId,
    now(),
  ]);

/** End a run, with what it failed with. */
export const endRun = (name: string, jobId: string, error: string | null) =>
  rows("update schedule_runs set ended_at = $3, error = $4 where name = $1 and job_id = $2", [
    name,
    jobId,
    now(),
    error?.slice(0, 200) ?? null,
  ]);

/** The schedules that were due and not run, and those whose run was lost with its worker; none that is in the queue. */
export async function missedSchedules(schedules: readonly Timed[]): Promise<string[]> {
  const due = fromNow(-missedAfter);
  const overdueRuns = await rows<{ name: string }>(
    `select r.name from schedule_runs r
       join unnest($1::text[], $2::timestamptz[]) as s (name, due_at) on s.name = r.name
      where (r.due_at < s.due_at or (r.started_at is not null and r.ended_at is null)) and not ${lives("r", "$3")}
        and not exists (select from pgboss.job j where j.name = r.name and j.state <= 'active')
      order by r.name`,
    [schedules.map(({ name }) => name), schedules.map(({ cron }) => lastDue(cron, due)), fromNow(-lostAfter)],
  );
  return overdueRuns.map(({ name }) => name);
}
