import { RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import { pool } from "./db.server.ts";
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

const limiters = new Map<string, { pool: unknown; limiter: RateLimiterPostgres }>();

function limiterOf({ name, points, seconds }: Limit) {
  const id = `${name}:${points}:${seconds}`;
  const known = limiters.get(id);
  if (known?.pool === pool()) return known.limiter;
  const limiter = new RateLimiterPostgres({
    storeClient: pool(),
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    clearExpiredByTimeout: false,
  });
  limiters.set(id, { pool: pool(), limiter });
  return limiter;
}

/** Count one use of a limit for a caller; refuses with `error.tooMany` above it. Counted outside any transaction. */
export async function countUse(limit: Limit, caller: string) {
  try {
    await limiterOf(limit).consume(caller);
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
