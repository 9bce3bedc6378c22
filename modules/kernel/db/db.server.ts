import { AsyncLocalStorage } from "node:async_hooks";
import { type EntitySchema, type InferKyselyDB, MikroORM, type SqlEntityManager } from "@mikro-orm/postgresql";
import { type Compilable, CompiledQuery, type DatabaseConnection, type Kysely } from "kysely";
import pg, { type Pool, type TypeOverrides } from "pg";
import { asUnavailable } from "./database-away.server.ts";
import { asyncCommitPoolOf, FastClient, planOnce, together } from "./fast-path.server.ts";
import { giveBackLost } from "./lost-connections.server.ts";
import { compiled, type Sql } from "./sql.ts";

type Database = {
  orm: MikroORM;
  pool: Pool;
  /** Asks a statement outside transactions. */
  ask: ReturnType<typeof together>;
  asyncCommits: Pool;
  url: string;
  entities: readonly EntitySchema[];
};

/** One connection pool per process; on globalThis, because Vite's dev server loads this module again after an edit. */
const slot = globalThis as { gharsevaDatabase?: Database | undefined };

/** What the connections of the web process are called in the database, where bulk work looks whether people wait. */
export const peoplesConnections = "gharseva web";

/**
 * Open the pool once per process, for people (`forPeople`) or for work nobody waits for. Connecting again with other entities (a reload in development) or another address (a
 * test file's own database) replaces it.
 */
export async function connect({
  url,
  entities,
  poolSize = 10,
  forPeople = false,
}: Pick<Database, "url" | "entities"> & { poolSize?: number; forPeople?: boolean }) {
  if (slot.gharsevaDatabase?.url === url && slot.gharsevaDatabase.entities === entities) return;
  await disconnect();
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [...entities],
    pool: { min: 0, max: poolSize },
    driverOptions: {
      Client: FastClient,
      pipeline: true,
      options: planOnce,
      application_name: forPeople ? peoplesConnections : "gharseva",
    },
    forceUtcTimezone: true,
    discovery: { warnWhenNoEntities: false },
  });
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool;
  // The ORM makes its driver return times as text; raw rows need them as Date, and the ORM accepts a Date too.
  (pool.options.types as TypeOverrides).setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text));
  giveBackLost(pool);
  slot.gharsevaDatabase = { orm, pool, ask: together(pool), asyncCommits: asyncCommitPoolOf(url), url, entities };
}

/** Close the pool. */
export async function disconnect() {
  const open = slot.gharsevaDatabase;
  slot.gharsevaDatabase = undefined;
  await Promise.all([open?.orm.close(true), open?.asyncCommits.end()]);
}

const database = () => {
  if (!slot.gharsevaDatabase) throw new Error("the database is not connected: call connect() first");
  return slot.gharsevaDatabase;
};

/** Whether this process has opened the database. */
export const isConnected = () => slot.gharsevaDatabase !== undefined;

/** The database address this process works with (the application's role). */
export const databaseUrl = () => database().url;

type Unit = { manager?: SqlEntityManager };
const units = new AsyncLocalStorage<Unit>();

/** Run one request, job or command with its own identity map; while the database is down it fails as `unavailable`. */
export const unitOfWork = <T>(work: () => Promise<T>): Promise<T> =>
  units.run({}, work).catch((error) => {
    throw asUnavailable(error);
  });

type Running = {
  manager: SqlEntityManager;
  /** Whether the entity manager was used: only then can it hold unflushed changes. */
  managed: boolean;
  connection: DatabaseConnection;
  over: boolean;
  after: (() => void)[];
  /** What is done last in the transaction. */
  before: { last: LastLock; act: () => Promise<void> }[];
  /** Writes not sent yet, and the first error of a write nobody awaited. */
  unsent: (Sql | (() => Sql))[];
  refusal?: unknown;
  /** The first error of a statement: those sent with it fail, too. */
  cause?: unknown;
};
const running = new AsyncLocalStorage<Running>();

/** The entity manager of the running transaction or unit of work. Created on first use, since most units need none. */
export function em(): SqlEntityManager {
  const scope = running.getStore();
  if (scope) {
    scope.managed = true;
    return scope.manager;
  }
  const unit = units.getStore();
  if (!unit) return database().orm.em;
  unit.manager ??= database().orm.em.fork();
  return unit.manager;
}

/**
 * The Kysely query builder, typed by the entities whose tables it reads; run a query with `rows` or `row`:
 * `rows(kysely<typeof MessageSchema>().selectFrom("messages").select("id"))`. Columns have their database names.
 */
export const kysely = <Entity extends { name: string }>(): Kysely<InferKyselyDB<Entity>> =>
  // biome-ignore lint/suspicious/noExplicitAny: the library knows the tables of all entities, the caller says which
  (running.getStore()?.manager ?? database().orm.em).getKysely<any>();

/** Run `work` in one transaction (R2); inside a running transaction it joins that one. */
export async function transaction<T>(work: () => Promise<T>): Promise<T> {
  if (running.getStore()) return work();
  const unit = units.getStore();
  const last = lastWrites.getStore();
  let scope: Running | undefined;
  let result: T;
  try {
    result = await (unit?.manager ?? database().orm.em).transactional(async (manager) => {
      const connection = await manager.getKysely().getExecutor().provideConnection(sameConnection);
      const mine: Running = { manager, managed: false, connection, over: false, after: [], before: [], unsent: [] };
      scope = mine;
      return running.run(mine, async () => {
        const done = await work();
        await last?.write?.(done);
        await doLast(mine);
        sendUnsent(mine);
        return done;
      });
    });
  } catch (error) {
    throw scope?.refusal ?? (failedBefore(error) ? scope?.cause : undefined) ?? error;
  } finally {
    if (scope) scope.over = true;
  }
  if (last) last.write = undefined;
  if (scope) settle(scope, unit);
  return result;
}

