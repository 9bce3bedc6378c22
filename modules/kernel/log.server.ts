import { pino } from "pino";
import { env } from "./env.server.ts";
import { saidAgain } from "./said-again.ts";

/** Field names that hold personal data or secrets; their values never reach a log line. */
const secretNames = [
  "phone", "mobile_number", "mobile", "otp", "proof", "token", "password", "authorization", "cookie", "signature",
  "aadhar", "aadhar_number", "pan_number", "panNumber", "name", "address", "email", "code", "happyCode", "unhappyCode",
]; // biome-ignore format: one list

/** PostgreSQL quotes the refused row in these fields of an error, so they are removed. */
const quoting = ["detail", "where", "hint", "internalQuery", "query", "sql", "parameters", "params"];

/** An error's text without quoted rows and phone numbers. */
export const plainWords = (text: string) =>
  text
    .replace(/(-? ?detail: |Failing row contains |Key \().*/g, "[row]")
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

/** An error in the form it may be logged; the text includes its cause. */
function errorWords(error: Error) {
  const { code, ...rest } = pino.stdSerializers.err(error) as unknown as Record<string, unknown>;
  const told: Record<string, unknown> = { ...rest, ...codeWords(code) };
  for (const name of quoting) delete told[name];
  for (const [name, value] of Object.entries(told)) if (typeof value === "string") told[name] = plainWords(value);
  return told;
}

/** What makes two lines the same: their words, their kind of error and what it was about, without numbers. */
function sameness(args: readonly unknown[]): string {
  const [facts, words] = args;
  if (typeof facts !== "object" || facts === null) return String(facts);
  const { err, error, message, code, job, provider, route } = facts as Record<string, unknown>;
  const { name, message: said, code: of } = (err ?? {}) as Record<string, unknown>;
  return [words, name, said, of, error, message, code, job, provider, route]
    .map((part) =>
      String(part ?? "")
        .replace(/[\da-f]{8}-[\da-f-]{27}|\d+/g, "#")
        .slice(0, 200),
    )
    .join(" ")
    .trim();
}

const repeats = saidAgain((what, repeated) =>
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
    serializers: { err: errorWords },
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
