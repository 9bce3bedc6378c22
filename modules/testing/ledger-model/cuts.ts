import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import type { Socket } from "node:net";
import pg from "pg";
import { databaseUrl, pool, transaction, unitOfWork } from "#modules/kernel/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import type { Fate } from "./plan.ts";

/*
 * Crash points: a transaction of ours runs as always, and at a statement of it (or around its commit) something dies.
 * It happens below the driver's `query`, so the verbs, the ORM and the pool go through what they would go through.
 */

/** How a transaction ended, as far as anybody can tell. */
export type Ended<T> =
  | { how: "committed"; result: T }
  /** A refusal or a bug of ours, thrown by the work itself. */
  | { how: "refused"; error: unknown }
  /** Cut before the commit was sent: nothing of it may be there. */
  | { how: "cut" }
  /** Cut around the commit: it is there as a whole, or not at all. */
  | { how: "unknown"; xid: string };

export type Cuts = {
  /** Do work in one transaction of one unit of work, and let its fate happen to it. */
  run<T>(fate: Fate, work: () => Promise<T>): Promise<Ended<T>>;
  /** What became of a transaction whose commit nobody heard of; asked until the database has decided. */
  committed(xid: string): Promise<boolean>;
  stop(): Promise<void>;
};

type Answer = Promise<{ rows: { xid: string }[] }>;
type Query = (this: Client, ...args: unknown[]) => Answer;
type Client = { processID: number; connection: { stream: Socket }; query: Query };
type Watch = { fate: Fate; client?: Client; xid: string; statements: number; fired: boolean; commitSent: boolean };

const watched = new AsyncLocalStorage<Watch>();

/** Let fates happen to the transactions of this process, until stopped. */
export function withCuts(): Cuts {
  const { prototype } = (pool() as unknown as { Client: { prototype: { query: Query } } }).Client;
  const query = prototype.query;
  const killer = new pg.Pool({ connectionString: databaseUrl(), max: 1 });
  const kill = (client: Client) =>
    watched.exit(() => killer.query("select pg_terminate_backend($1)", [client.processID]));

  prototype.query = function (...args) {
    const watch = watched.getStore();
    const send = () => query.apply(this, args);
    if (!watch || watch.fate.is === "commit" || watch.fate.is === "throw") return send();
    const text = args[0];
    if (text === "begin") return begun(watch, this, send);
    if (watch.client !== this || text === "rollback") return send();
    if (text === "commit") watch.commitSent = true;
    watch.statements += 1;
    if (watch.fired || !isDue(watch, text === "commit")) return send();
    watch.fired = true;
    return strike(watch.fate, this, send);
  };

  /** The transaction's number is asked for at its beginning: afterwards there may be nobody left to ask. */
  async function begun(watch: Watch, client: Client, send: () => Answer) {
    const answer = await send();
    watch.client = client;
    const asked = await query.call(client, "select pg_current_xact_id()::text as xid");
    watch.xid = asked.rows[0]!.xid;
    return answer;
  }

  const isDue = ({ fate, statements }: Watch, atCommit: boolean) =>
    fate.is === "unknown" ? atCommit : "at" in fate && statements > fate.at && !(fate.is === "error" && atCommit);

  async function strike(fate: Fate, client: Client, send: () => Answer): Answer {
    const { stream } = client.connection;
    if (fate.is === "error") throw new Error("a statement failed");
    if (fate.is === "terminate" && !fate.during) await kill(client);
    if (fate.is === "terminate" && fate.during) return (await Promise.all([send(), kill(client)]))[0];
    if (fate.is !== "unknown") return send();
    if (fate.cut === "raced") {
      const [answer] = await Promise.all([send(), kill(client)]);
      // The kill may still be on its way: nobody else is to be given this connection.
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
      const watch: Watch = { fate, xid: "", statements: 0, fired: false, commitSent: false };
      try {
        return { how: "committed", result: await watched.run(watch, () => unitOfWork(() => transaction(work))) };
      } catch (error) {
        // The pool gave out a connection that another fate's kill was still on its way to: nothing was begun.
        if (!watch.fired && error instanceof DomainError && error.kind === "unavailable") return { how: "cut" };
        if (!watch.fired) return { how: "refused", error };
        return watch.commitSent ? { how: "unknown", xid: watch.xid } : { how: "cut" };
      }
    },
    async committed(xid) {
      for (;;) {
        const { rows } = await killer.query("select pg_xact_status($1::text::xid8) as status", [xid]);
        if (rows[0]?.status !== "in progress") return rows[0]?.status === "committed";
      }
    },
    async stop() {
      prototype.query = query;
      await killer.end();
    },
  };
}
