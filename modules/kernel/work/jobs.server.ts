import { sql } from "kysely";
import { type JobResult, PgBoss } from "pg-boss";
import { z } from "zod";
import { connection, databaseUrl, inTransaction, rows, send, transaction, unitOfWork } from "../db/db.server.ts";
import { DomainError } from "../errors.ts";
import { log, plainWords } from "../log.server.ts";
import { announce, listen, startLive } from "./live.server.ts";
import { beatEvery, beginRun, endRun, missedSchedules, rememberSchedules, seeRun } from "./schedule-runs.server.ts";

/**
 * Work run at least once after the commit: `run` must be idempotent, with its effect and its done mark in one commit (R9).
 */
export type Job<T> = {
  readonly name: string;
  readonly payload: z.ZodType<T>;
  readonly run: (payload: T) => Promise<unknown>;
  /** How often a failed run is retried, with growing pauses. */
  readonly retries: number;
  /** After so many seconds, else 300, the queue takes a run for hanging; a dead worker's runs are found much earlier. */
  readonly mayTake?: number | undefined;
};

/**
 * A job the clock starts; `cron` is in IST. With `soonAfter` it also runs in the worker a moment after news of that
 * topic, at most once in the moment, however many news there are.
 */
export type Schedule = {
  readonly job: Job<{ now?: true | undefined }>;
  readonly cron: string;
  readonly soonAfter?: string | undefined;
};

/** Declare a job; `name` is `module.verb`. */
export const defineJob = <T>(job: Omit<Job<T>, "retries"> & { retries?: number }): Job<T> => ({ retries: 8, ...job });

/** What the clock starts is told nothing; `now` says that somebody asked for the run. */
const Started = z.strictObject({ now: z.literal(true).optional() });

/** What the clock starts may go through everything there is. */
const mayTakeByClock = 6 * 3600;

/** Declare work the clock starts. By default a failed run is not retried: the next one does what it left. */
export const defineSchedule = ({
  cron,
  soonAfter,
  ...job
}: {
  name: string;
  cron: string;
  soonAfter?: string;
  run: () => Promise<unknown>;
  retries?: number;
}): Schedule => ({
  job: defineJob({ payload: Started, retries: 0, mayTake: mayTakeByClock, ...job, run: () => job.run() }),
  cron,
  soonAfter,
});

// biome-ignore lint/suspicious/noExplicitAny: a list holds jobs of different payloads
export type AnyJob = Job<any>;

const schema = "pgboss";
const slot = globalThis as { gharsevaJobs?: { boss: PgBoss; url: string } | undefined };

/** Queue settings of a job; the owner's role creates the queues when migrating. */
export const queueOf = (job: AnyJob) => ({
  retryLimit: job.retries,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  heartbeatSeconds: 20,
  expireInSeconds: job.mayTake ?? 300,
  retentionSeconds: 14 * 24 * 3600,
  deleteAfterSeconds: 3 * 24 * 3600,
  // Workers are woken by our own live news: the library's NOTIFY would make transactions that queue jobs wait in line.
  notify: false,
});

