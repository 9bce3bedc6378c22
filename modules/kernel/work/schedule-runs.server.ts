import { fromNow, minute, now } from "../clock.ts";
import { row, rows } from "../db/db.server.ts";
import { lastDue } from "./cron.ts";

/*
 * The runs of the clock's schedules. A run claims the moment it was due at, so that a night is run once however many
 * workers there are, and a night no worker was there for is found and run when one is.
 */

type Timed = { name: string; cron: string };

/** A run that has not ended after this time ended with its worker: the queue gives its jobs five minutes. */
const lostAfter = 10 * minute;
/** What was due this long ago and did not begin, nobody will begin: the queue starts what is due within seconds. */
const missedAfter = 2 * minute;

/** Begin the record of schedules that have none yet, so that a new one is first run when it is due next. */
export const rememberSchedules = (schedules: readonly Timed[]) =>
  rows(
    `insert into schedule_runs (name, due_at) select name, due_at from unnest($1::text[], $2::timestamptz[]) as s (name, due_at)
     on conflict (name) do nothing`,
    [schedules.map(({ name }) => name), schedules.map(({ cron }) => lastDue(cron, now()))],
  );

/**
 * Begin a run; false where the moment it is due at was run already, or is being run. The same job may try again after a
 * failure. Somebody who asks for a run gets one beside those that are due, unless one is under way.
 */
export async function beginRun({ name, cron }: Timed, jobId: string, asked: boolean): Promise<boolean> {
  const begun = await row(
    `insert into schedule_runs (name, due_at, job_id, started_at) values ($1, $2, $3, $4)
     on conflict (name) do update
       set due_at = greatest(schedule_runs.due_at, excluded.due_at), job_id = excluded.job_id,
           started_at = excluded.started_at, ended_at = null, error = null
       where schedule_runs.due_at < excluded.due_at or schedule_runs.job_id = excluded.job_id
          or (schedule_runs.started_at < $5 and schedule_runs.ended_at is null)
          or ($6::boolean and (schedule_runs.started_at is null or schedule_runs.ended_at is not null))
     returning 1`,
    [name, lastDue(cron, now()), jobId, now(), fromNow(-lostAfter), asked],
  );
  return begun !== undefined;
}

/** End a run, with what it failed with. */
export const endRun = (name: string, jobId: string, error: string | null) =>
  rows("update schedule_runs set ended_at = $3, error = $4 where name = $1 and job_id = $2", [
    ...[name, jobId, now(), error?.slice(0, 200) ?? null],
  ]);

/** The schedules that were due and not run, and those whose run was lost with its worker; none that is in the queue. */
export async function missedSchedules(schedules: readonly Timed[]): Promise<string[]> {
  const due = fromNow(-missedAfter);
  const found = await rows<{ name: string }>(
    `select r.name from schedule_runs r
       join unnest($1::text[], $2::timestamptz[]) as s (name, due_at) on s.name = r.name
      where (r.due_at < s.due_at or (r.started_at < $3 and r.ended_at is null))
        and not exists (select from pgboss.job j where j.name = r.name and j.state <= 'active')
      order by r.name`,
    [schedules.map(({ name }) => name), schedules.map(({ cron }) => lastDue(cron, due)), fromNow(-lostAfter)],
  );
  return found.map(({ name }) => name);
}
