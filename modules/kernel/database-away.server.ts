import { unavailable } from "./errors.ts";
import { log } from "./log.server.ts";

/** What PostgreSQL says while it starts, recovers or shuts down, and what the system says of a cut connection. */
const codes = /^(08\d{3}|57P0[1-5]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;
/** The driver's own words have no code. */
const words = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

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
