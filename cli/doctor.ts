import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { env } from "#modules/kernel/env.server.ts";
import { addresses } from "#modules/kernel/roles.server.ts";
import { findEmbedded } from "./embedded.ts";
import { Failed, type GlobalOptions, painted, show } from "./run.ts";

type Finding = { check: string; ok: boolean; found: string; advice?: string };

const leastFreeBytes = 1024 ** 3;
const mostSkewMs = 2_000;
const mostQueueMinutes = 5;

/** Look at everything the product stands on; each line says what was found and, if it is wrong, what to do. */
export async function doctor(options: GlobalOptions & { browser?: boolean }) {
  // A configuration that cannot be used has ended the process with code 78 before this line.
  const findings: Finding[] = [configuration(), runtime(), ...disks()];
  findings.push(...(await database()));
  if (options.browser) findings.push(await browser());
  const failed = findings.filter(({ ok }) => !ok).length;
  const lines = findings.map(({ check, ok, found, advice }) => {
    const mark = ok ? painted("green", "ok    ", options) : painted("red", "failed", options);
    return `${mark}  ${check.padEnd(14)}${found}${ok || !advice ? "" : `\n${" ".repeat(22)}→ ${advice}`}`;
  });
  show(
    { ok: failed === 0, findings },
    [...lines, failed === 0 ? "All is well." : `${failed} failed.`].join("\n"),
    options,
  );
  if (failed > 0) throw new Failed();
}

const configuration = (): Finding => ({
  check: "configuration",
  ok: true,
  found: `${env.nodeEnv}${env.sandbox ? ", sandbox (no message or payment leaves this machine)" : ""}, ${env.publicUrl}`,
});

function runtime(): Finding {
  const [major = 0] = process.versions.node.split(".").map(Number);
  return {
    check: "node",
    ok: major >= 24,
    found: process.version,
    advice: "run it through npm, which brings its own Node 24",
  };
}

function disks(): Finding[] {
  return [
    { check: "data folder", place: env.dataDir },
    { check: "blob folder", place: env.blobDir },
  ].map(({ check, place }) => {
    try {
      fs.mkdirSync(place, { recursive: true });
      fs.accessSync(place, fs.constants.W_OK);
      const { bavail, bsize } = fs.statfsSync(place);
      const free = bavail * bsize;
      const found = `${place}, ${(free / 1024 ** 3).toFixed(1)} GB free`;
      return { check, ok: free >= leastFreeBytes, found, advice: "make room: at least 1 GB" };
    } catch (error) {
      return {
        check,
        ok: false,
        found: (error as Error).message,
        advice: `make ${place} a folder this user can write to`,
      };
    }
  });
}

async function database(): Promise<Finding[]> {
  const given = Boolean(env.databaseUrl || env.ownerDatabaseUrl);
  const embedded = given ? undefined : findEmbedded(env.dataDir);
  const url = given
    ? env.ownerDatabaseUrl
      ? env.databaseUrl
      : await reachable(addresses().app, env.databaseUrl)
    : embedded;
  if (!url)
    return [
      {
        check: "database",
        ok: false,
        found: "the embedded PostgreSQL is not running",
        advice: "npm run demo starts it, or set DATABASE_URL",
      },
    ];
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return [
      await version(client),
      await clock(client),
      await migrations(url),
      await queue(client),
      await ledger(client, url),
      await payments(client),
      await messages(client),
    ];
  } catch (error) {
    const found = (error as Error).message || (error as { code?: string }).code || "no answer";
    return [{ check: "database", ok: false, found, advice: "is it running, and is DATABASE_URL right?" }];
  } finally {
    await client.end().catch(() => {});
  }
}

/** With one address given the application's role may not be made yet: then the doctor looks as the owner. */
async function reachable(first: string, second: string): Promise<string> {
  const client = new pg.Client({ connectionString: first, connectionTimeoutMillis: 5_000 });
  const opened = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => {});
  return opened ? first : second;
}

async function version(client: pg.Client): Promise<Finding> {
  const asked = await client.query(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name, current_user as role",
  );
  const { number, name, role } = asked.rows[0];
  return {
    check: "database",
    ok: number >= 150_000,
    found: `PostgreSQL ${name} as ${role}`,
    advice: "PostgreSQL 15 or newer is needed",
  };
}

async function clock(client: pg.Client): Promise<Finding> {
  let skew = Number.POSITIVE_INFINITY;
  // The smallest of a few readings: a slow answer looks like a wrong clock.
  for (let reading = 0; reading < 3; reading++) {
    const before = Date.now();
    const asked = await client.query("select extract(epoch from clock_timestamp()) * 1000 as at");
    const middle = (before + Date.now()) / 2;
    skew = Math.min(skew, Math.abs(Number(asked.rows[0].at) - middle));
    await pause(10);
  }
  return {
    check: "clock",
    ok: skew <= mostSkewMs,
    found: `${Math.round(skew)} ms apart from the database's`,
    advice: "set both machines' clocks by NTP: one-time passwords and reservations end by them",
  };
}

