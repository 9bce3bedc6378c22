import { sql } from "kysely";
import { type Actor, needAll } from "../actor.ts";
import { now } from "../clock.ts";
import { row, rows, transaction } from "../db/db.server.ts";
import { record } from "../db/history.ts";
import { conflict, missing } from "../errors.ts";
import { nextDue } from "./cron.ts";
import { later, type Schedule } from "./jobs.server.ts";

/* The clock's schedules as those who operate the installation see them. */

let known: readonly Schedule[] = [];

/** Register the schedules of the product. */
export const declareSchedules = (schedules: readonly Schedule[]) => {
  known = schedules;
};

export type ScheduleLine = {
  name: string;
  cron: string;
  /** What became of the last run; null before the first. */
  state: "running" | "done" | "failed" | null;
  startedAt: Date | null;
  /** How long the last run took, in milliseconds; null while it runs. */
  tookMs: number | null;
  error: string | null;
  /** Somebody asked for a run that has not begun. */
  waiting: boolean;
  nextAt: Date;
};

type ScheduleRow = {
  name: string;
  started_at: string | null;
  ended_at: string | null;
  error: string | null;
  waiting: boolean;
};

/** Every schedule in the order of names, with its last run and when it is due next. */
export async function listSchedules(actor: Actor): Promise<ScheduleLine[]> {
  needAll(actor);
  const names = known.map(({ job }) => job.name);
  const schedules = await rows<ScheduleRow>(
    sql`select s.name, r.started_at, r.ended_at, r.error,
            exists (select from pgboss.job j where j.name = s.name and j.state < 'active') as waiting
       from unnest(${names}::text[]) as s (name) left join schedule_runs r on r.name = s.name`,
  );
  const runs = new Map(schedules.map((run) => [run.name, run]));
  return known
    .map(({ job: { name }, cron }): ScheduleLine => {
      const { started_at, ended_at, error, waiting } = runs.get(name)!;
      const startedAt = started_at && new Date(started_at);
      const endedAt = ended_at && new Date(ended_at);
      return {
        name,
        cron,
        error,
        waiting,
        startedAt: startedAt || null,
        state: !startedAt ? null : !endedAt ? "running" : error === null ? "done" : "failed",
        tookMs: startedAt && endedAt ? endedAt.getTime() - startedAt.getTime() : null,
        nextAt: nextDue(cron, now()),
      };
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Run a schedule now, whenever it is due; refuses one that is not there (`clock.notFound`), that waits to be run or runs
 * (`clock.running`).
 */
export const runScheduleNow = (actor: Actor, name: string): Promise<ScheduleLine> =>
  transaction(async () => {
    needAll(actor);
    const schedule = known.find(({ job }) => job.name === name);
    if (!schedule) throw missing("clock.notFound");
    // Of two who ask at once the second finds the first one's job.
    await row(sql`select pg_advisory_xact_lock(hashtextextended(${`schedule:${name}`}, 0))`);
    const busy = await row(sql`select from pgboss.job where name = ${name} and state <= 'active' limit 1`);
    if (busy) throw conflict("clock.running");
    await later(schedule.job, { now: true });
    const job = await row<{ id: string }>(
      sql`select id from pgboss.job where name = ${name} and state = 'created' order by created_on desc limit 1`,
    );
    await record(actor, { subject: "job", id: job!.id, event: "job.askedNow", data: { name } });
    return (await listSchedules(actor)).find((line) => line.name === name)!;
  });
