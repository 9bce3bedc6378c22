import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { unavailable } from "../errors.ts";
import { log } from "../log.server.ts";

/** PostgreSQL's codes while it starts, recovers or shuts down, and the system's codes for a lost connection. */
const codes = /^(08\d{3}|57P0[1-5]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;
/** Errors of the driver itself, which have no code. */
const words = /^(Connection terminated|timeout expired|Client has encountered a connection error|Client was closed)/;

/**
 * Turn a database outage into `unavailable`, so that the caller may retry; other errors stay as they are. Whether a
 * COMMIT that lost its connection took effect is unknown; repeating with the same Idempotency-Key finds out.
 */
export function asUnavailable(error: unknown): unknown {
  if (!isUnavailable(error)) return error;
  log.warn({ reason: (error as Error).message }, "the database is away");
  return Object.assign(unavailable("error.unavailable"), { cause: error });
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === "DomainError") return false;
  const { code, message, cause } = error as Error & { code?: string };
  return (code !== undefined && codes.test(code)) || words.test(message) || isUnavailable(cause);
}

/**
 * Wait until the database accepts connections, so that a process started during crash recovery waits instead of
 * restarting with growing pauses. A wrong address, role or password fails at once.
 */
export async function databaseIsThere(url: string, withinMs = 60_000): Promise<void> {
  const until = performance.now() + withinMs;
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on("error", () => {});
    try {
      return void (await client.connect());
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > until) throw error;
      if (tries === 0) log.warn({ reason: (error as Error).message }, "waiting for the database");
      await pause(250);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
