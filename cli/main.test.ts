import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { appUrl, asOwner, folder, openDatabase, ownerUrl } from "#modules/testing/database.ts";
import { qrIn } from "#modules/testing/pdf.ts";
import { house } from "./house.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const owner = { DATABASE_URL: ownerUrl, APP_SECRET: env.appSecret };

/** Runs the command line as a process and returns its exit code and output. */
async function cli(args: string[], variables: Record<string, string> = {}, input = "") {
  const child = spawn(process.execPath, ["cli/main.ts", ...args], {
    cwd: env.root,
    env: environmentWith({
      NODE_ENV: "development",
      DATA_DIR: folder,
      LOG_LEVEL: "silent",
      NO_COLOR: "1",
      ...variables,
    }),
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (said.out += chunk));
  child.stderr.on("data", (chunk) => (said.err += chunk));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, ...said };
}

test("help begins with examples and names the exit codes", async () => {
  const { code, out } = await cli(["--help"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^Examples:\n {2}npm run demo/);
  expect(out).toContain("78 bad configuration");
});

test("a mistyped command suggests the right one and is an error of usage", async () => {
  const { code, out, err } = await cli(["dmeo"]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("Did you mean demo?");
});

test.each([
  { args: ["migrate", "down", "--steps", "many"] },
  { args: ["migrate", "down", "--steps", "0"] },
  { args: ["migrate", "up", "--sideways"] },
  { args: ["admin", "create"] },
  { args: ["admin", "reset-totp"] },
  { args: ["migrate", "down"] },
])("$args cannot be used like that: exit 2, nothing on stdout", async ({ args }) => {
  const { code, out } = await cli([...args, "--no-input"], owner);
  expect({ code, out }).toEqual({ code: 2, out: "" });
});

test("a configuration that cannot be used ends with 78 and lists every problem at once", async () => {
  const { code, err } = await cli(["migrate", "status"], { NODE_ENV: "production", PORT: "many", SANDBOX: "0" });
  expect(code).toBe(78);
  for (const name of ["PORT", "APP_SECRET", "DATABASE_URL", "PUBLIC_URL", "RAZORPAY_KEY_SECRET"])
    expect(err).toContain(name);
});

test("a program that asked for JSON gets it, also of a bad configuration and of a wrong argument", async () => {
  const refused = await cli(["migrate", "status", "--json"], { PORT: "many" });
  expect([refused.code, JSON.parse(refused.err)]).toEqual([
    78,
    { error: { kind: "configuration", message: expect.any(String), problems: [expect.stringContaining("PORT")] } },
  ]);
  const misused = await cli(["migrate", "up", "--sideways", "--json"]);
  expect([misused.code, JSON.parse(misused.err)]).toMatchObject([2, { error: { kind: "usage" } }]);
});

test("a look at a database that is not there starts none, and one at an older schema does not migrate", async () => {
  const empty = path.join(folder, "nothing-started");
  const looked = await cli(["centers", "list", "--json"], { DATA_DIR: empty, APP_SECRET: env.appSecret });
  expect([looked.code, looked.out, JSON.parse(looked.err).error.message]).toEqual([
    ...[1, "", expect.stringMatching(/^The embedded PostgreSQL is not running: npm run demo/)],
  ]);
  expect(existsSync(path.join(empty, "postgres"))).toBe(false);

  const [newest] = await asOwner<{ name: string }>("select name from mikro_orm_migrations order by id desc limit 1");
  await asOwner("update mikro_orm_migrations set name = 'away' where name = $1", [newest!.name]);
  try {
    const older = await cli(["centers", "list"], owner);
    expect([older.code, older.err]).toEqual([1, "1 migration(s) wait: `migrate up` runs them\n"]);
  } finally {
    await asOwner("update mikro_orm_migrations set name = $1 where name = 'away'", [newest!.name]);
  }
});

test("in production a schema is taken back only by the database's name", async () => {
  const production = {
    ...{ ...owner, NODE_ENV: "production", SANDBOX: "1", PUBLIC_URL: "http://localhost:3000" },
    ...{ OWNER_DATABASE_URL: ownerUrl, DATABASE_URL: appUrl, APP_SECRET: "N0t-a-weak-secret-of-production-93f1c7" },
  };
  const down = (...args: string[]) => cli(["migrate", "down", "--no-input", ...args], production);
  const name = new URL(ownerUrl).pathname.slice(1);
  const yes = await down("--yes");
  expect([yes.code, yes.out]).toEqual([2, ""]);
  expect(yes.err).toContain(`Repeat with --database ${name} to do it.`);
  expect(await down("--database", "another")).toMatchObject({
    code: 2,
    err: expect.stringContaining("nothing was changed"),
  });
});

test("a data folder that is none is said in a sentence", async () => {
  const file = path.join(folder, "a-file");
  writeFileSync(file, "");
  const { code, err } = await cli(["seed", "--size", "1"], { DATA_DIR: path.join(file, "data") });
  expect([code, err.split("\n").length]).toEqual([1, 2]);
  expect(err).toContain("set another folder (DATA_DIR, BLOB_DIR)");
});

test("a database that does not answer is said in a line, not in a stack", async () => {
  const { code, err } = await cli(["migrate", "status"], { DATABASE_URL: "postgresql://a:b@127.0.0.1:1/none" });
  expect(code).toBe(1);
  expect(err).toMatch(/^The database does not answer/);
  expect(err).not.toContain(" at ");
});

test("migrate status answers programs with one JSON value on stdout, through either role", async () => {
  for (const DATABASE_URL of [ownerUrl, appUrl]) {
    const { code, out, err } = await cli(["migrate", "status", "--json"], { ...owner, DATABASE_URL });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(out)).toMatchObject({ pending: [] });
  }
});

test("migrate up needs the owner's address", async () => {
  const { code, err } = await cli(["migrate", "up"], { ...owner, DATABASE_URL: appUrl });
  expect(code).toBe(2);
  expect(err).toContain("OWNER_DATABASE_URL");
});

test("migrate down --dry-run says what it would do and does nothing", async () => {
  const { code, out } = await cli(["migrate", "down", "--dry-run", "--json"], owner);
  expect(code).toBe(0);
  expect(JSON.parse(out).plan).toHaveLength(1);
  expect(JSON.parse((await cli(["migrate", "status", "--json"], owner)).out).pending).toEqual([]);
});

test("doctor finds a prepared database in order and says each thing in a line", async () => {
  const { code, out } = await cli(["doctor", "--json"], owner);
  const report = JSON.parse(out);
  expect(report.findings.filter((finding: { ok: boolean }) => !finding.ok)).toEqual([]);
  expect(code).toBe(0);
  const checks = report.findings.map((finding: { check: string }) => finding.check);
  expect(checks).toEqual(
    expect.arrayContaining(["configuration", "database", "migrations", "data folder", "queue", "clock"]),
  );
});

test("doctor looks at every promise of the ledger, not only at its sum", async () => {
  const id = randomUUID();
  await asOwner(
    `insert into orders (id, purpose, amount_paise, receipt, status, price_snapshot, created_at, updated_at)
     values ('${id}', 'recharge', 9900, '${id}', 'paid', '{}', now(), now())`,
  );
  try {
    const { code, out } = await cli(["doctor", "--json"], owner);
    expect(code).toBe(1);
    const { findings } = JSON.parse(out) as { findings: { check: string; ok: boolean; found: string }[] };
    expect(findings.find(({ check }) => check === "ledger")).toMatchObject({
      ok: false,
      found: expect.stringContaining(`a paid order has entered the ledger once, with its amount (1, such as ${id})`),
    });
  } finally {
    await asOwner(`delete from orders where id = '${id}'`);
  }
});

test("doctor exits 1 and says what to do when the database is not there", async () => {
  const { code, out } = await cli(["doctor"], { DATA_DIR: path.join(folder, "empty") });
  expect(code).toBe(1);
  expect(out).toMatch(/failed {2}database .*\n.*→ npm run demo starts it/);
});

test("admin create prints a password once; the same name again is a conflict", async () => {
  const args = ["admin", "create", "--username", "asha", "--name", "Asha Rao", "--json"];
  const made = await cli(args, owner);
  expect({ code: made.code, err: made.err }).toEqual({ code: 0, err: "" });
  const { id, password } = JSON.parse(made.out);
  expect(password).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/);
  const [audit] = await asOwner("select event, actor_kind from history where subject = 'admin' and subject_id = $1", [
    id,
  ]);
  expect(audit).toEqual({ event: "admin.created", actor_kind: `system:${house().name}` });

  const again = await cli(["admin", "create", "--username", "ASHA", "--name", "Another"], owner);
  expect({ code: again.code, out: again.out }).toEqual({ code: 5, out: "" });
});

