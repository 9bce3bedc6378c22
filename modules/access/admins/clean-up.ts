import { day, fromNow, hour } from "#modules/kernel/clock.ts";
import { pool } from "#modules/kernel/db/db.server.ts";
import { clearOldLimits } from "#modules/kernel/db/limits.server.ts";
import { defineSchedule } from "#modules/kernel/work/jobs.server.ts";
import { knownBrowserLifeMs } from "../sessions/known-browsers.ts";

const sessionsOver = "delete from sessions where (expires_at < $1 or ended_at < $1)";

/** What is deleted each hour, and how long after its end. A phone's limits count back one day. */
const forgotten = [
  { sql: "delete from otps where created_at < $1", afterMs: 2 * day },
  { sql: "delete from password_resets where created_at < $1", afterMs: day },
  { sql: "delete from otp_proofs where expires_at < $1", afterMs: day },
  { sql: `${sessionsOver} and (via = 'token' or kind = 'visitor')`, afterMs: 7 * day },
  { sql: sessionsOver, afterMs: knownBrowserLifeMs },
  { sql: "delete from visitor_phones where proved_at < $1", afterMs: 90 * day },
  { sql: "delete from admin_pending_sign_ins where expires_at < $1", afterMs: day },
  { sql: "delete from sign_in_tries where last_at < $1", afterMs: 2 * day },
  // A stored answer may hold a customer's name and phone, and is gone within 24 hours of an erasure (R13).
  { sql: "delete from idempotency_keys where created_at < $1", afterMs: 23 * hour },
  { sql: "delete from refused_forms where expires_at < $1", afterMs: 0 },
] as const;

/**
 * Delete expired codes, proofs, unconfirmed passwords, sessions, tries, idempotency keys, refused forms and counters.
 */
export async function cleanUp(): Promise<void> {
  for (const { sql, afterMs } of forgotten) await pool().query(sql, [fromNow(-afterMs)]);
  await clearOldLimits();
}

/** Each hour, so that what may be kept for a day is not kept for two. */
export const cleanUpHourly = defineSchedule({ name: "access.cleanUp", cron: "20 * * * *", run: cleanUp, retries: 8 });
