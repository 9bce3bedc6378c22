import { pino } from "pino";
import { env } from "./env.server.ts";
import { repeatLimiter } from "./said-again.ts";

/** Field names that hold personal data or secrets; their values never reach a log line. */
const secretNames = [
  "phone", "mobile_number", "mobile", "otp", "proof", "token", "password", "authorization", "cookie", "signature",
  "aadhar", "aadhar_number", "pan_number", "panNumber", "name", "address", "email", "code", "happyCode", "unhappyCode",
]; // biome-ignore format: one list

/** Fields of an error that hold the refused row, the statement or the text that could not be read. */
const quoting = ["detail", "where", "hint", "internalQuery", "query", "sql", "parameters", "params", "input"];

/**
 * An error's text without the values in it: quoted rows, phone numbers, and everything from the first quotation mark to
 * the last, because PostgreSQL, JSON and the schemas quote what they refuse.
 */
export const plainWords = (text: string) =>
  text
    .replace(/(-? ?detail: |Failing row contains |Key \().*/gs, "[row]")
    .replace(/["'].*["']/s, "'…'")
    .replace(/(?<!\d)(\+?91|0)?[6-9]\d{9}(?!\d)/g, "[phone]");

/** PostgreSQL's five characters, and the names of the system's errors; any other `code` may be somebody's. */
const isSqlstate = (code: unknown): code is string => typeof code === "string" && /^(?=.*\d)[\dA-Z]{5}$/.test(code);
const isSystemCode = (code: unknown): code is string =>
  typeof code === "string" && /^[A-Z]{4,}\d?(_[\dA-Z]+)*$/.test(code);

/** The code of an error under a name of its own, because a field named `code` is redacted like a customer's. */
export function codeWords(code: unknown): { sqlstate?: string; reason?: string } {
  if (isSqlstate(code)) return { sqlstate: code };
  return isSystemCode(code) ? { reason: code } : {};
}

/** The calls a stack names, without the message above them. */
const callsIn = (stack: string) =>
  stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");

/** A serialized error in the form it may be logged, with the errors in it; other objects in it may hold anything and go. */
function errorWords(serialized: Record<string, unknown>): Record<string, unknown> {
  const words: Record<string, unknown> = codeWords(serialized.code);
  for (const [name, value] of Object.entries(serialized)) {
    if (name === "code" || quoting.includes(name)) continue;
    if (name === "stack") words.stack = callsIn(String(value));
    else if (typeof value === "string") words[name] = plainWords(value);
    else if (Array.isArray(value)) words[name] = value.filter(isSerialized).map(errorWords);
    else if (isSerialized(value)) words[name] = errorWords(value);
    else if (typeof value !== "object") words[name] = value;
  }
  return words;
}
const isSerialized = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && "stack" in value && "message" in value;

/** What may be logged of whatever was thrown. */
const thrownWords = (thrown: unknown) =>
  thrown instanceof Error ? errorWords({ ...pino.stdSerializers.err(thrown) }) : { type: typeof thrown };

/** What makes two lines the same: their words, their kind of error and what it was about, without numbers. */
function sameness(args: readonly unknown[]): string {
  const [facts, words] = args;
  if (typeof facts !== "object" || facts === null) return String(facts);
  const { err, error, message, code, job, provider, route } = facts as Record<string, unknown>;
  const { name, message: errorMessage, code: of } = (err ?? {}) as Record<string, unknown>;
  return [words, name, errorMessage, of, error, message, code, job, provider, route]
    .map((part) =>
      String(part ?? "")
        .replace(/[\da-f]{8}-[\da-f-]{27}|\d+/g, "#")
        .slice(0, 200),
    )
    .join(" ")
    .trim();
}

const repeats = repeatLimiter((what, repeated) =>
  log.warn({ repeated, what: plainWords(what) }, "the same was said again and kept back"),
);
const isCount = (facts: unknown) => typeof facts === "object" && facts !== null && "repeated" in facts;
const warn = pino.levels.values.warn!;

/**
 * The process's log: JSON lines, redacted, on stderr, so that stdout holds only a command's data. Of a warning or an error
 * that comes again and again a few lines are written and then its count.
 */
export const log = pino(
  {
    level: env.logLevel,
    base: { pid: process.pid },
    serializers: { err: thrownWords },
    hooks: {
      logMethod(args, write, level) {
        if (level < warn || isCount(args[0]) || repeats.may(sameness(args))) write.apply(this, args);
      },
    },
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