/** A pg-boss instance for an address; with the owner's role it also installs the schema. */
export const bossFor = (url: string, { owner = false, works = false } = {}) =>
  new PgBoss({
    connectionString: url,
    schema,
    max: works ? 4 : 2,
    migrate: owner,
    createSchema: owner,
    supervise: works,
    schedule: works,
    // A dead worker's jobs are released at most this long after its heartbeat is overdue.
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

/** Open the queue at start, so that no transaction waits for it. */
export const startJobs = async () => void (await boss());

/** Close this process's connection for queueing jobs. */
export async function stopJobs() {
  const open = slot.gharsevaJobs;
  slot.gharsevaJobs = undefined;
  await open?.boss.stop({ graceful: true, timeout: 5_000 });
}

/**
 * Queue a job in the running transaction, so it exists only if the transaction commits. With a `singletonKey` nothing is
 * queued where a job of that key waits already: that one runs after this transaction.
 */
export async function later<T>(
  job: Job<T>,
  payload: T,
  { startAfter, singletonKey }: { startAfter?: Date; singletonKey?: string } = {},
) {
  const queue = await boss();
  const data = job.payload.parse(payload) as object;
  const when = startAfter && { startAfter };
  if (singletonKey && inTransaction() && (await holdWaiting(job.name, singletonKey, startAfter))) return;
  let queued = true;
  if (singletonKey || !inTransaction()) {
    const id = await queue.send(job.name, data, { ...when, ...(singletonKey && { singletonKey }), db: connection });
    if (!id && !singletonKey) throw new Error(`job ${job.name} was not queued`);
    queued = id !== null;
  } else {
    await queue.insert(job.name, [{ data, ...when }], { db: withTheRest });
  }
  if (queued && !startAfter) await announce([`job:${job.name}`]);
}

/**
 * Whether a job of this key waits that is due by `startAfter`. It is locked until the running transaction ends, so that
 * no worker begins it before and misses what this transaction changes; one that another transaction holds does not count,
 * because waiting for that transaction may be waiting in a circle.
 */
async function holdWaiting(name: string, singletonKey: string, startAfter = new Date(0)): Promise<boolean> {
  const held = await rows(
    sql`select 1 from pgboss.job where name = ${name} and singleton_key = ${singletonKey} and state = 'created'
        and start_after <= greatest(pgboss.job_now(), ${startAfter}::timestamptz) limit 1 for update skip locked`,
  );
  return held.length > 0;
}

/** Take back a job of this key that waits, in the running transaction; one that a worker has begun is not taken back. */
export async function withdrawJob<T>({ name }: Job<T>, singletonKey: string): Promise<void> {
  await rows(
    sql`delete from pgboss.job where name = ${name} and singleton_key = ${singletonKey} and state = 'created'`,
  );
}

/** Put a failed job back into its queue, in the running transaction; nothing happens to one that has not failed. */
export async function retryFailed(name: string, id: string): Promise<void> {
  await (await boss()).retry(name, id, { db: connection });
}

/** A job without a key is always inserted, so its statement is sent with the transaction's other writes, unawaited. */
const withTheRest = {
  async executeSql(text: string, params: unknown[] = []) {
    send(text, params);
    return { rows: [] };
  },
};

/** Run one job's payload as the worker does: in its own unit of work; refusals by business rules are not retried. */
export async function runJob(job: AnyJob, data: unknown) {
  try {
    await unitOfWork(() => job.run(job.payload.parse(data) as never) as Promise<unknown>);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === "unavailable") throw error;
    log.warn({ job: job.name, kind: error.kind, key: error.key }, "job refused");
  }
}

/** Run a schedule's job as the worker does: once for each moment it is due at, and when somebody asks; kept with its result. */
export async function runSchedule(
  { job, cron }: Schedule,
  id: string,
  data: unknown,
  { beatMs = beatEvery }: { beatMs?: number } = {},
): Promise<void> {
  const { name } = job;
  const { now: onDemand } = Started.parse(data);
  if (!(await unitOfWork(() => beginRun({ name, cron }, id, onDemand === true)))) return;
  const beat = setInterval(() => {
    unitOfWork(() => seeRun(name, id)).catch((err) => log.warn({ err, job: name }, "run not seen"));
  }, beatMs);
  try {
    await runJob(job, data);
  } catch (error) {
    const errorText = wordsOf(error);
    await unitOfWork(() => endRun(name, id, errorText)).catch((err) => log.error({ err, job: name }, "run not kept"));
    throw error;
  } finally {
    clearInterval(beat);
  }
  await unitOfWork(() => endRun(name, id, null));
}

/**
 * Queue what was due and not run: nobody was there, or who ran it died. Returns the names. Of workers that look at once
 * the second finds what the first has queued.
 */
export const catchUp = (schedules: readonly Schedule[]): Promise<string[]> =>
  transaction(async () => {
    await rows(sql`select pg_advisory_xact_lock(hashtextextended('schedules.catchUp', 0))`);
    const missed = await missedSchedules(schedules.map(({ job: { name }, cron }) => ({ name, cron })));
    for (const { job } of schedules) if (missed.includes(job.name)) await later(job, {});
    return missed;
  });

/** What is kept of why a job failed: without quoted rows and phones, like a line of the log. */
const wordsOf = (error: unknown) => (error instanceof Error ? plainWords(error.message) : "unknown");

/** The result of one job of a batch: a failed job is retried alone, the others of its batch stay done. */
async function settled(job: AnyJob, id: string, data: unknown, schedule?: Schedule): Promise<JobResult> {
  try {
    await (schedule ? runSchedule(schedule, id, data) : runJob(job, data));
    return { id, status: "completed" };
  } catch (error) {
    log.error({ err: error, job: job.name }, "job failed");
    return { id, status: "failed", output: { message: wordsOf(error) } };
  }
}

const momentMs = 1_500;

/** Run a job a moment after each news of a topic, one run at a time; returns how to stop, which waits for a run. */
function follow(topic: string, job: AnyJob) {
  let stopped = false;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const run = async () => {
    again = false;
    await runJob(job, {}).catch((error) => log.error({ err: error, job: job.name }, "job failed"));
    running = undefined;
    timer = undefined;
    if (again) hear();
  };
  const hear = () => {
    if (stopped) return;
    if (running) again = true;
    else
      timer ??= setTimeout(() => {
        running = run();
      }, momentMs);
  };
  const deafen = listen(topic, hear);
  return async () => {
    stopped = true;
    deafen();
    clearTimeout(timer);
    await running;
  };
}

/** Look each minute, and at once, for what was due and not run; returns how to stop, which waits for a look. */
async function tend(schedules: readonly Schedule[]) {
  await unitOfWork(() => rememberSchedules(schedules.map(({ job: { name }, cron }) => ({ name, cron }))));
  const look = () =>
    unitOfWork(() => catchUp(schedules))
      .then((missed) => {
        if (missed.length > 0) log.warn({ missed }, "schedules that were missed run now");
      })
      .catch((err) => log.error({ err }, "missed schedules not found"));
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, 60_000);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** Work all queues until stopped; schedules run in IST, and those that were missed meanwhile run once. */
export async function work(jobs: readonly AnyJob[], schedules: readonly Schedule[]) {
  const worker = bossFor(databaseUrl(), { works: true });
  worker.on("error", (error) => log.error({ err: error }, "job queue"));
  await worker.start();
  for (const job of jobs) {
    const schedule = schedules.find((each) => each.job === job);
    // A batch above 1 makes the library fetch again at once while batches come back full. With 1, jobs queued together
    // ran one per 30 s, the fallback poll behind its notifications.
    const options = { batchSize: 5, pollingIntervalSeconds: 2, burstWhenBatchFull: true, perJobResults: true } as const;
    const id = await worker.work(job.name, options, async (batch) => {
      const results: JobResult[] = [];
      for (const { id, data } of batch) results.push(await settled(job, id, data, schedule));
      return results;
    });
    listen(`job:${job.name}`, () => worker.notifyWorker(id));
  }
  const followed = schedules.flatMap(({ job, soonAfter }) => (soonAfter ? [follow(soonAfter, job)] : []));
  const stopLive = await startLive();
  for (const { job, cron } of schedules) await worker.schedule(job.name, cron, {}, { tz: "Asia/Kolkata" });
  const stopTending = await tend(schedules);
  return {
    stop: async () => {
      await stopTending();
      for (const stop of followed) await stop();
      await stopLive();
      await worker.stop({ graceful: true, timeout: 20_000 });
    },
  };
}

/** Jobs queue others a few deep, and a round takes up to fifty of each queue; no work of a test comes near this. */
const mostRounds = 300;

/**
 * Run all waiting jobs in this process until none is left (tests, one-shot commands). Throws when that has no end, as
 * with a job that queues itself anew for a time that has passed.
 */
export async function drain(jobs: readonly AnyJob[]) {
  const queue = await boss();
  let ran = true;
  for (let round = 0; ran; round++) {
    ran = false;
    const names = await namesDue(jobs);
    if (round === mostRounds && names.length > 0) throw new Error(`jobs without end: ${names.join(", ")}`);
    for (const job of jobs.filter(({ name }) => names.includes(name))) {
      for (const { id, data } of (await queue.fetch(job.name, { batchSize: 50 })) ?? []) {
        ran = true;
        await runJob(job, data);
        await queue.complete(job.name, id);
      }
    }
  }
}

/** The jobs of which some wait to be run now: one statement tells it of all queues, most of which are empty. */
async function namesDue(jobs: readonly AnyJob[]): Promise<string[]> {
  const dueQueues = await rows<{ name: string }>(
    sql`select queue.name from unnest(${jobs.map(({ name }) => name)}::text[]) as queue (name) where exists (
       select from pgboss.job j
       where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now())`,
  );
  return dueQueues.map(({ name }) => name);
}
