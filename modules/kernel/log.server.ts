import { pino } from "pino";
import { env } from "./env.server.ts";

/** Field names that hold personal data or secrets; their values never reach a log line. */
const secretNames = [
  "phone", "mobile_number", "mobile", "otp", "proof", "token", "password", "authorization", "cookie", "signature",
  "aadhar", "aadhar_number", "pan_number", "panNumber", "name", "address", "email", "code", "happyCode", "unhappyCode",
]; // biome-ignore format: one list

/** PostgreSQL quotes the refused row in these fields of an error, so they are removed. */
const quoting = ["detail", "where", "hint", "internalQuery", "query", "sql", "parameters", "params"];

/** An error's text without quoted rows and phone numbers. */
const plainWords = (text: string) =>
  text
    .replace(/(-? ?detail: |Failing row contains |Key \().*/g, "[row]")
    .replace(/(?<!\d)(\+?91|0)?[6-9]\d{9}(?!\d)/g, "[phone]");

/** An error in the form it may be logged; the text includes its cause. */
function errorWords(error: Error) {
  const told: Record<string, unknown> = { ...pino.stdSerializers.err(error) };
  for (const name of quoting) delete told[name];
  for (const [name, value] of Object.entries(told)) if (typeof value === "string") told[name] = plainWords(value);
  return told;
}

/** The process's log: JSON lines, redacted, on stderr, so that stdout holds only a command's data. */
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
 * The log of answered requests. Its fields are fixed and hold no personal data, so redaction is skipped for speed;
 * lines are buffered, so a killed process loses the last moment of them.
 */
export const requestLog = pino(
  { level: env.logLevel, base: { pid: process.pid } },
  pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 200 }),
);
