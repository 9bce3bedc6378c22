import { AsyncLocalStorage } from "node:async_hooks";
import { type EntitySchema, MikroORM, type SqlEntityManager } from "@mikro-orm/postgresql";
import pg, { type Pool, type QueryResult, type TypeOverrides } from "pg";
import { combine, type Statement } from "./combine.ts";
import { asAway } from "./database-away.server.ts";
import { giveBackLost } from "./lost-connections.server.ts";
import { PreparingClient } from "./prepared.server.ts";
import { Transaction } from "./transaction.server.ts";

type House = { orm: MikroORM; pool: Pool; hasty: Pool; url: string; entities: readonly EntitySchema[] };

/** Left alone, the database plans some kept statements anew for each value, which takes longer than the work itself. */
const planOnce = "-c plan_cache_mode=force_generic_plan";

/** One connection pool per process; on globalThis, because Vite's dev server loads this module again after an edit. */
const slot = globalThis as { gharsevaDatabase?: House | undefined };

/**
 * Open the pool once per process. Connecting again with other entities (a reload in development) or another address
 * (a test file's own database) replaces it.
 */
export async function connect({
  url,
  entities,
  poolSize = 10,
}: Pick<House, "url" | "entities"> & { poolSize?: number }) {
  if (slot.gharsevaDatabase?.url === url && slot.gharsevaDatabase.entities === entities) return;
  await disconnect();
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [...entities],
    pool: { min: 0, max: poolSize },
    driverOptions: { Client: PreparingClient, pipeline: true, options: planOnce },
    forceUtcTimezone: true,
    discovery: { warnWhenNoEntities: false },
  });
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool;
  // The ORM has its driver leave times as text; raw rows carry them as Date, and the ORM takes a Date as well.
  (pool.options.types as TypeOverrides).setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text));
  giveBackLost(pool);
  slot.gharsevaDatabase = { orm, pool, hasty: hastyPoolOf(url), url, entities };
}

/** Close the pool. */
export async function disconnect() {
  const open = slot.gharsevaDatabase;
  slot.gharsevaDatabase = undefined;
  await Promise.all([open?.orm.close(true), open?.hasty.end()]);
}

function hastyPoolOf(connectionString: string) {
  const options = `${planOnce} -c synchronous_commit=off`;
  const pool = new pg.Pool({ connectionString, max: 3, Client: PreparingClient, options });
  pool.on("error", () => {});
  giveBackLost(pool);
  return pool;
}

const house = () => {
  if (!slot.gharsevaDatabase) throw new Error("the database is not connected: call connect() first");
  return slot.gharsevaDatabase;
};

/** The address this process works with (the application's role). */
export const databaseUrl = () => house().url;

type Unit = { manager?: SqlEntityManager };
const units = new AsyncLocalStorage<Unit>();

/** Run one request, job or command with its own identity map; while the database is away it is unavailable. */
export const unitOfWork = <T>(work: () => Promise<T>): Promise<T> =>
  units.run({}, work).catch((error) => {
    throw asAway(error);
  });

type Running = {
  transaction: Transaction;
  manager?: SqlEntityManager;
  after: (() => void)[];
  /** Statements whose answers nobody waits for; they are sent together. */
  unsent: (() => Statement)[];
};
const running = new AsyncLocalStorage<Running>();

/** The entity manager of the running transaction or unit of work; made when it is asked for, since most ask for none. */
export function em(): SqlEntityManager {
  const scope = running.getStore();
  if (scope) {
    scope.manager ??= managerWithin(scope.transaction);
    return scope.manager;
  }
  const unit = units.getStore();
  if (!unit) return house().orm.em;
  unit.manager ??= house().orm.em.fork();
  return unit.manager;
}

