import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { centerState } from "#modules/centers/shared.ts";
import { appUrlFrom, workingAddresses } from "#modules/kernel/db/roles.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { makePrivateFolder } from "#modules/kernel/files/private-folder.server.ts";
import { untrustedProxyNote } from "#modules/kernel/untrusted-proxy.server.ts";
import { adminPhones, clientKeys } from "../doctor-access.ts";
import { findEmbedded } from "../embedded/embedded.ts";
import { Failed, type GlobalOptions, painted, show } from "../run.ts";

/** A finding with `look` is in order, but its advice should still be read. */
type Finding = { check: string; ok: boolean; look?: boolean; found: string; advice?: string };

const leastFreeBytes = 1024 ** 3;
const mostSkewMs = 2_000;
const mostMinutes = { queue: 5, messages: 30 } as const;

/** Checks everything the product depends on; each line says what was found and, if it is wrong, what to do. */
export async function doctor(options: GlobalOptions & { browser?: boolean }) {
  // An unusable configuration has ended the process with code 78 before this line.
  const findings: Finding[] = [configuration(), proxies(), runtime(), ...disks()];
  findings.push(await texts(), ...(await database()));
  if (options.browser) findings.push(await browser());
  const failed = findings.filter(({ ok }) => !ok).length;
  const lines = findings.map(({ check, ok, look, found, advice }) => {
    const well = look ? painted("yellow", "look  ", options) : painted("green", "ok    ", options);
    const mark = ok ? well : painted("red", "failed", options);
    return `${mark}  ${check.padEnd(14)}${found}${(ok && !look) || !advice ? "" : `\n${" ".repeat(22)}→ ${advice}`}`;
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

/** Anybody can send proxy headers, so ignored ones alone are not a fault. */
function proxies(): Finding {
  const check = "proxies";
  const note = untrustedProxyNote();
  if (!note) return { check, ok: true, found: `${env.trustProxy} may speak for others` };
  return {
    check,
    ok: true,
    look: true,
    found: `${note.peer} spoke for others at ${note.at} and was not believed`,
    advice: `if it is your proxy, name it in TRUST_PROXY (now ${env.trustProxy}): until then all its callers count as one`,
  };
}

function runtime(): Finding {
  const [major = 0] = process.versions.node.split(".").map(Number);
  return {
    check: "node",
    ok: major >= 24,
    found: process.version,
    advice: "run it through npm, which brings its own Node 24",
  };
}

/** Whether telecom operators deliver every text as it is registered; without it the web process does not start. */
async function texts(): Promise<Finding> {
  const { templateProblems } = await import("#modules/notifications/index.ts");
  const problems = templateProblems();
  const more = problems.length > 3 ? `; and ${problems.length - 3} more` : "";
  return {
    check: "texts",
    ok: problems.length === 0,
    found: problems.length === 0 ? "every message can be delivered" : `${problems.slice(0, 3).join("; ")}${more}`,
    advice: "npm run cli -- messages templates shows the texts to register; then DLT_REGISTER and MSG91_TEMPLATES",
  };
}

function disks(): Finding[] {
  return [
    { check: "data folder", place: env.dataDir },
    { check: "blob folder", place: env.blobDir },
  ].map(({ check, place }) => {
    try {
      if (place === env.blobDir) makePrivateFolder(place);
      else fs.mkdirSync(place, { recursive: true });
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
      : await reachable((await workingAddresses()).app, env.databaseUrl)
    : embedded && (await reachable(appUrlFrom(embedded), embedded));
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
      await rights(client),
      await clock(client),
      await migrations(url),
      await restored(client),
      await queue(client),
      await ledger(client, url),
      await keys(client, url),
      await payments(client),
      await deletions(client, url),
      await messages(client),
      await centers(client),
      await adminPhones(client, (question) => asModule(url, question)),
      await clientKeys(client, (question) => asModule(url, question)),
    ];
  } catch (error) {
    const found = (error as Error).message || (error as { code?: string }).code || "no answer";
    return [{ check: "database", ok: false, found, advice: "is it running, and is DATABASE_URL right?" }];
  } finally {
    await client.end().catch(() => {});
  }
}

/** With a single address the application's role may not exist yet: then the checks use the owner's address. */
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

/**
 * Whether running processes could change the schema: only migrations need the owner, no long-running process may have
 * it.
 */
async function rights(client: pg.Client): Promise<Finding> {
  const check = "rights";
  const asked = await client.query<{ role: string; mine: boolean }>(
    `select usename as role, pid = pg_backend_pid() as mine from pg_stat_activity
      where datname = current_database() and usename is not null
        and has_schema_privilege(usename, 'public', 'create')`,
  );
  const [own] = asked.rows.filter(({ mine }) => mine);
  const others = new Set(asked.rows.filter(({ mine }) => !mine).map(({ role }) => role));
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

async function clock(client: pg.Client): Promise<Finding> {
  let skew = Number.POSITIVE_INFINITY;
  // The smallest of several readings: a slow answer would look like a wrong clock.
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
  const { status } = await import("#modules/kernel/schema-state.server.ts");
  const { executed, pending } = await status(url);
  const found = `${executed.length} run, ${pending.length} waiting${pending.length > 0 ? `: ${pending.join(", ")}` : ""}`;
  return { check: "migrations", ok: pending.length === 0, found, advice: "npm run cli -- migrate up" };
}

/** Whether this is a restored copy that nobody has released: then nothing is sent and no queue is worked. */
async function restored(client: pg.Client): Promise<Finding> {
  const check = "restored";
  const there = await client.query("select to_regclass('public.restorations') is not null as yes");
  if (!there.rows[0].yes) return { check, ok: true, found: "never" };
  const asked = await client.query<{ at: Date }>(
    "select at from restorations where released_at is null order by at desc limit 1",
  );
  const [held] = asked.rows;
  return {
    check,
    ok: true,
    look: held !== undefined,
    found: held ? `a copy restored at ${held.at.toISOString()}, not released: it sends nothing` : "nothing is held",
    advice: "when it is to take over: npm run cli -- restore --release",
  };
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
  const which = failed > 0 ? ": npm run cli -- jobs list --state failed" : "";
  const found = `${jobs.length} queues, ${waiting} waiting (oldest due ${minutes} min ago), ${failed} failed${which}`;
  return { check, ok: minutes <= mostMinutes.queue, found, advice: "is a worker running? npm run worker" };
}

/** Asks a module's question over a connection of its own. */
async function asModule<T>(url: string, question: () => Promise<T>): Promise<T> {
  const { connect, disconnect, unitOfWork } = await import("#modules/kernel/db/db.server.ts");
  const { entities } = await import("#modules/index.ts");
  await connect({ url, entities, poolSize: 1 });
  try {
    return await unitOfWork(question);
  } finally {
    await disconnect();
  }
}

/** Checks every rule of the ledger, not only its sum; it reads whole tables, as an audit does. */
async function ledger(client: pg.Client, url: string): Promise<Finding> {
  const check = "ledger";
  const there = await client.query("select to_regclass('public.entries') is not null as yes");
  if (!there.rows[0].yes) return { check, ok: true, found: "no entries yet" };
  const { ledgerFaults } = await import("#modules/wallet/index.ts");
  const faults = await asModule(url, ledgerFaults);
  const broken = faults.map(({ rule, count, examples }) => `not so: ${rule} (${count}, such as ${examples[0]})`);
  return {
    check,
    ok: faults.length === 0,
    found: broken.join("; ") || "balances, and every paid order is in it once",
    advice: "stop charging and look at these transfers",
  };
}

/** Whether everything encrypted can be read, and how much of it still needs a retired secret. */
async function keys(client: pg.Client, url: string): Promise<Finding> {
  const check = "keys";
  const there = await client.query(
    "select 1 from information_schema.columns where table_name = 'blobs' and column_name = 'sealed_key'",
  );
  if (there.rows.length === 0) return { check, ok: true, found: "nothing sealed yet" };
  const { leftToReseal } = await import("#modules/kernel/secrets/reseal.server.ts");
  const { howToDrop } = await import("./keys.ts");
  const places = await asModule(url, leftToReseal);
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

/** What needs a person at the provider: refused refunds, and payments in a currency we have no account for. */
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

/** Deleted requests whose effects did not follow: a fee or a lead price that is still to be returned. */
async function deletions(client: pg.Client, url: string): Promise<Finding> {
  const check = "deletions";
  const there = await client.query(
    "select 1 from information_schema.columns where table_name = 'tickets' and column_name = 'deletion_final_at'",
  );
  if (there.rows.length === 0) return { check, ok: true, found: "none yet" };
  const { unsettledDeletions } = await import("#modules/tickets/index.ts");
  const { count, example } = await asModule(url, unsettledDeletions);
  return {
    check,
    ok: count === 0,
    found: count === 0 ? "all are settled" : `${count} deleted requests are not settled, such as ${example}`,
    advice: "the worker's log says what refused to return their money",
  };
}

/** Messages that were not sent: given up, pending for too long, or lost before a message row was written. */
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
    ok: lost + dead === 0 && minutes <= mostMinutes.messages,
    found: `${lost} given up and ${failed} not delivered in a day, the oldest queued ${minutes} min, ${dead} jobs lost`,
    advice: "npm run cli -- messages --state given_up shows why; `messages retry <id> --yes` sends one again",
  };
}

/** Centers nobody has verified yet: each may accept only a limited number of requests a day. */
async function centers(client: pg.Client): Promise<Finding> {
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

async function browser(): Promise<Finding> {
  // Imported by path: the file belongs to the browser tests, which a production install may not have.
  const { findBrowser, howToGetOne } = await import(path.join(env.root, "app", "e2e", "browser.ts"));
  const found = await findBrowser();
  return { check: "browser", ok: found !== undefined, found: found?.executablePath ?? "none", advice: howToGetOne };
}
