import { z } from "zod";
import { day, fromNow } from "../kernel/clock.ts";
import { pool } from "../kernel/db.server.ts";
import { defineJob, type Schedule } from "../kernel/jobs.server.ts";
import { clearOldLimits } from "../kernel/limits.server.ts";

/** What is forgotten each night, and how long after it was over. The limits of a phone look back one day. */
const forgotten = [
  { sql: "delete from otps where created_at < $1", afterMs: 2 * day },
  { sql: "delete from password_resets where created_at < $1", afterMs: day },
  { sql: "delete from otp_proofs where expires_at < $1", afterMs: day },
  { sql: "delete from sessions where expires_at < $1 or ended_at < $1", afterMs: 7 * day },
  { sql: "delete from visitor_phones where proved_at < $1", afterMs: 90 * day },
  { sql: "delete from sign_in_tries where last_at < $1", afterMs: 2 * day },
  // A kept reply may hold a customer's name and number; nobody sends a request again after a day.
  { sql: "delete from idempotency_keys where created_at < $1", afterMs: day },
] as const;

/** Forget codes, proofs, passwords nobody proved, sessions, tries, idempotency keys and counters that can matter no more. */
export async function cleanUp(): Promise<void> {
  for (const { sql, afterMs } of forgotten) await pool().query(sql, [fromNow(-afterMs)]);
  await clearOldLimits();
}

export const cleanUpNightly = defineJob({ name: "access.cleanUp", payload: z.strictObject({}), run: cleanUp });

/** 03:20 in India, when few people book. */
export const cleanUpSchedule: Schedule = { job: cleanUpNightly, cron: "20 3 * * *" };