/** What the unit of work knows, asking on the transaction's connection; the ORM takes it for one of its own. */
function managerWithin(transaction: Transaction): SqlEntityManager {
  const manager = (units.getStore()?.manager ?? house().orm.em).fork({ clear: false });
  const context = {
    async executeQuery({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const { rows, rowCount } = await transaction.ask({ text: sql, params: parameters });
      return { rows: rows ?? [], numAffectedRows: BigInt(rowCount ?? 0) };
    },
  };
  manager.setTransactionContext(context as never);
  return manager;
}

/** Run `work` in one transaction; inside a running one it simply takes part. */
export async function transaction<T>(work: () => Promise<T>): Promise<T> {
  if (running.getStore()) return work();
  const scope: Running = { transaction: await Transaction.on(house().pool), after: [], unsent: [] };
  const rider = riders.getStore();
  let result: T;
  try {
    result = await running.run(scope, () => wholly(work, rider?.ride));
  } catch (error) {
    await scope.transaction.rollback();
    throw error;
  }
  if (scope.manager) {
    // What the transaction knows the rest of the request knows as well.
    scope.manager.resetTransactionContext();
    const unit = units.getStore();
    if (unit) unit.manager = scope.manager;
  }
  if (rider) rider.ride = undefined;
  for (const act of scope.after) act();
  return result;
}

type Ride = (result: unknown) => Promise<void>;
const riders = new AsyncLocalStorage<{ ride: Ride | undefined }>();

/**
 * Do `work`; the first transaction that commits in it does `ride` as its last act, with its result: what `ride` writes
 * stands exactly if the effect does.
 */
export const riding = <T>(ride: Ride, work: () => Promise<T>): Promise<T> => riders.run({ ride }, work);

async function wholly<T>(work: () => Promise<T>, ride: Ride | undefined): Promise<T> {
  const result = await work();
  if (ride) {
    await writePending();
    await ride(result);
  }
  const scope = running.getStore()!;
  if (scope.manager) await writePending();
  await scope.transaction.commit(takeUnsent(scope));
  return result;
}

/** Do something once the running transaction has committed (at once when there is none). */
export function afterCommit(act: () => void) {
  const transactionScope = running.getStore();
  if (transactionScope) transactionScope.after.push(act);
  else act();
}

/** Whether the code runs inside `transaction`. */
export const inTransaction = () => running.getStore() !== undefined;

/** The running transaction, or the pool where there is none, as pg-boss wants it: bound `$1` parameters. */
export const connection = {
  executeSql(text: string, params: readonly unknown[] = []): Promise<QueryResult> {
    const scope = running.getStore();
    return scope ? scope.transaction.ask({ text, params }) : house().pool.query(text, params as unknown[]);
  },
};

/**
 * Raw SQL with `$1` parameters on the running transaction; pending entity changes are written first, so that both
 * ways of writing see each other. Columns arrive as the database names them; bigint and numeric as text.
 */
export async function rows<T>(text: string, params: readonly unknown[] = []): Promise<T[]> {
  if (running.getStore()) await writePending();
  return peek(text, params);
}

/**
 * Raw SQL like `rows`, about what the running transaction has not changed: what waits to be written goes on waiting,
 * so that it goes to the database together.
 */
export async function peek<T>(text: string, params: readonly unknown[] = []): Promise<T[]> {
  const { rows } = await connection.executeSql(text, params);
  return rows ?? [];
}

/**
 * Write something in the running transaction without waiting for it: it goes to the database with others like it, in
 * one statement, before the next question or with the commit. Meant for rows that nothing in the transaction reads by
 * the entity manager. A function is asked for its statement when it is sent.
 */
export function write(statement: Statement | (() => Statement)): void {
  const scope = running.getStore();
  if (!scope) throw new Error("what is written later belongs to a transaction");
  scope.unsent.push(typeof statement === "function" ? statement : () => statement);
}

function takeUnsent({ unsent }: Running): Statement | undefined {
  const [first, ...others] = unsent.splice(0).map((statement) => statement());
  return first && combine([first, ...others]);
}

/** Write what waits in the running transaction: statements, then changed entities. */
export async function writePending() {
  const scope = running.getStore();
  if (!scope) return;
  const unsent = takeUnsent(scope);
  if (unsent) await scope.transaction.ask(unsent);
  await scope.manager?.flush();
}

/** The first row of `rows`, if any. */
export const row = async <T>(text: string, params: readonly unknown[] = []) => (await rows<T>(text, params))[0];

/** A few connections whose commits do not wait for the disk, for what a crash may forget: counters of reads, news. */
export const hastyPool = () => house().hasty;

/** The pg pool underneath, for COPY, LISTEN and libraries that want one. */
export const pool = () => house().pool;
