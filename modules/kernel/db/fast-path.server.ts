import pg from "pg";
import { CopyIn, Copying } from "./copy-in.server.ts";
import { giveBackLost } from "./lost-connections.server.ts";

/*
 * Makes a booking cost little more than the rows it writes, and a page little more than the rows it reads; the rest of
 * the database code is plain. `npm run bench -- --only booking,lists` compares them with a bare INSERT and SELECT.
 *
 * 1. Sending together: queries issued in the same tick travel in one packet, BEGIN with the first query and COMMIT with
 *    the last write (`FastClient`); writes whose results nobody needs are combined into one statement (`asOneStatement`, ./sql.ts);
 *    the same question of several requests travels once for all of them (`together`).
 * 2. Prepared statements: a connection parses and plans a statement with parameters once (`FastClient`).
 * 3. COPY as a statement among others, for pages of rows (`copyRows`).
 * 4. Asynchronous commits, for data a crash may lose: counters of reads, live news (`asyncCommitPoolOf`).
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
  const name = `kept_${names.size + 1}`;
  names.set(text, name);
  return name;
}

const begun = { command: "BEGIN", rowCount: null, rows: [] };

/** A connection that prepares statements and sends all queries issued in the same tick in one packet. */
export class FastClient extends pg.Client {
  #gathering = false;

  // biome-ignore lint/suspicious/noExplicitAny: the driver's query has many shapes, and all others pass through
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    const copying = values?.[0] instanceof CopyIn ? new Copying(text, values[0]) : undefined;
    const name =
      !copying && typeof text === "string" && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    this.#gather();
    // biome-ignore lint/suspicious/noExplicitAny: see above
    const answer = (super.query as any)(...(copying ? [copying] : name ? [{ name, text, values }, ...rest] : args));
    if (copying) return copying.answer;
    if (text === "commit") return answer.then(committed);
    if (text !== "begin") return answer;
    // BEGIN is not awaited. If it fails, the statements after it fail too and report the error.
    answer.catch(() => {});
    return Promise.resolve(begun);
  }

  /**
   * Holds back the packet until the end of the tick; the database runs the statements of a packet one after another.
   */
  #gather() {
    if (this.#gathering) return;
    this.#gathering = true;
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => {
      this.#gathering = false;
      stream.uncork();
    });
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
