import type pg from "pg";
import { centerState } from "#modules/centers/shared.ts";
import { hour, now } from "#modules/kernel/clock.ts";
import { env } from "#modules/kernel/env.server.ts";
import type { Ask, Finding } from "./finding.ts";

/* What is stored: backups of it, sealed values and the secrets they need, and centers that wait to be verified. */

/** Whether everything encrypted can be read, and how much of it still needs a retired secret. */
export async function keys(client: pg.Client, ask: Ask): Promise<Finding> {
  const check = "keys";
  const there = await client.query(
    "select 1 from information_schema.columns where table_name = 'blobs' and column_name = 'sealed_key'",
  );
  if (there.rows.length === 0) return { check, ok: true, found: "nothing sealed yet" };
  const { leftToReseal } = await import("#modules/kernel/secrets/reseal.server.ts");
  const { howToDrop } = await import("../keys.ts");
  const places = await ask(leftToReseal);
  const left = places.reduce((sum, place) => sum + place.left, 0);
  const unknown = places.reduce((sum, place) => sum + place.unknown, 0);
  const retired = env.previousSecrets.length;
  const next = left === 0 && retired > 0 ? `. ${howToDrop()}` : "";
  return {
    check,
    ok: unknown === 0,
    found: `${left} left to be sealed anew, ${unknown} of them unreadable; ${retired} retired secret(s) known${next}`,
    advice: "the secret they were sealed with is missing: list it in APP_SECRET_PREVIOUS",
  };
}

/** Centers nobody has verified yet: each may accept only a limited number of requests a day. */
export async function centers(client: pg.Client): Promise<Finding> {
  const check = "centers";
  const there = await client.query(
    "select 1 from information_schema.columns where table_name = 'centers' and column_name = 'verified_at'",
  );
  if (there.rows.length === 0) return { check, ok: true, found: "none yet" };
  const result = await client.query(
    `select count(*)::int as n from centers where is_active = ${centerState.ACTIVE} and verified_at is null`,
  );
  const { n } = result.rows[0];
  const summary =
    n === 0 ? "every active one is verified" : `${n} active ones wait: npm run cli -- centers list --unverified`;
  return { check, ok: true, found: summary };
}

/** A night may pass over midday: one that was made at its hour is never this old. */
const mostBackupAge = 36 * hour;

/** Whether the newest backup is young enough; an installation that is younger than that may have none. */
export async function backups(client: pg.Client, ask: Ask): Promise<Finding> {
  const check = "backup";
  const there = await client.query<{ began: Date | null }>(
    "select min(executed_at) as began from mikro_orm_migrations where to_regclass('public.history') is not null",
  );
  const { began } = there.rows[0]!;
  if (!began) return { check, ok: true, found: "nothing to keep yet" };
  const { newestBackup } = await import("#modules/installation/index.ts");
  const newest = await ask(newestBackup);
  const since = now().getTime() - (newest?.at ?? began).getTime();
  const place = !newest?.to ? "" : newest.to === "-" ? ", written to stdout" : `, written to ${newest.to}`;
  return {
    check,
    // A sandbox holds nobody's data.
    ok: since <= mostBackupAge || env.sandbox,
    look: !newest && !env.sandbox,
    found: newest ? `the newest is ${Math.floor(since / hour)} hours old${place}` : "none was ever made",
    advice:
      "start gharseva-backup.timer (or Compose's backup), and look at the log of the last one: it says why it failed",
  };
}
