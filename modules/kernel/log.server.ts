import { pino } from "pino";
import { env } from "./env.server.ts";

/** Personal data and secrets by the names they travel under; they never reach a log line. */
const secretNames = [
  "phone", "mobile_number", "mobile", "otp", "proof", "token", "password", "authorization", "cookie", "signature",
  "aadhar", "aadhar_number", "pan_number", "name", "address", "email", "code", "happyCode", "unhappyCode",
]; // biome-ignore format: one list

/** What the database says of a refused row quotes the row itself; these fields of its errors stay out of the log. */
const quoting = ["detail", "where", "hint", "internalQuery", "query", "sql", "parameters", "params"];

/** Words of an error without quoted rows and without phone numbers. */
const plainWords = (text: string) =>
  text
    .replace(/(-? ?detail: |Failing row contains |Key \().*/g, "[row]")
    .replace(/(?<!\d)(\+?91|0)?[6-9]\d{9}(?!\d)/g, "[phone]");

/** An error as it may be logged; its cause is among its words. */
function errorWords(error: Error) {
  const told: Record<string, unknown> = { ...pino.stdSerializers.err(error) };
  for (const name of quoting) delete told[name];
  for (const [name, value] of Object.entries(told)) if (typeof value === "string") told[name] = plainWords(value);
  return told;
}

/** The process's log: JSON lines, redacted. On stderr, so that a command's data stays alone on stdout. */
export const log = pino(
  {
    level: env.logLevel,
    base: { pid: process.pid },
    serializers: { err: errorWords },
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
  },
  pino.destination({ dest: 2, sync: false }),
);

/**
 * The log of answered requests. Its fields are known beforehand and none is anybody's, so nothing is looked for in
 * them; its lines are gathered, so that a process killed outright takes the last moment of them along.
 */
export const requestLog = pino(
  { level: env.logLevel, base: { pid: process.pid } },
  pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 200 }),
);
