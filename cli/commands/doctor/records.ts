import type pg from "pg";
import { centerState } from "#modules/centers/shared.ts";
import { env } from "#modules/kernel/env.server.ts";
import type { Ask, Finding } from "./finding.ts";

/* What is stored: sealed values and the secrets they need, and centers that wait to be verified. */

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
  const asked = await client.query(
    `select count(*)::int as n from centers where is_active = ${centerState.ACTIVE} and verified_at is null`,
  );
  const { n } = asked.rows[0];
  const found =
    n === 0 ? "every active one is verified" : `${n} active ones wait: npm run cli -- centers list --unverified`;
  return { check, ok: true, found };
}
