import { EventEmitter } from "node:events";
import { sql } from "kysely";
import pg from "pg";
import { afterCommit, asyncCommitPool, databaseUrl, inTransaction, rows, write } from "../db/db.server.ts";
import { queryOn } from "../db/sql.ts";
import { log } from "../log.server.ts";

/**
 * Live updates. Rows are the truth; news only says which of them changed. A transaction appends to `live_outbox` (no
 * NOTIFY inside it, which would serialise commits); a reader in each web process turns batches into NOTIFY; every web
 * process listens and informs its own open streams. Commit to screen: p99 ≤ 2 s (fixed point 7).
 */
const channel = "live";
const batchSize = 150;
/** How many topics fit into one NOTIFY: its payload is limited to 8,000 bytes. */
const topicsPerNotify = 150;
const pollMs = 250;
const gatherMs = 20;
const reconnectMs = 500;

const news = new EventEmitter().setMaxListeners(0);
/** What this process itself announced, before it comes back as news. */
const own = new EventEmitter().setMaxListeners(0);
let wake = () => {};

/**
 * Announce, after the commit, that something changed: `center:{id}`, `ticket:{public id}`, or a queue by `job:{name}`.
 */
export async function announce(topics: readonly string[]) {
  if (topics.length === 0) return;
  const each = [...new Set(topics)];
  if (inTransaction()) write(sql`insert into live_outbox (topics) values (${each})`);
  else await rows(sql`insert into live_outbox (topics) values (${each})`);
  afterCommit(() => {
    for (const topic of each) own.emit(topic);
    wake();
  });
}

/** Subscribe to a topic; the returned function unsubscribes. */
export function listen(topic: string, hear: () => void) {
  news.on(topic, hear);
  return () => void news.off(topic, hear);
}

/** Subscribe to a topic for as long as the process lives, and hear of this process's own changes as they are committed. */
export function listenAlsoHere(topic: string, hear: () => void) {
  news.on(topic, hear);
  own.on(topic, hear);
}

/** Move one batch of news from the outbox into as few NOTIFY as possible; true when there may be more. */
export async function notifyBatch() {
  // The size is a parameter, so that the statement is prepared: it runs several times a second, mostly finding nothing.
  const { rows: sent } = await queryOn<{ count: number }>(
    asyncCommitPool(),
    sql`with batch as (
       delete from live_outbox where id in (
         select id from live_outbox order by id limit ${batchSize} for update skip locked)
       returning topics),
     numbered as (
       select topic, row_number() over () as place from (select distinct unnest(topics) as topic from batch) as topics),
     told as (
       select pg_notify(${sql.lit(channel)}, json_agg(topic)::text) from numbered group by (place - 1) / ${sql.lit(topicsPerNotify)})
     select (select count(*)::int from batch) as count, (select count(*) from told) as told`,
  );
  return (sent[0]?.count ?? 0) === batchSize;
}

const missed = "missed";

/**
 * Call back at once when the connection that brings news is lost, so that urgent state can be read directly. When the
 * connection is back, every subscriber is notified of its own topic.
 */
export const listenForMissed = (hear: () => void) => listen(missed, hear);

/** Start reading the outbox and listening, once per web process; returns how to stop. */
export async function startLive() {
  let stopped = false;
  let client: pg.Client | undefined;
  let reading = false;
  let again = false;
  let lostNews = false;

  async function read() {
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    try {
      do {
        again = false;
        while (await notifyBatch()) again = false;
      } while (again && !stopped);
    } catch (error) {
      if (!stopped) log.error({ err: error }, "live outbox");
    } finally {
      reading = false;
    }
  }

  async function listenForNews(): Promise<void> {
    if (stopped) return;
    const connection = new pg.Client({
      connectionString: databaseUrl(),
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
    });
    let over = false;
    // A broken connection may emit several errors; each needs a listener, because an unhandled one ends the process.
    const again = (error?: Error) => {
      if (over || stopped) return;
      over = lostNews = true;
      news.emit(missed);
      log.warn({ err: error }, "live connection lost");
      void connection.end().catch(() => {});
      setTimeout(() => void listenForNews(), reconnectMs).unref();
    };
    connection.on("error", again);
    connection.on("end", () => again());
    connection.on("notification", ({ payload }) => {
      for (const topic of JSON.parse(payload ?? "[]") as string[]) news.emit(topic);
    });
    client = connection;
    try {
      await connection.connect();
      await connection.query(`listen ${channel}`);
    } catch (error) {
      return again(error as Error);
    }
    // News sent while the connection was down is lost, so every subscriber is told to look again.
    if (lostNews) for (const topic of news.eventNames()) news.emit(topic);
    lostNews = false;
  }

  let gathering = false;
  // Gathers news for a moment: waking the reader for each commit would cost as much as the commits.
  wake = () => {
    if (gathering) return;
    gathering = true;
    setTimeout(() => {
      gathering = false;
      if (!stopped) void read();
    }, gatherMs).unref();
  };
  await listenForNews();
  const poll = setInterval(() => void read(), pollMs);
  poll.unref();
  return async function stopLive() {
    stopped = true;
    clearInterval(poll);
    wake = () => {};
    await client?.end().catch(() => {});
  };
}
