import { AsyncLocalStorage } from "node:async_hooks";
import { type EntitySchema, MikroORM, RequestContext, type SqlEntityManager } from "@mikro-orm/postgresql";
import pg, { type Pool, type TypeOverrides } from "pg";
import { fromKysely } from "pg-boss";
import { asAway } from "./database-away.server.ts";
import { giveBackLost } from "./lost-connections.server.ts";
import { PreparingClient } from "./prepared.server.ts";

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
    driverOptions: { Client: PreparingClient, options: planOnce },
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
  const pool = new pg.Pool({ connectionString, max: 3, Client: PreparingClient });
  pool.on("connect", (client) => void client.query("set synchronous_commit = off").catch(() => {}));
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

/** The entity manager of the running unit of work or transaction. */
export const em = () => house().orm.em.getContext() as SqlEntityManager;

/** Run one request, job or command with its own identity map; while the database is away it is unavailable. */
export const unitOfWork = <T>(work: () => Promise<T>): Promise<T> =>
  RequestContext.create(house().orm.em, work).catch((error) => {
    throw asAway(error);
  });

type Statement = { text: string; params: readonly unknown[] };
type Running = {
  after: (() => void)[];
  /** Statements whose answers nobody waits for; they are sent together. */
  unsent: (() => Statement)[];
};
const running = new AsyncLocalStorage<Running>();

/** Run `work` in one transaction; inside a running one it simply takes part. */
export async function transaction<T>(work: () => Promise<T>): Promise<T> {
  if (running.getStore()) return work();
  const after: (() => void)[] = [];
  const rider = riders.getStore();
  const result = await running.run({ after, unsent: [] }, () => em().transactional(() => wholly(work, rider?.ride)));
  if (rider) rider.ride = undefined;
  for (const act of after) act();
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
  await sendUnsent();
  if (!ride) return result;
  await em().flush();
  await ride(result);
  await sendUnsent();
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

/** The running transaction (or the pool) as pg-boss and raw SQL want it: bound `$1` parameters. */
export function connection() {
  const manager = em();
  const kysely = manager.getTransactionContext() ?? manager.getKysely();
  return fromKysely(kysely as never);
}

/**
 * Raw SQL with `$1` parameters on the running transaction; pending entity changes are written first, so that both
 * ways of writing see each other. Columns arrive as the database names them; bigint and numeric as text.
 */
export async function rows<T>(text: string, params: readonly unknown[] = []): Promise<T[]> {
  if (running.getStore()) {
    await sendUnsent();
    await em().flush();
  }
  return peek(text, params);
}

/**
 * Raw SQL like `rows`, about what the running transaction has not changed: what waits to be written goes on waiting,
 * so that it goes to the database together.
 */
export async function peek<T>(text: string, params: readonly unknown[] = []): Promise<T[]> {
  const result = await connection().executeSql(text, [...params]);
  return result.rows as T[];
}

/**
 * Write something in the running transaction without waiting for it: it goes to the database with others like it, in
 * one statement, before the next question or the commit. Meant for rows that nothing in the transaction reads by the
 * entity manager. A function is asked for its statement when it is sent.
 */
export function write(statement: Statement | (() => Statement)): void {
  const scope = running.getStore();
  if (!scope) throw new Error("what is written later belongs to a transaction");
  scope.unsent.push(typeof statement === "function" ? statement : () => statement);
}

/** Many small statements cost a journey each; as the parts of one they cost a single one. */
async function sendUnsent() {
  const unsent = running.getStore()?.unsent.splice(0) ?? [];
  if (unsent.length === 0) return;
  const params: unknown[] = [];
  const parts = unsent.map((statement, at) => {
    const { text, params: own } = statement();
    const before = params.length;
    params.push(...own);
    return `part${at} as (${text.replace(/\$(\d+)/g, (_, place) => `$${Number(place) + before}`)})`;
  });
  await connection().executeSql(`with ${parts.join(",\n")} select`, params);
}

/** The first row of `rows`, if any. */
export const row = async <T>(text: string, params: readonly unknown[] = []) => (await rows<T>(text, params))[0];

/** A few connections whose commits do not wait for the disk, for what a crash may forget: counters of reads, news. */
export const hastyPool = () => house().hasty;

/** The pg pool underneath, for COPY, LISTEN and libraries that want one. */
export const pool = () => house().pool;