test("admin create says whether a second factor must be set up; reset-totp takes it away, only when told to", async () => {
  const required = { ...owner, ADMIN_TOTP: "required" };
  const made = await cli(["admin", "create", "--username", "totp", "--name", "Meera"], required);
  expect(made.err).toContain(
    "At the first login at http://localhost:3000/admin-login they must set up a second factor",
  );
  await asOwner(`insert into admin_second_factors (admin_id, secret_sealed, confirmed_at)
    select id, 'sealed', now() from admins where user_name = 'totp'`);
  await asOwner(`insert into sessions (id, kind, subject_id, token_hash, via, created_at, expires_at)
    select gen_random_uuid(), 'admin', id, 'hash', 'cookie', now(), now() + interval '1 hour' from admins where user_name = 'totp'`);
  const left = () =>
    asOwner(`select (select count(*)::int from admin_second_factors) as factors,
      (select count(*)::int from sessions where ended_at is null) as sessions`);

  const asked = await cli(["admin", "reset-totp", "totp"], required);
  expect([asked.code, asked.out]).toEqual([2, ""]);
  expect(asked.err).toContain("the second factor of totp (on) and every session of theirs");
  expect((await cli(["admin", "reset-totp", "totp", "--dry-run"], required)).code).toBe(0);
  expect((await cli(["admin", "reset-totp", "nobody", "--yes"], required)).code).toBe(3);
  expect(await left()).toEqual([{ factors: 1, sessions: 1 }]);

  const { code, out } = await cli(["admin", "reset-totp", "TOTP", "--yes", "--json"], required);
  expect([code, JSON.parse(out)]).toEqual([0, { reset: { userName: "totp", required: true, on: true } }]);
  expect(await left()).toEqual([{ factors: 0, sessions: 0 }]);
  const [told] = await asOwner("select actor_kind from history where event = 'admin.secondFactorReset'");
  expect(told).toEqual({ actor_kind: "system:cli" });
});

