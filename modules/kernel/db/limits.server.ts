import { sql } from "kysely";
import { RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import { limited, type QuotaLeft } from "../errors.ts";
import { log } from "../log.server.ts";
import { asyncCommitPool, connection, inTransaction, pool } from "./db.server.ts";
import { queryOn } from "./sql.ts";

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
 * Where counters are written: on a connection outside the transaction, or on the running transaction's. Counters that
 * fail open may also be committed without waiting for the disk.
 */
const apart = { query: (sql: Sql) => pool().query(sql) };
const withAsyncCommit = { query: (sql: Sql) => asyncCommitPool().query(sql) };
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

/**
 * Count one use (or `points` uses) of a limit for a caller, outside any transaction, and return what is left of it;
 * undefined when it could not be counted. Refuses with `error.tooMany` above it.
 */
export async function countUse(limit: Limit, caller: string, points = 1): Promise<QuotaLeft | undefined> {
  const counted = await unlessRefused(
    limit,
    limiterOf(limit, limit.onFailure === "open" ? withAsyncCommit : apart).consume(caller, points),
  );
  if (!counted) return undefined;
  const { name, points: all, seconds } = limit;
  return { quota: { name, points: all, seconds }, left: counted.remainingPoints, seconds: secondsOf(counted, limit) };
}

const secondsOf = ({ msBeforeNext }: Partial<RateLimiterRes>, { seconds }: Limit) =>
  Math.ceil((msBeforeNext ?? seconds * 1_000) / 1_000);

/**
 * Count one use inside the running transaction, for limits on what it creates: a rollback takes the count back. The
 * counter's row stays locked until the commit, so call it last. A counter that fails refuses.
 */
export async function countUseWithin(limit: Limit & { onFailure: "closed" }, caller: string): Promise<void> {
  if (!inTransaction()) throw new Error(`${limit.name} is counted inside the transaction of what it limits`);
  await unlessRefused(limit, limiterOf(limit, within).consume(caller));
}

/** Refuse a caller whose limit is used up. It only reads, so that turning away a flood of requests is cheap. */
export async function refuseUsedUp(limit: Limit, caller: string): Promise<void> {
  const used = limiterOf(limit, apart).get(caller);
  await unlessRefused(
    limit,
    used.then((uses) => {
      if (uses && uses.consumedPoints >= limit.points) throw uses;
    }),
  );
}

async function unlessRefused<T>(limit: Limit, answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (refused) {
    if (refused instanceof Error) {
      log.error({ err: refused, limit: limit.name }, "rate limit not counted");
      if (limit.onFailure === "open") return undefined;
    }
    const { name, points, seconds } = limit;
    const wait = secondsOf(refused as Partial<RateLimiterRes>, limit);
    throw limited("error.tooMany", { seconds: wait }, { name, points, seconds });
  }
}

/** Delete counters whose window is over (a nightly job). */
export const clearOldLimits = () => queryOn(pool(), sql`delete from rate_limits where expire < ${Date.now()}`);
