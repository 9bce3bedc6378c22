import { sql } from "kysely";
import { type Actor, needAll } from "../actor.ts";
import { row, rows, transaction } from "../db/db.server.ts";
import { record } from "../db/history.ts";
import { conflict, missing } from "../errors.ts";
import { retryFailed } from "./jobs.server.ts";
import { announce } from "./live.server.ts";

/* The queue as those who operate the installation see it: never a payload, which may name people. */

/** The states of a job, as the queue's library names them. */
export const jobStates = ["created", "retry", "active", "completed", "cancelled", "failed"] as const;
export type JobState = (typeof jobStates)[number];

export type JobLine = {
  id: string;
  name: string;
  state: JobState;
  /** How often it was tried again, and how often it may be. */
  retries: number;
  retryLimit: number;
  createdAt: Date;
  dueAt: Date;
  endedAt: Date | null;
  /** What the last try ended with. */
  error: string | null;
};

const lines = sql`
  select j.id, j.name, j.state::text as state, j.retry_count as retries, j.retry_limit as "retryLimit",
         j.created_on as "createdAt", j.start_after as "dueAt", j.completed_on as "endedAt",
         left(j.output->>'message', 200) as error
    from pgboss.job j`;

/** The queue's instants come as text: the driver's own parser is not used here. */
const asLine = (job: JobLine): JobLine => ({
  ...job,
  createdAt: new Date(job.createdAt),
  dueAt: new Date(job.dueAt),
  endedAt: job.endedAt && new Date(job.endedAt),
});

export type JobFilter = { state?: JobState | undefined; name?: string | undefined; take: number };

/**
 * Jobs, newest first: those that are not done, or those of a state; for the system and SUPER_ADMINs. The queue's own
 * are told only when they are named.
 */
export async function listJobs(actor: Actor, { state, name, take }: JobFilter): Promise<JobLine[]> {
  needAll(actor);
  const jobs = await rows<JobLine>(
    sql`${lines}
      where case when ${state ?? null}::text is null then j.state not in ('completed', 'cancelled') else j.state::text = ${state ?? null} end
        and case when ${name ?? null}::text is null then not starts_with(j.name, '__pgboss__') else j.name = ${name ?? null} end
      order by j.created_on desc, j.id limit ${take}`,
  );
  return jobs.map(asLine);
}

/** How many jobs of each queue are still to be done, the longest queue first; for the system and SUPER_ADMINs. */
export async function countWaiting(actor: Actor): Promise<{ name: string; count: number }[]> {
  needAll(actor);
  return rows(
    sql`select name, count(*)::int as count from pgboss.job
      where state in ('created', 'retry', 'active') and not starts_with(name, '__pgboss__')
      group by name order by count desc, name`,
  );
}

/** One job; refuses with `jobs.notFound`. */
export async function getJob(actor: Actor, id: string): Promise<JobLine> {
  needAll(actor);
  const job = await row<JobLine>(sql`${lines} where j.id = ${id}::uuid`);
  if (!job) throw missing("jobs.notFound");
  return asLine(job);
}

/** Runs a failed job again, now, with one more try; refuses one that has not failed with `jobs.notFailed`. */
export const retryJob = (actor: Actor, id: string): Promise<JobLine> =>
  transaction(async () => {
    // Locked, so that of two who ask at once one is refused.
    await row(sql`select from pgboss.job where id = ${id}::uuid for update`);
    const { name, state } = await getJob(actor, id);
    if (state !== "failed") throw conflict("jobs.notFailed");
    await retryFailed(name, id);
    await record(actor, { subject: "job", id, event: "job.askedAgain", from: state, to: "retry", data: { name } });
    await announce([`job:${name}`]);
    return getJob(actor, id);
  });