test("admin create takes a password from stdin, refuses a short one with 2, and --dry-run creates nobody", async () => {
  const args = ["admin", "create", "--username", "ravi", "--name", "Ravi", "--password-stdin"];
  const short = await cli(args, owner, "short\n");
  expect({ code: short.code, out: short.out }).toEqual({ code: 2, out: "" });
  expect(short.err).toContain("--password:");
  expect((await cli([...args, "--dry-run"], owner, "a long password\n")).code).toBe(0);
  expect(await asOwner("select from admins where user_name = 'ravi'")).toEqual([]);
  const made = await cli(args, owner, "a long password\n");
  expect({ code: made.code, out: made.out }).toEqual({ code: 0, out: "Created ravi (SUPER_ADMIN).\n" });
});

test("qr poster writes a dealer's poster to a file, and over one only when told", async () => {
  await asOwner(
    `insert into partner_qrs (qr_id, kind, name, status, created_at)
     values ('DLR7001', 'dealer', 'Sharma Paints', 'ACTIVE', now()), ('DLR7002', 'dealer', 'Old Shop', 'INACTIVE', now())
     on conflict do nothing`,
  );
  const file = path.join(folder, "poster.pdf");
  const args = ["qr", "poster", "dlr7001", "--size", "a5", "--out", file];
  const planned = await cli([...args, "--dry-run", "--json"], owner);
  expect({ code: planned.code, err: planned.err }).toEqual({ code: 0, err: "" });
  expect(JSON.parse(planned.out)).toMatchObject({ qrId: "DLR7001", name: "Sharma Paints", size: "A5", written: false });
  expect(existsSync(file)).toBe(false);

  const made = await cli(args, owner);
  expect({ code: made.code, err: made.err }).toEqual({ code: 0, err: "" });
  expect(made.out).toBe(
    `Wrote ${file}: Sharma Paints, DLR7001, A5, leads to ${JSON.parse(planned.out).address as string}\n`,
  );
  expect(qrIn(readFileSync(file))).toBe(JSON.parse(planned.out).address);
  expect(await asOwner("select actor_kind, data from history where event = 'qr.posterMade'")).toEqual([
    { actor_kind: `system:${house().name}`, data: { qrId: "DLR7001", size: "A5" } },
  ]);
  expect((await cli(args, owner)).code).toBe(5);
}, 60_000);

test("qr poster writes to stdout, where only the poster is", async () => {
  const { code, out } = await cli(["qr", "poster", "DLR7001", "--out", "-"], owner);
  expect(code).toBe(0);
  expect(out).toMatch(/^%PDF-/);
});

test.each([
  { args: ["qr", "poster", "NOBODY"], code: 3, says: "This QR code does not exist" },
  { args: ["qr", "poster", "DLR7002"], code: 5, says: "This QR code has been switched off" },
  { args: ["qr", "poster", "DLR7001", "--size", "A3"], code: 2, says: "--size: Please choose one of the options" },
])("$args ends with $code and says why", async ({ args, code, says }) => {
  const ended = await cli([...args, "--out", path.join(folder, "none.pdf")], owner);
  expect({ code: ended.code, out: ended.out }).toEqual({ code, out: "" });
  expect(ended.err).toContain(says);
});
