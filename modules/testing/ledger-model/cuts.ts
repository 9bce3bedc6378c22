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
type Watch = {
  fate: Fate;
  client?: Client;
  /** The transaction's number, asked for right behind its BEGIN: afterwards there may be nobody left to ask. */
  xid?: Answer;
  statements: number;
  fired: boolean;
  /** What holds back whatever is asked behind it. */
  before?: Promise<unknown>;
  commitSent: boolean;
};

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
    // Once the number is known, so that what became of the transaction can be asked.
    return watch.xid!.then(() => cutCommit(fate, client, send));
  }

  async function cutCommit(fate: Fate & { is: "unknown" }, client: Client, send: () => Answer): Answer {
    const { stream } = client.connection;
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
      const watch: Watch = { fate, statements: 0, fired: false, commitSent: false };
      try {
        return { how: "committed", result: await watched.run(watch, () => unitOfWork(() => transaction(work))) };
      } catch (error) {
        // The pool gave out a connection that another fate's kill was still on its way to: nothing was begun.
        if (!watch.fired && error instanceof DomainError && error.kind === "unavailable") return { how: "cut" };
        if (!watch.fired) return { how: "refused", error };
        // Without a number it had not even begun.
        const xid = watch.commitSent && (await watch.xid!.then(({ rows }) => rows[0]?.xid).catch(() => undefined));
        return xid ? { how: "unknown", xid } : { how: "cut" };
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
