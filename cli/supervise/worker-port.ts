import http from "node:http";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { newestBackup } from "#modules/installation/index.ts";
import { now, second } from "#modules/kernel/clock.ts";
import { pool } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { isHeld } from "#modules/kernel/outside/hold.server.ts";

/** The database's answer later than this counts as none. */
const answerMs = 2_000;

type Counted = { name: string; state: string; count: number; due_seconds: number };

/** The queues: how many jobs of each are in which state, and for how long the oldest that is due waits. */
async function queues(): Promise<Counted[]> {
  const result = await pool().query<Counted>(
    `select name, state::text as state, count(*)::int as count,
            coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after < now())), 0)::float as due_seconds
       from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2`,
  );
  return result.rows;
}

const oldestOf = (queueCounts: Counted[]) => Math.max(0, ...queueCounts.map(({ due_seconds }) => due_seconds));

/** The worker's metrics in a registry of their own, computed when they are asked for. */
function metricsOf() {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  // The gauges are read side by side: one question serves both of a scrape.
  let pending: Promise<Counted[]> | undefined;
  const counted = () => {
    pending ??= queues().finally(() => {
      pending = undefined;
    });
    return pending;
  };
  new Gauge({
    name: "queue_jobs",
    help: "Jobs that are not done, by queue and state",
    labelNames: ["queue", "state"],
    registers,
    async collect() {
      const queueCounts = await counted();
      this.reset();
      for (const { name, state, count } of queueCounts) this.set({ queue: name, state }, count);
    },
  });
  new Gauge({
    name: "queue_oldest_due_seconds",
    help: "How long the oldest due job waits",
    registers,
    async collect() {
      this.set(oldestOf(await counted()));
    },
  });
  new Gauge({
    name: "worker_held",
    help: "1 while this is a restored copy that is not released",
    registers,
    async collect() {
      this.set((await isHeld()) ? 1 : 0);
    },
  });
  new Gauge({
    name: "backup_age_seconds",
    help: "How old the newest backup that lacks no file is; infinite before the first",
    registers,
    async collect() {
      const newest = await newestBackup();
      this.set(newest ? (now().getTime() - newest.at.getTime()) / second : Number.POSITIVE_INFINITY);
    },
  });
  return registry;
}

/**
 * Tells on the worker's own port how it is: `/healthz` whether it lives (its database answers; a long queue is no
 * illness, it is told beside it) and `/metrics` for Prometheus. No proxy leads there. Returns how to close it.
 */
export function openWorkerPort(port: number): () => void {
  const registry = metricsOf();
  const server = http.createServer((request, response) => {
    const answer = request.method === "GET" ? answers[request.url ?? ""] : undefined;
    if (!answer) return void response.writeHead(404).end();
    answer(response).catch(() => response.destroy());
  });
  const answers: Record<string, (response: http.ServerResponse) => Promise<void>> = {
    "/healthz": tellHealth,
    "/metrics": async (response) => {
      const body = await registry.metrics();
      response.setHeader("content-type", registry.contentType).end(body);
    },
  };
  server.maxConnections = 20;
  server.on("error", (error) => {
    log.fatal({ err: error, port }, "the worker's port cannot be opened");
    process.exit(1);
  });
  server.listen(port, env.host, () => log.info({ host: env.host, port }, "worker's health and metrics listen"));
  return () => server.close();
}

async function tellHealth(response: http.ServerResponse) {
  const queueCounts = await inTime(queues()).catch(() => undefined);
  const count = (states: readonly string[]) =>
    queueCounts?.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0);
  const health = {
    ok: queueCounts !== undefined,
    checks: { database: queueCounts !== undefined },
    ...(queueCounts && {
      held: await isHeld(),
      queue: {
        waiting: count(["created", "retry"]),
        active: count(["active"]),
        failed: count(["failed"]),
        oldestDueSeconds: Math.round(oldestOf(queueCounts)),
      },
    }),
  };
  response.writeHead(health.ok ? 200 : 503, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(health));
}

async function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(reject, answerMs, new Error("no answer in time"));
  });
  promise.catch(() => {});
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
