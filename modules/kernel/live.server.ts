import { EventEmitter } from "node:events";
import pg from "pg";
import { afterCommit, databaseUrl, hastyPool, inTransaction, rows, write } from "./db.server.ts";
import { log } from "./log.server.ts";

/**
 * Live updates: rows are the truth, the news only says which of them changed. A transaction appends to `live_outbox`
 * (no NOTIFY inside it: commits would queue behind one another); a reader in each web process moves batches into one
 * NOTIFY each; every web process listens and tells its own open streams. Commit to screen: p99 ≤ 2 s (fixed point 7).
 */
const channel = "live";
const batchSize = 150;
/** How many topics go into one NOTIFY: its payload may hold 8,000 bytes. */
const toldAtOnce = 150;
const pollMs = 250;
const gatherMs = 20;
const reconnectMs = 500;

const news = new EventEmitter().setMaxListeners(0);
let wake = () => {};

/** Tell, after the commit, that something changed: `center:{id}`, `ticket:{public id}`, or a queue by `job:{name}`. */
export async function announce(topics: readonly string[]) {
  if (topics.length === 0) return;
  const news = { text: "insert into live_outbox (topics) values ($1)", params: [[...new Set(topics)]] };
  if (inTransaction()) write(news);
  else await rows(news.text, news.params);
  afterCommit(() => wake());
}

/** Hear of a topic; the returned function ends it. */
export function listen(topic: string, hear: () => void) {
  news.on(topic, hear);
  return () => void news.off(topic, hear);
}

/** Move one batch of news from the outbox into as few NOTIFY as hold it; true when there may be more. */
export async function notifyBatch() {
  const { rows: sent } = await hastyPool().query<{ count: number }>(
    `with batch as (
       delete from live_outbox where id in (
         select id from live_outbox order by id limit $1 for update skip locked)
       returning topics),
     numbered as (
       select topic, row_number() over () as place from (select distinct unnest(topics) as topic from batch) as topics),
     told as (
       select pg_notify('${channel}', json_agg(topic)::text) from numbered group by (place - 1) / ${toldAtOnce})
     select (select count(*)::int from batch) as count, (select count(*) from told) as told`,
    // As a value, so that the statement is kept: it is asked several times a second, mostly for nothing.
    [batchSize],
  );
  return (sent[0]?.count ?? 0) === batchSize;
}

const missed = "missed";

/**
 * Hear at once that the line which brings the news was cut: what must not be missed for a second is looked up instead.
 * When the line is back, everybody who waits hears its own topic.
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
    // A connection that breaks tells so more than once, and each telling nobody hears would end the process.
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
    // What was told while nobody listened here is gone, so everybody who waits looks again.
    if (lostNews) for (const topic of news.eventNames()) news.emit(topic);
    lostNews = false;
  }

  let gathering = false;
  // News of one moment go together: a reader woken by each commit would cost as much as the commits.
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
