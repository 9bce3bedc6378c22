import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import type { Socket } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { databaseUrl, pool, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { queryOn } from "#modules/kernel/db/sql.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import type { Fate } from "./plan.ts";

/*
 * Crash points: a transaction runs normally until, at one of its statements or around its commit, something fails. The
 * faults are injected below the driver's `query`, so that our code, the ORM and the pool react as in reality.
 */

/** How a transaction ended, as far as its caller can tell. */
export type Ended<T> =
  | { how: "committed"; result: T }
  /** An error thrown by the work itself: a refusal or a bug. */
  | { how: "refused"; error: unknown }
  /** Cut before the commit was sent: nothing may be committed. */
  | { how: "cut" }
  /** Cut around the commit: either all of it is committed, or nothing. */
  | { how: "unknown"; xid: string };

export type Cuts = {
  /** Run work in one transaction of one unit of work, with a fault. */
  run<T>(fate: Fate, work: () => Promise<T>): Promise<Ended<T>>;
  /** Whether a transaction with an unknown end was committed; asks until the database has decided. */
  committed(xid: string): Promise<boolean>;
  stop(): Promise<void>;
};

type Answer = Promise<{ rows: { xid: string }[] }>;
type Query = (this: Client, ...args: unknown[]) => Answer;
type Client = { processID: number; connection: { stream: Socket }; query: Query };
type Watch = {
  fate: Fate;
  client?: Client;
  /** The transaction's id, requested right after its BEGIN: later the connection may be gone. */
  xid?: Answer;
  statements: number;
  fired: boolean;
  /** Holds back the statements after it. */
  before?: Promise<unknown>;
  commitSent: boolean;
};

const watched = new AsyncLocalStorage<Watch>();

/** Inject faults into the transactions of this process, until stopped. */
export function withCuts(): Cuts {
  const { prototype } = (pool() as unknown as { Client: { prototype: { query: Query } } }).Client;
  const query = prototype.query;
  const killer = new pg.Pool({ connectionString: databaseUrl(), max: 1 });
  const kill = (client: Client) =>
    watched.exit(() => queryOn(killer, sql`select pg_terminate_backend(${client.processID})`));

  prototype.query = function (...args) {
    const watch = watched.getStore();
    const send = () => query.apply(this, args);
    if (!watch || watch.fate.is === "commit" || watch.fate.is === "throw") return send();
    const text = args[0];
    if (text === "begin") {
      const begun = send();
      watch.client = this;
      watch.xid = query.call(this, "select pg_current_xact_id()::text as xid");
      watch.xid.catch(() => {});
      return begun;
    }
    if (watch.client !== this || text === "rollback") return send();
    if (text === "commit") watch.commitSent = true;
    watch.statements += 1;
    if (watch.before) return watch.before.then(send);
    if (watch.fired || !isDue(watch, text === "commit")) return send();
    watch.fired = true;
    return strike(watch, this, send);
  };

  const isDue = ({ fate, statements }: Watch, atCommit: boolean) =>
    fate.is === "unknown" ? atCommit : "at" in fate && statements > fate.at && !(fate.is === "error" && atCommit);

  function strike(watch: Watch, client: Client, send: () => Answer): Answer {
    const { fate } = watch;
    if (fate.is === "error") return query.call(client, "select 1 / 0");
    if (fate.is === "terminate" && fate.during) return Promise.all([send(), kill(client)]).then(([answer]) => answer);
    if (fate.is === "terminate") {
      watch.before = kill(client);
      return watch.before.then(send);
    }
    if (fate.is !== "unknown") return send();
    // Waits for the transaction's id, so that the outcome can be looked up afterwards.
    return watch.xid!.then(() => cutCommit(fate, client, send));
  }

  async function cutCommit(fate: Fate & { is: "unknown" }, client: Client, send: () => Answer): Answer {
    const { stream } = client.connection;
    if (fate.cut === "raced") {
      const [answer] = await Promise.all([send(), kill(client)]);
      // The kill may still be on its way: the connection must not be reused.
      if (!stream.closed) await Promise.all([once(stream, "close"), stream.destroy()]);
      return answer;
    }
    if (fate.cut === "unsent") stream.destroy();
    const answer = send();
    if (fate.cut === "sent") stream.destroy();
    await answer;
    stream.destroy();
    throw new Error("the answer was lost");
  }

  return {
    async run(fate, work) {
      const watch: Watch = { fate, statements: 0, fired: false, commitSent: false };
      try {
        return { how: "committed", result: await watched.run(watch, () => unitOfWork(() => transaction(work))) };
      } catch (error) {
        // The pool gave out a connection that another fault was about to kill: nothing was begun.
        if (!watch.fired && error instanceof DomainError && error.kind === "unavailable") return { how: "cut" };
        if (!watch.fired) return { how: "refused", error };
        // Without a transaction id, the transaction had not begun.
        const xid = watch.commitSent && (await watch.xid!.then(({ rows }) => rows[0]?.xid).catch(() => undefined));
        return xid ? { how: "unknown", xid } : { how: "cut" };
      }
    },
    async committed(xid) {
      for (;;) {
        const { rows } = await queryOn(killer, sql`select pg_xact_status(${xid}::text::xid8) as status`);
        if (rows[0]?.status !== "in progress") return rows[0]?.status === "committed";
      }
    },
    async stop() {
      prototype.query = query;
      await killer.end();
    },
  };
}
