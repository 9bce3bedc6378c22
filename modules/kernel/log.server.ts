import { pino } from "pino";
import { env } from "./env.server.ts";

/** Personal data and secrets by the names they travel under; they never reach a log line. */
const secretNames = [
  "phone", "mobile_number", "mobile", "otp", "proof", "token", "password", "authorization", "cookie", "signature",
  "aadhar", "aadhar_number", "pan_number", "name", "address", "email", "code", "happyCode", "unhappyCode",
]; // biome-ignore format: one list

/** The process's log: JSON lines, redacted. On stderr, so that a command's data stays alone on stdout. */
export const log = pino(
  {
    level: env.logLevel,
    base: { pid: process.pid },
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
  },
  pino.destination({ dest: 2, sync: false }),
);