async function migrations(url: string): Promise<Finding> {
  const { status } = await import("#modules/kernel/migrate.server.ts");
  const { executed, pending } = await status(url);
  const found = `${executed.length} run, ${pending.length} waiting${pending.length > 0 ? `: ${pending.join(", ")}` : ""}`;
  return { check: "migrations", ok: pending.length === 0, found, advice: "npm run cli -- migrate up" };
}

async function queue(client: pg.Client): Promise<Finding> {
  const check = "queue";
  const { jobs } = await import("#modules/index.ts");
  const there = await client.query("select to_regclass('pgboss.job') is not null as yes");
  if (!there.rows[0].yes) return { check, ok: false, found: "not installed", advice: "npm run cli -- migrate up" };
  const names = new Set((await client.query("select name from pgboss.queue")).rows.map((row) => row.name));
  const absent = jobs.filter((job) => !names.has(job.name)).map((job) => job.name);
  if (absent.length > 0)
    return { check, ok: false, found: `no queue for ${absent.join(", ")}`, advice: "npm run cli -- migrate up" };
  const asked = await client.query(
    `select count(*) filter (where state in ('created', 'retry'))::int as waiting,
            count(*) filter (where state = 'failed')::int as failed,
            coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after < now())) / 60, 0)::int as minutes
       from pgboss.job`,
  );
  const { waiting, failed, minutes } = asked.rows[0];
  const found = `${jobs.length} queues, ${waiting} waiting (oldest due ${minutes} min ago), ${failed} failed`;
  return { check, ok: minutes <= mostQueueMinutes, found, advice: "is a worker running? npm run worker" };
}

/** Every promise of the ledger, not only its sum: it reads whole tables, as an auditor would. */
async function ledger(client: pg.Client, url: string): Promise<Finding> {
  const check = "ledger";
  const there = await client.query("select to_regclass('public.entries') is not null as yes");
  if (!there.rows[0].yes) return { check, ok: true, found: "no entries yet" };
  const { connect, disconnect, unitOfWork } = await import("#modules/kernel/db.server.ts");
  const { entities } = await import("#modules/index.ts");
  const { ledgerFaults } = await import("#modules/wallet/index.ts");
  await connect({ url, entities, poolSize: 1 });
  try {
    const faults = await unitOfWork(ledgerFaults);
    const broken = faults.map(({ rule, count, examples }) => `not so: ${rule} (${count}, such as ${examples[0]})`);
    return {
      check,
      ok: faults.length === 0,
      found: broken.join("; ") || "balances, and every paid order is in it once",
      advice: "stop charging and look at these transfers",
    };
  } finally {
    await disconnect();
  }
}

/** What people must see to at the provider: refunds it refused, and money in a currency no account of ours can hold. */
async function payments(client: pg.Client): Promise<Finding> {
  const check = "payments";
  const there = await client.query("select to_regclass('public.refunds') is not null as yes");
  if (!there.rows[0].yes) return { check, ok: true, found: "none yet" };
  const asked = await client.query(
    `select (select count(*)::int from refunds where status = 'failed') as refused,
            (select count(*)::int from history where event = 'order.paymentHeld' and at > now() - interval '30 days') as held`,
  );
  const { refused, held } = asked.rows[0];
  return {
    check,
    ok: refused + held === 0,
    found: `${refused} refunds refused by the provider, ${held} payments in another currency within 30 days`,
    advice: "look at them at the provider: refused refunds are tried again by themselves, other currencies by hand",
  };
}

const mostQueuedMinutes = 30;

/** Whether anything that was to be told was not: given up, waiting for too long, or lost before it became a message. */
async function messages(client: pg.Client): Promise<Finding> {
  const check = "messages";
  const there = await client.query(
    "select 1 from information_schema.columns where table_name = 'messages' and column_name = 'alerted_at'",
  );
  if (there.rows.length === 0) return { check, ok: true, found: "none yet" };
  const asked = await client.query(
    `select (select count(*)::int from messages where status = 'given_up' and created_at > now() - interval '1 day') as lost,
            (select count(*)::int from messages where status = 'failed' and created_at > now() - interval '1 day') as failed,
            (select coalesce(extract(epoch from now() - min(claimed_at)) / 60, 0)::int from messages where status = 'queued') as minutes,
            (select count(*)::int from pgboss.job where state = 'failed' and name like 'notifications.%') as dead`,
  );
  const { lost, failed, minutes, dead } = asked.rows[0];
  return {
    check,
    ok: lost + dead === 0 && minutes <= mostQueuedMinutes,
    found: `${lost} given up and ${failed} not delivered in a day, the oldest queued ${minutes} min, ${dead} jobs lost`,
    advice: "npm run cli -- messages --state given_up shows why; `messages retry <id> --yes` sends one again",
  };
}

async function browser(): Promise<Finding> {
  // Loaded by its place: the tests' own file, which a production install does not have to bring.
  const { findBrowser, howToGetOne } = await import(path.join(env.root, "app", "e2e", "browser.ts"));
  const found = await findBrowser();
  return { check: "browser", ok: found !== undefined, found: found?.executablePath ?? "none", advice: howToGetOne };
}