const sameConnection = async (connection: DatabaseConnection) => connection;

/** Keeps the committed entities for the rest of the request, then runs the `afterCommit` callbacks. */
function settle({ manager, managed, after }: Running, unit: Unit | undefined) {
  if (unit && !unit.manager && managed) {
    manager.resetTransactionContext();
    unit.manager = manager;
  }
  for (const act of after) act();
}

type LastWrite = (result: unknown) => Promise<void>;
const lastWrites = new AsyncLocalStorage<{ write: LastWrite | undefined }>();

/**
 * Run `work`; the first transaction that commits in it calls `write` with its result just before the commit, so that
 * what `write` writes is committed exactly when the effect is.
 */
export const endingWith = <T>(write: LastWrite, work: () => Promise<T>): Promise<T> => lastWrites.run({ write }, work);

/** Run a callback after the running transaction has committed, or at once when there is none. */
export function afterCommit(act: () => void) {
  const scope = running.getStore();
  if (scope) scope.after.push(act);
  else act();
}

/**
 * What many transactions wait for until the commit of the one that has it, in the order in which all of them lock it: the
 * seats of a center's day, then the numbers of papers.
 */
const lastLocks = ["seats", "papers"] as const;
type LastLock = (typeof lastLocks)[number];

/** Do something last in the running transaction, after everything else it writes, for what it locks (`lastLocks`). */
export function beforeCommit(last: LastLock, act: () => Promise<void>) {
  const scope = running.getStore();
  if (!scope) throw new Error("what is done before the commit belongs to a transaction");
  scope.before.push({ last, act });
}

async function doLast({ before }: Running) {
  for (const last of lastLocks) for (const each of before) if (each.last === last) await each.act();
}

/** Whether the code runs inside `transaction`. */
export const inTransaction = () => running.getStore() !== undefined;

/** The running transaction, or the pool when there is none, in the form libraries take: SQL with `$1` parameters. */
export const connection = {
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the type of the rows
  async executeSql(text: string, params: readonly unknown[] = []): Promise<{ rows: any[] }> {
    const scope = running.getStore();
    if (!scope) return database().ask(text, params);
    sendUnsent(scope);
    return ask(scope, text, params);
  },
};

// biome-ignore lint/suspicious/noExplicitAny: the caller knows the type of the rows
async function ask(scope: Running, text: string, params: readonly unknown[]): Promise<{ rows: any[] }> {
  if (scope.over) throw new Error("something was asked in a transaction that is over");
  try {
    return await scope.connection.executeQuery(CompiledQuery.raw(text, params as unknown[]));
  } catch (error) {
    scope.cause ??= error;
    throw error;
  }
}

/** Whether a statement was refused only because one before it in its transaction had failed. */
const failedBefore = (error: unknown) => (error as { code?: string } | undefined)?.code === "25P02";

/**
 * Run a statement of Kysely's `sql`, or a query of its builder, in the running transaction. Pending writes are sent
 * first, so that every way of writing sees the others. Columns have their database names; bigint and numeric arrive as
 * text.
 */
export function rows<T>(query: Sql<T> | Compilable<T>): Promise<T[]>;
export function rows<T>(query: Sql): Promise<T[]>;
export async function rows<T>(query: Sql | Compilable<T>): Promise<T[]> {
  const { sql: text, parameters } = "isRawBuilder" in query ? compiled(query) : query.compile();
  const scope = running.getStore();
  if (scope?.managed) {
    sendUnsent(scope);
    await scope.manager.flush();
  }
  return (await connection.executeSql(text, parameters)).rows;
}

/** The first row of `rows`, if any. */
export function row<T>(query: Sql<T> | Compilable<T>): Promise<T | undefined>;
export function row<T>(query: Sql): Promise<T | undefined>;
export async function row<T>(query: Sql<T> | Compilable<T>): Promise<T | undefined> {
  return (await rows(query))[0];
}

/**
 * Queue a write of the running transaction without awaiting it: it is sent before the next statement of `rows` and
 * before the commit. For rows the transaction does not read through the entity manager. A function is called for its
 * statement when the write is sent.
 */
export function write(statement: Sql | (() => Sql)): void {
  const scope = running.getStore();
  if (!scope) throw new Error("what is written later belongs to a transaction");
  scope.unsent.push(statement);
}

/** Send a statement of the running transaction at once without awaiting it: for libraries that bring their own SQL. */
export function send(text: string, params: readonly unknown[]): void {
  const scope = running.getStore();
  if (!scope) throw new Error("what nobody waits for belongs to a transaction");
  sendUnawaited(scope, text, params);
}

/** Keeps the error of a statement nobody awaits; the transaction cannot commit after it and throws it. */
function sendUnawaited(scope: Running, text: string, params: readonly unknown[]) {
  ask(scope, text, params).catch((error) => {
    scope.refusal ??= error;
  });
}

function sendUnsent(scope: Running) {
  const statements = scope.unsent.splice(0).map((each) => compiled(typeof each === "function" ? each() : each));
  for (const { sql: text, parameters } of statements) sendUnawaited(scope, text, parameters);
}

/** A small pool whose commits do not wait for the disk, for data a crash may lose: counters of reads, live news. */
export const asyncCommitPool = () => database().asyncCommits;

/** The underlying pg pool, for COPY, LISTEN and libraries that need a pool. */
export const pool = () => database().pool;
