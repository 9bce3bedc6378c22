import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { unavailable } from "./errors.ts";
import { log } from "./log.server.ts";

/** What PostgreSQL says while it starts, recovers or shuts down, and what the system says of a cut connection. */
const codes = /^(08\d{3}|57P0[1-5]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;
/** The driver's own words have no code. */
const words = /^(Connection terminated|timeout expired|Client has encountered a connection error|Client was closed)/;

/**
 * An error of a database that is away for a moment, as a refusal: the caller may try again, and nothing is wrong with
 * the request. Whether a cut commit has happened nobody knows; an Idempotency-Key finds out. Other errors stay as they are.
 */
export function asAway(error: unknown): unknown {
  if (!isAway(error)) return error;
  log.warn({ reason: (error as Error).message }, "the database is away");
  return Object.assign(unavailable("error.unavailable"), { cause: error });
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === "DomainError") return false;
  const { code, message, cause } = error as Error & { code?: string };
  return (code !== undefined && codes.test(code)) || words.test(message) || isAway(cause);
}

/**
 * Wait until a database takes connections: a process that starts while it recovers from a crash starts with it, instead
 * of dying again and again with growing pauses. A wrong address, role or password fails at once.
 */
export async function databaseIsThere(url: string, withinMs = 60_000): Promise<void> {
  const until = performance.now() + withinMs;
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on("error", () => {});
    try {
      return void (await client.connect());
    } catch (error) {
      if (!isAway(error) || performance.now() > until) throw error;
      if (tries === 0) log.warn({ reason: (error as Error).message }, "waiting for the database");
      await pause(250);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
