import pg from "pg";
import { CopyIn, Copying } from "./copy-in.server.ts";
import { giveBackLost } from "./lost-connections.server.ts";

/*
 * What is not plain in the database code, each for a figure of `npm run bench -- --only booking,lists,tracking,csv`:
 *
 * 1. Prepared statements (`FastClient`): without them bookings are 36-39 % slower, tracking 26 %, lists 22-45 %.
 * 2. The same question of several requests in one packet (`together`): without it lists are 16-22 % slower.
 * 3. COPY without waiting for its start (`copyRows`), for the pages of an upload.
 * 4. Asynchronous commits (`asyncCommitPoolOf`), for data a crash may lose: counters of reads, live news.
 */

/**
 * Without the first PostgreSQL may plan a prepared statement anew for each value, which can cost more than running it.
 * Planned once, a page of rows looks like a tenth of its table: parallel workers and compiling would be started for it,
 * which take longer than the page.
 */
export const planOnce = "-c plan_cache_mode=force_generic_plan -c max_parallel_workers_per_gather=0 -c jit=off";

/** How many statements are prepared. The product has fewer, but queries built from filters can take many shapes. */
const mostPrepared = 400;
const names = new Map<string, string>();

function nameOf(text: string) {
  const known = names.get(text);
  if (known || names.size >= mostPrepared) return known;
  const name = `statement_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** A connection that prepares statements with parameters, takes COPY, and refuses a COMMIT that did not commit. */
export class FastClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's query has many shapes, and all others pass through
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    // biome-ignore lint/suspicious/noExplicitAny: see above
    const query = super.query.bind(this) as any;
    if (values?.[0] instanceof CopyIn) {
      const copying = new Copying(text, values[0]);
      query(copying);
      return copying.answer;
    }
    const name = typeof text === "string" && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    const answer = name ? query({ name, text, values }, ...rest) : query(...args);
    return text === "commit" ? answer.then(committed) : answer;
  }
}

/**
 * PostgreSQL answers COMMIT with ROLLBACK when a statement nobody awaited had failed: that must not pass as success.
 */
function committed(answer: pg.QueryResult) {
  if (answer.command !== "COMMIT") throw new Error("a statement of the transaction was refused: nothing was committed");
  return answer;
}

type PendingQuery = {
  values: readonly unknown[];
  resolve: (answer: pg.QueryResult) => void;
  reject: (error: unknown) => void;
};

/**
 * Ask a statement outside transactions. Those of one turn of the event loop with the same text (the session of each
 * request, a list's page for each of its readers) share a connection and a packet, since waking the database costs more
 * than such a question; a slow statement keeps only its like waiting. Each has its own answer or error. Text without
 * parameters may hold several statements, of which one may leave the connection in a transaction: it travels alone.
 */
export function together(pool: pg.Pool): (text: string, values: readonly unknown[]) => Promise<pg.QueryResult> {
  let turn = new Map<string, PendingQuery[]>();
  const sendAll = () => {
    const sent = turn;
    turn = new Map();
    for (const [text, queries] of sent) void sendOver(pool, text, queries);
  };
  return (text, values) => {
    if (values.length === 0) return pool.query(text);
    return new Promise((resolve, reject) => {
      const pending = { values, resolve, reject };
      const like = turn.get(text);
      if (like) return void like.push(pending);
      if (turn.size === 0) setImmediate(sendAll);
      turn.set(text, [pending]);
    });
  };
}

async function sendOver(pool: pg.Pool, text: string, queries: readonly PendingQuery[]) {
  try {
    const client = await pool.connect();
    let refused = false;
    const answers = queries.map(({ values, resolve, reject }) =>
      client.query(text, values as unknown[]).then(resolve, (error) => {
        refused = true;
        reject(error);
      }),
    );
    await Promise.all(answers);
    // As the pool itself does: a statement whose plan no longer fits its table would be refused here for good.
    client.release(refused);
  } catch (error) {
    for (const { reject } of queries) reject(error);
  }
}

/** Open a small pool whose commits do not wait for the disk. */
export function asyncCommitPoolOf(connectionString: string): pg.Pool {
  const options = `${planOnce} -c synchronous_commit=off`;
  const pool = new pg.Pool({ connectionString, max: 3, Client: FastClient, options });
  pool.on("error", () => {});
  giveBackLost(pool);
  return pool;
}
