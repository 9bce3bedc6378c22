import type pg from "pg";
import { env } from "#modules/kernel/env.server.ts";
import type { Finding } from "./finding.ts";

/* What is done in the background: queues and messages, and whether a restored copy is held. */

const mostMinutes = { queue: 5, messages: 30, clock: 5 } as const;

/** Since when this is a restored copy that nobody has released: then nothing is sent and no queue is worked. */
export async function heldCopy(client: pg.Client): Promise<Date | undefined> {
  const there = await client.query("select to_regclass('public.restorations') is not null as yes");
  if (!there.rows[0].yes) return undefined;
  const result = await client.query<{ at: Date }>(
    "select at from restorations where released_at is null order by at desc limit 1",
  );
  return result.rows[0]?.at;
}

export async function restored(client: pg.Client): Promise<Finding> {
  const held = await heldCopy(client);
  return {
    check: "restored",
    ok: true,
    look: held !== undefined,
    found: held ? `a copy restored at ${held.toISOString()}, not released: it sends nothing` : "nothing is held",
    advice: "when it is to take over: npm run cli -- restore --release",
  };
}

/** Whether a worker works, wherever it runs: some of the clock's schedules are due every minute. */
export async function worker(client: pg.Client): Promise<Finding> {
  const check = "worker";
  if (await heldCopy(client)) return { check, ok: true, found: "waits until this copy is released" };
  const there = await client.query("select to_regclass('public.schedule_runs') is not null as yes");
  const result = there.rows[0].yes
    ? await client.query<{ seconds: number | null }>(
        "select extract(epoch from now() - max(coalesce(seen_at, started_at)))::int as seconds from schedule_runs",
      )
    : undefined;
  const seconds = result?.rows[0]?.seconds ?? undefined;
  const works = seconds !== undefined && seconds <= mostMinutes.clock * 60;
  return {
    check,
    // In a sandbox nothing has to run.
    ok: works || env.sandbox,
    look: !works,
    found: seconds === undefined ? "none ever worked here" : `the last one worked ${seconds} seconds ago`,
    advice: "is one running? npm run worker; its log says why it ended",
  };
}

export async function queue(client: pg.Client): Promise<Finding> {
  const check = "queue";
  const { jobs } = await import("#modules/index.ts");
  const there = await client.query("select to_regclass('pgboss.job') is not null as yes");
  if (!there.rows[0].yes) return { check, ok: false, found: "not installed", advice: "npm run cli -- migrate up" };
  const names = new Set((await client.query("select name from pgboss.queue")).rows.map((row) => row.name));
  const absent = jobs.filter((job) => !names.has(job.name)).map((job) => job.name);
  if (absent.length > 0)
    return { check, ok: false, found: `no queue for ${absent.join(", ")}`, advice: "npm run cli -- migrate up" };
  const result = await client.query(
    `select count(*) filter (where state in ('created', 'retry'))::int as waiting,
            count(*) filter (where state = 'failed')::int as failed,
            coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after < now())) / 60, 0)::int as minutes
       from pgboss.job`,
  );
  const { waiting, failed, minutes } = result.rows[0];
  const which = failed > 0 ? ": npm run cli -- jobs list --state failed" : "";
  const summary = `${jobs.length} queues, ${waiting} waiting (oldest due ${minutes} min ago), ${failed} failed${which}`;
  return { check, ok: minutes <= mostMinutes.queue, found: summary, advice: "is a worker running? npm run worker" };
}

/** Messages that were not sent: given up, pending for too long, or lost before a message row was written. */
export async function messages(client: pg.Client): Promise<Finding> {
  const check = "messages";
  const there = await client.query(
    "select 1 from information_schema.columns where table_name = 'messages' and column_name = 'alerted_at'",
  );
  if (there.rows.length === 0) return { check, ok: true, found: "none yet" };
  const result = await client.query(
    `select (select count(*)::int from messages where status = 'given_up' and created_at > now() - interval '1 day') as lost,
            (select count(*)::int from messages where status = 'failed' and created_at > now() - interval '1 day') as failed,
            (select coalesce(extract(epoch from now() - min(claimed_at)) / 60, 0)::int from messages where status = 'queued') as minutes,
            (select count(*)::int from pgboss.job where state = 'failed' and name like 'notifications.%') as dead`,
  );
  const { lost, failed, minutes, dead } = result.rows[0];
  return {
    check,
    ok: lost + dead === 0 && minutes <= mostMinutes.messages,
    found: `${lost} given up and ${failed} not delivered in a day, the oldest queued ${minutes} min, ${dead} jobs lost`,
    advice: "npm run cli -- messages --state given_up shows why; `messages retry <id> --yes` sends one again",
  };
}
