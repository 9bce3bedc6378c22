import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedVolume } from "#modules/demo/index.ts";
import { checkBackup } from "#modules/installation/index.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { later } from "#modules/kernel/work/jobs.server.ts";
import { appUrl, asOwner, folder, openDatabase, ownerUrl } from "#modules/testing/database.ts";
import { anAdmin } from "#modules/testing/factories.ts";
import { renderInvoice } from "#modules/tickets/index.ts";
import { cli, cliWith, started } from "../../testing/command.ts";
import { ask, dropPlaces, empty, type Place } from "../../testing/places.ts";

openDatabase();

/* A drill on seeded data: a backup is made while the database works, and is brought back beside it. */

const backups = path.join(folder, "backups");
const whole = path.join(backups, "whole");
const tar = path.join(backups, "whole.tar");
/** Every table's rows as one sum, and everything that guards them. */
async function contentOf(url: string) {
  const tables = await ask<{ name: string }>(
    url,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relpersistence = 'p' and relname not in ('mikro_orm_migrations', 'restorations', 'history', 'sessions', 'otps')`,
  );
  const sumOf = (name: string, from: string) =>
    `select '${name}' as name, count(*)::int as n, md5(string_agg(t::text, '|' order by t::text)) as sum from ${from}`;
  return {
    rows: await ask(
      url,
      `${[
        ...tables.map(({ name }) => sumOf(name, `${name} t`)),
        // Sign-ins are ended by the restoration; all else of them is as it was.
        sumOf("sessions", "(select id, kind, subject_id, token_hash, expires_at from sessions) t"),
        sumOf("otps", "(select id, phone, code_hash, expires_at from otps) t"),
        sumOf("history", "history t where subject <> 'installation'"),
        sumOf("jobs", "pgboss.job t where state not in ('completed', 'cancelled')"),
      ].join(" union all ")} order by 1`,
    ),
    sequences: await ask(
      url,
      "select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1",
    ),
    triggers: await ask(
      url,
      "select tgrelid::regclass::text as place, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2",
    ),
    constraints: await ask(
      url,
      `select conrelid::regclass::text as place, conname, pg_get_constraintdef(oid) as definition, convalidated
         from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, 2`,
    ),
  };
}

const rowsOf = async (place: Place) =>
  (await ask<{ n: number }>(place.DATABASE_URL, "select count(*)::int as n from tickets"))[0]!.n;

let stored: { key: string }[] = [];
/** The copy of the first test, which the second goes on with. */
let restored: Place;

beforeAll(async () => {
  mkdirSync(backups, { recursive: true });
  await seedVolume({ tickets: 60, seed: 11, until: new Date("2026-11-20T10:00:00Z") });
  const about = { ownerKind: "ticket", ownerId: "00000000-0000-7000-8000-000000000001" };
  stored = [
    await storeBlob(randomBytes(9_000_000), { ...about, kind: "onsite", mime: "image/jpeg" }),
    await storeBlob(Buffer.from("a card"), { ...about, kind: "paper", mime: "image/jpeg", sealed: true }),
  ];
  await asOwner(
    `insert into sessions (id, kind, subject_id, token_hash, via, created_at, expires_at)
     values (gen_random_uuid(), 'admin', gen_random_uuid(), 'hash', 'cookie', now(), now() + interval '1 day')`,
  );
  await asOwner(
    `insert into otps (id, phone, purpose, code_hash, created_at, expires_at)
     values (gen_random_uuid(), '9876543210', 'booking', 'hash', now(), now() + interval '1 hour')`,
  );
  await transaction(() => later(renderInvoice, { invoiceId: about.ownerId }));
  await transaction(() => later(renderInvoice, { invoiceId: about.ownerId }));
  await asOwner(
    sql`update pgboss.job set state = 'completed' where id = (select min(id::text)::uuid from pgboss.job where name = ${renderInvoice.name})`,
  );
  const folderMade = await cli("backup", whole, "--json");
  const tarMade = await cli("backup", tar);
  expect([folderMade.code, folderMade.err]).toEqual([0, ""]);
  expect([tarMade.code, tarMade.out]).toEqual([0, expect.stringMatching(/tables with [\d,]+ rows, 2 files/)]);
}, 240_000);

afterAll(async () => {
  await dropPlaces();
  rmSync(folder, { recursive: true, force: true });
});

test("a backup brings every row, file, waiting job and guard back into an empty database, and is verified", async () => {
  const place = await empty();
  restored = place;
  const before = await contentOf(ownerUrl);
  const dry = await cliWith(place, "restore", tar, "--dry-run", "--json");
  expect([dry.code, dry.err]).toEqual([0, ""]);
  expect(await ask(place.DATABASE_URL, "select from pg_class where relname = 'tickets'")).toEqual([]);

  const done = await cliWith(place, "restore", tar, "--verify", "--keep-access");
  expect([done.code, done.out]).toEqual([
    0,
    expect.stringContaining("Verified: the ledger keeps its rules, and 2 files are as their rows say."),
  ]);
  expect(await contentOf(place.DATABASE_URL)).toEqual(before);
  for (const { key } of stored)
    expect(readFileSync(path.join(place.BLOB_DIR, key))).toEqual(readFileSync(path.join(folder, "blobs", key)));
  expect(
    await ask(
      place.DATABASE_URL,
      "select event from history where subject = 'installation' and actor_kind like 'system:cli%'",
    ),
  ).toEqual([{ event: "installation.backedUp" }, { event: "installation.restored" }]);

  // Whoever was signed in when the backup was made signs in anew, and a code that was on its way is worth nothing.
  const live = "select from sessions where ended_at is null union all select from otps where used_at is null";
  expect(await ask(ownerUrl, live)).toHaveLength(2);
  expect(await ask(place.DATABASE_URL, live)).toEqual([]);

  const again = await cliWith(place, "restore", tar);
  expect([again.code, again.err]).toEqual([5, expect.stringMatching(/in use \(public\.\w+ has rows\)/)]);
}, 240_000);

test("a restored copy works no queue until it is released, by the house or a SUPER_ADMIN, and then goes on", async () => {
  const place = restored;
  const doctor = await cliWith(place, "doctor");
  const unsaid = await cliWith(place, "restore", "--release");
  expect(doctor.out).toMatch(/look {4}restored .*not released: it sends nothing/);
  expect([unsaid.code, unsaid.err]).toEqual([2, expect.stringContaining(`${renderInvoice.name}`)]);

  const worker = spawn(process.execPath, ["cli/main.ts", "worker"], {
    cwd: env.root,
    env: environmentWith({ NODE_ENV: "development", LOG_LEVEL: "warn", APP_SECRET: env.appSecret, ...place }),
  });
  let output = "";
  worker.stderr.on("data", (part) => (output += part));
  const jobs = () =>
    ask<{ state: string }>(
      place.DATABASE_URL,
      `select state::text from pgboss.job where name = '${renderInvoice.name}'`,
    );
  try {
    await expect.poll(() => output, { timeout: 60_000 }).toContain("this copy was restored");
    expect(await jobs()).toEqual([{ state: "created" }]);
    const released = await cliWith(place, "restore", "--release", "--yes", "--json");
    expect([released.code, JSON.parse(released.out).done.released]).toEqual([
      0,
      [expect.objectContaining({ id: expect.any(String) })],
    ]);
    // Its invoice is not there, which is no failure: the job is done.
    await expect.poll(jobs, { timeout: 60_000 }).toEqual([{ state: "completed" }]);
    expect((await cliWith(place, "restore", "--release", "--yes")).out).toBe("Nothing is held.\n");
  } finally {
    worker.kill("SIGTERM");
    await new Promise((resolve) => worker.once("close", resolve));
  }
}, 240_000);

test("files that are there are not mixed with those of a backup, and a restoration that fails leaves none", async () => {
  const place = await empty();
  const stranger = path.join(place.BLOB_DIR, "ab", `${"0".repeat(30)}.jpg`);
  mkdirSync(path.dirname(stranger), { recursive: true });
  writeFileSync(stranger, "somebody's");
  for (const args of [["--dry-run"], []]) {
    const refused = await cliWith(place, "restore", tar, ...args);
    expect([refused.code, refused.err]).toEqual([5, expect.stringContaining(`${place.BLOB_DIR} has files already`)]);
  }
  expect(await ask(place.DATABASE_URL, "select from pg_class where relname = 'tickets'")).toEqual([]);
  expect(readFileSync(stranger, "utf8")).toBe("somebody's");
  rmSync(stranger);

  const end = path.join(backups, "last-word");
  cpSync(whole, end, { recursive: true });
  writeFileSync(path.join(end, "seal"), "0".repeat(64));
  expect((await cliWith(place, "restore", end)).code).toBe(1);
  expect(readdirSync(place.BLOB_DIR, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())).toEqual(
    [],
  );
}, 120_000);

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s ends a backup and a restoration, and leaves nothing half",
  async (signal) => {
    const code = { SIGINT: 130, SIGTERM: 143 }[signal];
    const target = path.join(backups, `${signal}.tar`);
    const backing = await started({}, "backup", target);
    await expect.poll(() => existsSync(`${target}.part`), { timeout: 60_000, interval: 2 }).toBe(true);
    backing.child.kill(signal);
    expect([await backing.over, await backing.out]).toEqual([code, ""]);
    expect(readdirSync(backups).filter((name) => name.startsWith(signal))).toEqual([]);

    const place = await empty();
    const filesThere = () =>
      existsSync(place.BLOB_DIR) &&
      readdirSync(place.BLOB_DIR, { recursive: true, withFileTypes: true }).some((each) => each.isFile());
    const restoring = await started(place, "restore", tar);
    await expect.poll(filesThere, { timeout: 60_000, interval: 2 }).toBe(true);
    restoring.child.kill(signal);
    expect([await restoring.over, await restoring.err]).toEqual([code, expect.stringContaining("are empty as before")]);
    expect([filesThere(), await rowsOf(place)]).toEqual([false, 0]);
    expect((await cliWith(place, "restore", tar)).code).toBe(0);
  },
  240_000,
);

test("what is cut off, changed or foreign is refused before anything is written", async () => {
  const refused = (backup: string, words: RegExp) => expect(checkBackup(backup)).rejects.toThrow(words);
  const cut = path.join(backups, "cut.tar");
  writeFileSync(cut, readFileSync(tar).subarray(0, 1_000_000));
  await refused(cut, /cut off/);
  const unsealed = path.join(backups, "unsealed");
  cpSync(whole, unsealed, { recursive: true });
  rmSync(path.join(unsealed, "seal"));
  await refused(unsealed, /not whole/);
  writeFileSync(path.join(unsealed, "stranger"), "x");
  await refused(unsealed, /it holds 'stranger'/);
  await refused(edited("services", "s/AC REPAIR/AC REPAIX/"), /public\.services is not what the backup says of it/);
  await refused(path.join(backups, "nowhere"), /no backup at/);
  const exchanged = path.join(backups, "exchanged");
  cpSync(whole, exchanged, { recursive: true });
  const file = path.join(exchanged, "blobs", stored[1]!.key);
  writeFileSync(file, readFileSync(file).fill("x", 0, 1));
  await refused(exchanged, /A file is not what the backup says of it/);
  const end = path.join(backups, "end");
  cpSync(whole, end, { recursive: true });
  writeFileSync(
    path.join(end, "end.json"),
    readFileSync(path.join(end, "end.json"), "utf8").replace('"rows": ', '"rows":  '),
  );
  await refused(end, /was changed, or made with another secret/);
});

/** A copy of the backup in which the lines of a table were edited by `sed`. */
function edited(table: string, how: string): string {
  const changed = path.join(backups, `changed-${table}`);
  cpSync(whole, changed, { recursive: true });
  execFileSync("sh", ["-c", `f=public.${table}.000001.gz; gunzip -c $f | sed '${how}' | gzip > x && mv x $f`], {
    cwd: path.join(changed, "tables"),
  });
  return changed;
}

test("a restoration that fails leaves an empty database; one under another secret wants to be asked for", async () => {
  const place = await empty();
  const changed = await cliWith(place, "restore", edited("tickets", "s/PENDING/CLOSED/"));
  expect([changed.code, changed.err]).toEqual([
    1,
    expect.stringContaining("public.tickets has rows that the database refuses (SQLSTATE 23514)"),
  ]);
  expect(await rowsOf(place)).toBe(0);
  // With one address given, another secret would change the password of the application's role, which is the server's.
  const app = new URL(appUrl);
  app.pathname = new URL(place.DATABASE_URL).pathname;
  const other = {
    ...place,
    OWNER_DATABASE_URL: place.DATABASE_URL,
    DATABASE_URL: app.href,
    APP_SECRET: "another-secret-0123456789-abcdefghij-XYZ",
  };
  const foreign = await cliWith(other, "restore", whole);
  expect([foreign.code, foreign.err]).toEqual([1, expect.stringContaining("APP_SECRET_PREVIOUS")]);
  expect(await rowsOf(place)).toBe(0);
  const unsealed = await cliWith(other, "restore", whole, "--any-secret", "--verify");
  expect([unsealed.code, unsealed.out]).toEqual([1, expect.stringContaining("is sealed and cannot be read")]);
  expect(await rowsOf(place)).toBeGreaterThan(0);
}, 240_000);

test("a backup is a tar that any tar reads, goes to stdout, keeps the newest, and is never written over", async () => {
  const names = execFileSync("tar", ["-tf", tar]).toString().trim().split("\n");
  expect([names[0], ...names.slice(-2)]).toEqual(["backup.json", "end.json", "seal"]);
  const lines = execFileSync("sh", [
    "-c",
    `tar -xOf ${tar} tables/public.tickets.000001.gz | gunzip | wc -l`,
  ]).toString();
  expect(Number(lines)).toBe((await asOwner<{ n: number }>("select count(*)::int as n from tickets"))[0]!.n);
  expect(statSync(tar).mode & 0o077).toBe(0);

  const again = await cli("backup", whole);
  expect([again.code, again.err]).toEqual([5, `${whole} is there already: a backup is never written over\n`]);
  expect((await cli("backup")).code).toBe(2);
  expect((await cli("backup", "x", "--keep", "2")).code).toBe(2);
  const dry = await cli("backup", path.join(backups, "dry"), "--dry-run", "--json");
  expect([dry.code, JSON.parse(dry.out).wouldDo.files]).toEqual([0, 2]);
  expect(existsSync(path.join(backups, "dry"))).toBe(false);

  const into = path.join(folder, "into");
  mkdirSync(into);
  for (const name of [
    "gharseva-20200101T000000Z.tar",
    "gharseva-20210101T000000Z.tar",
    "gharseva-20220101T000000Z.tar.part",
    "mine.tar",
  ])
    writeFileSync(path.join(into, name), "");
  const pruned = await cli("backup", "--into", into, "--keep", "2", "--json");
  expect([pruned.code, pruned.err]).toEqual([0, ""]);
  expect(readdirSync(into)).toEqual([
    "gharseva-20210101T000000Z.tar",
    expect.stringMatching(/^gharseva-2\d{7}T\d{6}Z\.tar$/),
    "mine.tar",
  ]);

  expect((await cli("backup", "--into", into, "--if-older", "23")).out).toMatch(/is young enough; nothing was written/);

  const chief = await anAdmin();
  const clerk = await anAdmin({ permissions: ["view_admin_bar"] });
  expect((await cli("backup", path.join(backups, "clerk.tar"), "--as", clerk.userName)).code).toBe(4);
  const piped = execFileSync(
    "sh",
    ["-c", `"${process.execPath}" cli/main.ts backup - --as ${chief.userName} 2>/dev/null | tar -tf - | tail -1`],
    {
      cwd: env.root,
      env: environmentWith({
        NODE_ENV: "development",
        DATA_DIR: folder,
        LOG_LEVEL: "silent",
        DATABASE_URL: ownerUrl,
        APP_SECRET: env.appSecret,
      }),
    },
  );
  expect(piped.toString()).toBe("seal\n");
  expect(
    await asOwner(
      sql`select data->>'command' as command from history where subject = 'admin' and subject_id = ${chief.id}`,
    ),
  ).toEqual([{ command: "backup" }]);

  rmSync(path.join(folder, "blobs", stored[0]!.key));
  const missing = await cli("backup", path.join(backups, "missing"));
  expect([missing.code, missing.out]).toEqual([1, expect.stringContaining(stored[0]!.key)]);
  const lacking = await cli("backup", "--into", into, "--keep", "1", "--json");
  expect([lacking.code, JSON.parse(lacking.out).removed]).toEqual([1, []]);
  expect(readdirSync(into)).toEqual([
    "gharseva-20210101T000000Z.tar",
    expect.stringMatching(/^gharseva-2\d{7}T\d{6}Z(\.incomplete)?\.tar$/),
    expect.stringMatching(/^gharseva-2\d{7}T\d{6}Z(\.incomplete)?\.tar$/),
    "mine.tar",
  ]);
}, 240_000);
