import { type JobResult, PgBoss } from "pg-boss";
import type { z } from "zod";
import { connection, databaseUrl, inTransaction, unitOfWork, write } from "./db.server.ts";
import { DomainError } from "./errors.ts";
import { announce, listen, startLive } from "./live.server.ts";
import { log } from "./log.server.ts";

/** Work done after the commit, at least once: `run` is idempotent, its effect and its done-mark in one commit. */
export type Job<T> = {
  readonly name: string;
  readonly payload: z.ZodType<T>;
  readonly run: (payload: T) => Promise<unknown>;
  /** How often a failed run is tried again, with growing pauses. */
  readonly retries: number;
};

/** A job that runs by the clock; `cron` is read in India time. */
export type Schedule = { readonly job: Job<Record<string, never>>; readonly cron: string };

/** Declare a job; `name` is `module.verb`. */
export const defineJob = <T>(job: Omit<Job<T>, "retries"> & { retries?: number }): Job<T> => ({ retries: 8, ...job });

// biome-ignore lint/suspicious/noExplicitAny: a list holds jobs of different payloads
export type AnyJob = Job<any>;

const schema = "pgboss";
const slot = globalThis as { gharsevaJobs?: { boss: PgBoss; url: string } | undefined };

/** Queue settings of a job; the queues are made by the owner's role when migrating. */
export const queueOf = (job: AnyJob) => ({
  retryLimit: job.retries,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  heartbeatSeconds: 20,
  expireInSeconds: 300,
  retentionSeconds: 14 * 24 * 3600,
  deleteAfterSeconds: 3 * 24 * 3600,
  // Told by our own news: the library's would make each transaction that queues a job wait for the one before.
  notify: false,
});

/** A pg-boss over an address; the owner's role also installs the schema. */
export const bossFor = (url: string, { owner = false, works = false } = {}) =>
  new PgBoss({
    connectionString: url,
    schema,
    max: works ? 4 : 2,
    migrate: owner,
    createSchema: owner,
    supervise: works,
    schedule: works,
    // What a dead worker held is found by its heartbeat, at most this long after it is late.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 5,
  });

async function boss() {
  const url = databaseUrl();
  if (slot.gharsevaJobs?.url === url) return slot.gharsevaJobs.boss;
  await stopJobs();
  const started = bossFor(url);
  started.on("error", (error) => log.error({ err: error }, "job queue"));
  slot.gharsevaJobs = { boss: started, url };
  await started.start();
  return started;
}

/** Open the queue before the first request, so that no transaction waits for it. */
export const startJobs = async () => void (await boss());

/** Close this process's sending connection to the queue. */
export async function stopJobs() {
  const open = slot.gharsevaJobs;
  slot.gharsevaJobs = undefined;
  await open?.boss.stop({ graceful: true, timeout: 5_000 });
}

/**
 * Queue a job in the running transaction: it exists only if the rows do. With a `singletonKey` a second copy of a
 * waiting job is dropped on purpose; anything else that is not queued is an error.
 */
export async function later<T>(
  job: Job<T>,
  payload: T,
  { startAfter, singletonKey }: { startAfter?: Date; singletonKey?: string } = {},
) {
  const queue = await boss();
  const id = await queue.send(job.name, job.payload.parse(payload) as object, {
    ...(startAfter && { startAfter }),
    ...(singletonKey && { singletonKey }),
    ...(inTransaction() && { db: singletonKey ? connection : sentTogether }),
  });
  if (!id && !singletonKey) throw new Error(`job ${job.name} was not queued`);
  if (id && !startAfter) await announce([`job:${job.name}`]);
}

/** A job without a key is always queued, so that nobody waits for the answer: it goes with what else is written. */
const sentTogether = {
  async executeSql(text: string, values: unknown[] = []) {
    if (!/^\s*insert\b/i.test(text)) return connection.executeSql(text, values);
    write({ text, params: values });
    return { rows: [{ id: "sent" }] };
  },
};

/** Run one job's payload the way the worker does: own unit of work; refusals of the business are not tried again. */
export async function runJob(job: AnyJob, data: unknown) {
  try {
    await unitOfWork(() => job.run(job.payload.parse(data) as never) as Promise<unknown>);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === "unavailable") throw error;
    log.warn({ job: job.name, kind: error.kind, key: error.key }, "job refused");
  }
}

/** One job of a batch; a job that failed is tried again alone, the others of its batch are done. */
async function settled(job: AnyJob, id: string, data: unknown): Promise<JobResult> {
  try {
    await runJob(job, data);
    return { id, status: "completed" };
  } catch (error) {
    log.error({ err: error, job: job.name }, "job failed");
    return { id, status: "failed", output: { message: error instanceof Error ? error.message : "unknown" } };
  }
}

/** Work all queues until stopped; schedules run in India time. */
export async function work(jobs: readonly AnyJob[], schedules: readonly Schedule[]) {
  const worker = bossFor(databaseUrl(), { works: true });
  worker.on("error", (error) => log.error({ err: error }, "job queue"));
  await worker.start();
  for (const job of jobs) {
    // More than one at a time: only then does the library fetch again at once while fetches come back full. With one,
    // jobs that came together were worked one per 30 s, the poll that stands behind its notifications.
    const options = { batchSize: 5, pollingIntervalSeconds: 2, burstWhenBatchFull: true, perJobResults: true } as const;
    const id = await worker.work(job.name, options, async (batch) => {
      const results: JobResult[] = [];
      for (const { id, data } of batch) results.push(await settled(job, id, data));
      return results;
    });
    listen(`job:${job.name}`, () => worker.notifyWorker(id));
  }
  const stopLive = await startLive();
  for (const { job, cron } of schedules) await worker.schedule(job.name, cron, {}, { tz: "Asia/Kolkata" });
  return {
    stop: async () => {
      await stopLive();
      await worker.stop({ graceful: true, timeout: 20_000 });
    },
  };
}

/** Run everything that waits in the queues, here and now, until nothing is left (tests, one-shot commands). */
export async function drain(jobs: readonly AnyJob[]) {
  const queue = await boss();
  for (let ran = true; ran; ) {
    ran = false;
    for (const job of jobs) {
      const batch = (await queue.fetch(job.name, { batchSize: 50 })) ?? [];
      for (const { id, data } of batch) {
        ran = true;
        await runJob(job, data);
        await queue.complete(job.name, id);
      }
    }
  }
}
