import { RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import { connection, hastyPool, inTransaction, pool } from "./db.server.ts";
import { limited } from "./errors.ts";
import { log } from "./log.server.ts";

type Limit = {
  /** What is counted; part of the stored key. */
  name: string;
  points: number;
  /** Window in seconds. */
  seconds: number;
  /** When the counter itself fails: `closed` refuses (money, OTP), `open` lets pass (reads). */
  onFailure: "closed" | "open";
};

type Sql = { text: string; values: unknown[] };

/**
 * Where the counters are asked: on a connection of their own, or on the one of the running transaction. What may pass
 * when its counter fails may also be counted without waiting for the disk.
 */
const apart = { query: (sql: Sql) => pool().query(sql) };
const hastily = { query: (sql: Sql) => hastyPool().query(sql) };
const within = { query: ({ text, values }: Sql) => connection.executeSql(text, values) };

type Store = { query: (sql: Sql) => Promise<unknown> };
const limiters = new Map<string, RateLimiterPostgres>();

function limiterOf({ name, points, seconds }: Limit, storeClient: Store) {
  const id = `${name}:${points}:${seconds}:${storeClient === within}`;
  const known = limiters.get(id);
  if (known) return known;
  const limiter = new RateLimiterPostgres({
    storeClient,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    clearExpiredByTimeout: false,
  });
  limiters.set(id, limiter);
  return limiter;
}

/** Count one use of a limit for a caller; refuses with `error.tooMany` above it. Counted outside any transaction. */
export async function countUse(limit: Limit, caller: string): Promise<void> {
  await unlessRefused(limit, limiterOf(limit, limit.onFailure === "open" ? hastily : apart).consume(caller));
}

/**
 * Count one use as part of the running transaction, for budgets of what the transaction makes: what is rolled back was
 * not used. The counter stays locked until the commit, so this comes last. A counter that fails refuses.
 */
export async function countUseWithin(limit: Limit & { onFailure: "closed" }, caller: string): Promise<void> {
  if (!inTransaction()) throw new Error(`${limit.name} is counted inside the transaction of what it limits`);
  await unlessRefused(limit, limiterOf(limit, within).consume(caller));
}

/** Refuse a caller whose limit is used up; counts and writes nothing, so that turning away a flood is cheap. */
export async function refuseUsedUp(limit: Limit, caller: string): Promise<void> {
  const used = limiterOf(limit, apart).get(caller);
  await unlessRefused(
    limit,
    used.then((uses) => {
      if (uses && uses.consumedPoints >= limit.points) throw uses;
    }),
  );
}

async function unlessRefused(limit: Limit, answer: Promise<unknown>) {
  try {
    await answer;
  } catch (refused) {
    if (refused instanceof Error) {
      log.error({ err: refused, limit: limit.name }, "rate limit not counted");
      if (limit.onFailure === "open") return;
    }
    const wait = Math.ceil(((refused as RateLimiterRes).msBeforeNext ?? limit.seconds * 1_000) / 1_000);
    throw limited("error.tooMany", { seconds: wait });
  }
}

/** Forget counters whose window is over (a nightly job). */
export const clearOldLimits = () => pool().query("delete from rate_limits where expire < $1", [Date.now()]);
