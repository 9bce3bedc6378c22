import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Finding } from "./finding.ts";

/* The database itself: its version, who may change its schema, its clock and its migrations. */

const mostSkewMs = 2_000;

export async function version(client: pg.Client): Promise<Finding> {
  const result = await client.query(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name, current_user as role",
  );
  const { number, name, role } = result.rows[0];
  return {
    check: "database",
    ok: number >= 150_000,
    found: `PostgreSQL ${name} as ${role}`,
    advice: "PostgreSQL 15 or newer is needed",
  };
}

/**
 * Whether running processes could change the schema: only migrations need the owner, no long-running process may have
 * it.
 */
export async function rights(client: pg.Client): Promise<Finding> {
  const check = "rights";
  const result = await client.query<{ role: string; mine: boolean }>(
    `select usename as role, pid = pg_backend_pid() as mine from pg_stat_activity
      where datname = current_database() and usename is not null
        and has_schema_privilege(usename, 'public', 'create')`,
  );
  const [own] = result.rows.filter(({ mine }) => mine);
  const others = new Set(result.rows.filter(({ mine }) => !mine).map(({ role }) => role));
  if (own)
    return {
      check,
      ok: false,
      found: `${own.role} may change the schema`,
      advice: "run `npm run cli -- migrate up` as the owner: it makes the application's role, which web and worker use",
    };
  if (others.size === 0) return { check, ok: true, found: "nobody who is connected may change the schema" };
  return {
    check,
    ok: true,
    look: true,
    found: `connected now as ${[...others].join(", ")}, who may change the schema`,
    advice: "a migration or a person does so for a moment; web and worker never: start them with npm start",
  };
}

export async function clock(client: pg.Client): Promise<Finding> {
  let skew = Number.POSITIVE_INFINITY;
  // The smallest of several readings: a slow answer would look like a wrong clock.
  for (let reading = 0; reading < 3; reading++) {
    const before = Date.now();
    const result = await client.query("select extract(epoch from clock_timestamp()) * 1000 as at");
    const middle = (before + Date.now()) / 2;
    skew = Math.min(skew, Math.abs(Number(result.rows[0].at) - middle));
    await pause(10);
  }
  return {
    check: "clock",
    ok: skew <= mostSkewMs,
    found: `${Math.round(skew)} ms apart from the database's`,
    advice: "set both machines' clocks by NTP: one-time passwords and reservations end by them",
  };
}

export async function migrations(url: string): Promise<Finding> {
  const { status } = await import("#modules/kernel/schema-state.server.ts");
  const { executed, pending } = await status(url);
  const summary = `${executed.length} run, ${pending.length} waiting${pending.length > 0 ? `: ${pending.join(", ")}` : ""}`;
  return { check: "migrations", ok: pending.length === 0, found: summary, advice: "npm run cli -- migrate up" };
}
