import { sql } from "kysely";
import { day, fromNow, hour } from "#modules/kernel/clock.ts";
import { pool } from "#modules/kernel/db/db.server.ts";
import { clearOldLimits } from "#modules/kernel/db/limits.server.ts";
import { queryOn, type Sql } from "#modules/kernel/db/sql.ts";
import { defineSchedule } from "#modules/kernel/work/jobs.server.ts";
import { knownBrowserLifeMs } from "../sessions/known-browsers.ts";

const sessionsOver = (before: Date) => sql`delete from sessions where (expires_at < ${before} or ended_at < ${before})`;

/** What is deleted each hour, and how long after its end. A phone's limits count back one day. */
const deletions: { afterMs: number; of: (before: Date) => Sql }[] = [
  { afterMs: 2 * day, of: (before) => sql`delete from otps where created_at < ${before}` },
  { afterMs: day, of: (before) => sql`delete from password_resets where created_at < ${before}` },
  { afterMs: day, of: (before) => sql`delete from otp_proofs where expires_at < ${before}` },
  { afterMs: 7 * day, of: (before) => sql`${sessionsOver(before)} and (via = 'token' or kind = 'visitor')` },
  { afterMs: knownBrowserLifeMs, of: sessionsOver },
  { afterMs: 90 * day, of: (before) => sql`delete from visitor_phones where proved_at < ${before}` },
  { afterMs: day, of: (before) => sql`delete from admin_pending_sign_ins where expires_at < ${before}` },
  { afterMs: 2 * day, of: (before) => sql`delete from sign_in_tries where last_at < ${before}` },
  // A stored answer may hold a customer's name and phone, and is gone within 24 hours of an erasure (R13).
  { afterMs: 23 * hour, of: (before) => sql`delete from idempotency_keys where created_at < ${before}` },
  { afterMs: 0, of: (before) => sql`delete from refused_forms where expires_at < ${before}` },
];

/**
 * Delete expired codes, proofs, unconfirmed passwords, sessions, tries, idempotency keys, refused forms and counters.
 */
export async function cleanUp(): Promise<void> {
  for (const { afterMs, of } of deletions) await queryOn(pool(), of(fromNow(-afterMs)));
  await clearOldLimits();
}

/** Each hour, so that what may be kept for a day is not kept for two. */
export const cleanUpHourly = defineSchedule({ name: "access.cleanUp", cron: "20 * * * *", run: cleanUp, retries: 8 });
