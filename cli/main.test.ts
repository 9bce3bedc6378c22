import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { inProduction } from "#app/testing/server/serve.ts";
import { env } from "#modules/kernel/env.server.ts";
import { appUrl, asOwner, folder, openDatabase, ownerUrl } from "#modules/testing/database.ts";
import { qrIn } from "#modules/testing/pdf.ts";
import { house } from "./house.ts";
import { cli, cliFed, cliWith } from "./testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A machine where neither a database nor a secret is configured. */
const bare = { DATABASE_URL: "", APP_SECRET: "" };

test("help begins with examples and names the exit codes", async () => {
  const { code, out } = await cli("--help");
  expect(code).toBe(0);
  expect(out).toMatch(/^Examples:\n {2}npm run demo/);
  expect(out).toContain("78 bad configuration");
});

test("a mistyped command suggests the right one and is an error of usage", async () => {
  const { code, out, err } = await cli("dmeo");
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("Did you mean demo?");
});

test.each([
  { typed: ["tickets", "lsit"], meant: "list" },
  { typed: ["jobs", "retr"], meant: "retry" },
  { typed: ["users", "disables", "--json"], meant: "disable" },
  { typed: ["messages", "frobnicate"], meant: undefined },
  { typed: ["centers", "list", "all"], meant: undefined },
])("$typed names no command of its group and is an error of usage that suggests $meant", async ({ typed, meant }) => {
  const { code, out, err } = await cli(...typed);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain("unknown command");
  if (meant) expect(err).toContain(`Did you mean ${meant}?`);
  else expect(err).not.toContain("Did you mean");
});

test.each([
  { args: ["migrate", "down", "--steps", "many"] },
  { args: ["migrate", "down", "--steps", "0"] },
  { args: ["migrate", "up", "--sideways"] },
  { args: ["admin", "create"] },
  { args: ["admin", "reset-totp"] },
  { args: ["migrate", "down"] },
])("$args cannot be used like that: exit 2, nothing on stdout", async ({ args }) => {
  const { code, out } = await cli(...args, "--no-input");
  expect({ code, out }).toEqual({ code: 2, out: "" });
});

test("a configuration that cannot be used ends with 78 and lists every problem at once", async () => {
  const { code, err } = await cliWith(
    { ...bare, NODE_ENV: "production", PORT: "many", SANDBOX: "0" },
    "migrate",
    "status",
  );
  expect(code).toBe(78);
  for (const name of ["PORT", "APP_SECRET", "DATABASE_URL", "PUBLIC_URL", "RAZORPAY_KEY_SECRET"])
    expect(err).toContain(name);
});

test.each([
  ["serve", { HOST: "0.0.0.0" }],
  ["worker", { HOST: "::" }],
  ["serve", { PUBLIC_URL: "https://gharseva.in" }],
  ["demo", { NODE_ENV: "production", SANDBOX: "1", HOST: "0.0.0.0" }],
  ["demo", { NODE_ENV: "production", SANDBOX: "1", PUBLIC_URL: "https://gharseva.in" }],
])("%s with emulated gateways and %j ends with 78 and a sentence", async (command, variables) => {
  const { code, out, err } = await cliWith({ ...bare, NODE_ENV: "", SANDBOX: "", ...variables }, command);
  const [name] = Object.keys(variables).slice(-1);
  expect([code, out]).toEqual([78, ""]);
  expect(err).toMatch(
    new RegExp(`^ +${name} must be (an address of this machine|localhost, 127\\.0\\.0\\.1 or ::1)`, "m"),
  );
});

test("a demo of an installation's configuration ends with 78 before it starts anything", async () => {
  const folder = path.join(env.testDir, `no-demo-${process.pid}`);
  const real = {
    ...inProduction(1),
    RAZORPAY_BASE_URL: "https://provider.example",
    HOST: "0.0.0.0",
    DATA_DIR: folder,
  };
  const { code, err } = await cliWith(real, "demo");
  expect({ code, err }).toEqual({
    code: 78,
    err: expect.stringMatching(/The demo runs on this machine alone:\n {2}HOST must be .*\n {2}PUBLIC_URL must be /),
  });
  expect(existsSync(path.join(folder, "postgres"))).toBe(false);
});

test("a program that asked for JSON gets it, also of a bad configuration and of a wrong argument", async () => {
  const refused = await cliWith({ PORT: "many" }, "migrate", "status", "--json");
  expect([refused.code, JSON.parse(refused.err)]).toEqual([
    78,
    { error: { kind: "configuration", message: expect.any(String), problems: [expect.stringContaining("PORT")] } },
  ]);
  const misused = await cli("migrate", "up", "--sideways", "--json");
  expect([misused.code, JSON.parse(misused.err)]).toMatchObject([2, { error: { kind: "usage" } }]);
});

test("a look at a database that is not there starts none, and one at an older schema does not migrate", async () => {
  const empty = path.join(folder, "nothing-started");
  const looked = await cliWith({ DATABASE_URL: "", DATA_DIR: empty }, "centers", "list", "--json");
  expect([looked.code, looked.out, JSON.parse(looked.err).error.message]).toEqual([
    1,
    "",
    expect.stringMatching(/^The embedded PostgreSQL is not running: npm run demo/),
  ]);
  expect(existsSync(path.join(empty, "postgres"))).toBe(false);

  const [newest] = await asOwner<{ name: string }>("select name from mikro_orm_migrations order by id desc limit 1");
  await asOwner(sql`update mikro_orm_migrations set name = 'away' where name = ${newest!.name}`);
  try {
    const older = await cli("centers", "list");
    expect([older.code, older.err]).toEqual([1, "1 migration(s) wait: `migrate up` runs them\n"]);
  } finally {
    await asOwner(sql`update mikro_orm_migrations set name = ${newest!.name} where name = 'away'`);
  }
});

test("in production a schema is taken back only by the database's name", async () => {
  const production = {
    NODE_ENV: "production",
    SANDBOX: "1",
    PUBLIC_URL: "http://localhost:3000",
    OWNER_DATABASE_URL: ownerUrl,
    DATABASE_URL: appUrl,
    APP_SECRET: "N0t-a-weak-secret-of-production-93f1c7",
  };
  const down = (...args: string[]) => cliWith(production, "migrate", "down", "--no-input", ...args);
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
  const { code, err } = await cliWith({ ...bare, DATA_DIR: path.join(file, "data") }, "seed", "--size", "1");
  expect([code, err.split("\n").length]).toEqual([1, 2]);
  expect(err).toContain("set another folder (DATA_DIR, BLOB_DIR)");
});

test("a database that does not answer is said in a line, not in a stack", async () => {
  const { code, err } = await cliWith({ DATABASE_URL: "postgresql://a:b@127.0.0.1:1/none" }, "migrate", "status");
  expect(code).toBe(1);
  expect(err).toMatch(/^The database does not answer/);
  expect(err).not.toContain(" at ");
});

test("migrate status answers programs with one JSON value on stdout, through either role", async () => {
  for (const DATABASE_URL of [ownerUrl, appUrl]) {
    const { code, out, err } = await cliWith({ DATABASE_URL }, "migrate", "status", "--json");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(out)).toMatchObject({ pending: [] });
  }
});

test("migrate up needs the owner's address", async () => {
  const { code, err } = await cliWith({ DATABASE_URL: appUrl }, "migrate", "up");
  expect(code).toBe(2);
  expect(err).toContain("OWNER_DATABASE_URL");
});

test("migrate down --dry-run says what it would do and does nothing", async () => {
  const { code, out } = await cli("migrate", "down", "--dry-run", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(out).plan).toHaveLength(1);
  expect(JSON.parse((await cli("migrate", "status", "--json")).out).pending).toEqual([]);
});

test("doctor finds a prepared database in order and says each thing in a line", async () => {
  const { code, out } = await cli("doctor", "--json");
  const report = JSON.parse(out);
  expect(report.findings.filter((finding: { ok: boolean }) => !finding.ok)).toEqual([]);
  expect(code).toBe(0);
  const checks = report.findings.map((finding: { check: string }) => finding.check);
  expect(checks).toEqual(
    expect.arrayContaining(["configuration", "database", "migrations", "data folder", "queue", "clock"]),
  );
});

test("doctor names a text that would not be delivered, without which the web process does not start", async () => {
  const register = path.join(folder, "no-register.json");
  writeFileSync(register, "[]");
  const { code, out } = await cliWith({ DLT_REGISTER: register }, "doctor", "--json");
  const { findings } = JSON.parse(out) as { findings: { check: string; ok: boolean; found: string }[] };
  expect([code, findings.filter(({ ok }) => !ok)]).toEqual([
    1,
    [expect.objectContaining({ check: "texts", found: expect.stringMatching(/DLT register; .*and \d+ more$/) })],
  ]);
});

test("doctor looks at every promise of the ledger, not only at its sum", async () => {
  const id = randomUUID();
  await asOwner(
    `insert into orders (id, purpose, amount_paise, receipt, status, price_snapshot, created_at, updated_at)
     values ('${id}', 'recharge', 9900, '${id}', 'paid', '{}', now(), now())`,
  );
  try {
    const { code, out } = await cli("doctor", "--json");
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
  const { code, out } = await cliWith({ ...bare, DATA_DIR: path.join(folder, "empty") }, "doctor");
  expect(code).toBe(1);
  expect(out).toMatch(/failed {2}database .*\n.*→ npm run demo starts it/);
});

test("admin create prints a password once; the same name again is a conflict", async () => {
  const args = ["admin", "create", "--username", "asha", "--name", "Asha Rao", "--json"];
  const made = await cli(...args);
  expect({ code: made.code, err: made.err }).toEqual({ code: 0, err: "" });
  const { id, password } = JSON.parse(made.out);
  expect(password).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/);
  const [audit] = await asOwner(
    sql`select event, actor_kind from history where subject = 'admin' and subject_id = ${id}`,
  );
  expect(audit).toEqual({ event: "admin.created", actor_kind: `system:${house().name}` });

  const again = await cli("admin", "create", "--username", "ASHA", "--name", "Another");
  expect({ code: again.code, out: again.out }).toEqual({ code: 5, out: "" });
});

test("admin create says whether a second factor must be set up; reset-totp takes it away, only when told to", async () => {
  const required = { ADMIN_TOTP: "required" };
  const made = await cliWith(required, "admin", "create", "--username", "totp", "--name", "Meera");
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

  const unconfirmed = await cliWith(required, "admin", "reset-totp", "totp");
  expect([unconfirmed.code, unconfirmed.out]).toEqual([2, ""]);
  expect(unconfirmed.err).toContain("the second factor of totp (on) and every session of theirs");
  expect((await cliWith(required, "admin", "reset-totp", "totp", "--dry-run")).code).toBe(0);
  expect((await cliWith(required, "admin", "reset-totp", "nobody", "--yes")).code).toBe(3);
  expect(await left()).toEqual([{ factors: 1, sessions: 1 }]);

  const { code, out } = await cliWith(required, "admin", "reset-totp", "TOTP", "--yes", "--json");
  expect([code, JSON.parse(out)]).toEqual([0, { reset: { userName: "totp", required: true, on: true } }]);
  expect(await left()).toEqual([{ factors: 0, sessions: 0 }]);
  const [historyEntry] = await asOwner("select actor_kind from history where event = 'admin.secondFactorReset'");
  expect(historyEntry).toEqual({ actor_kind: `system:${house().name}` });
});

test("admin create takes a password from stdin, refuses a short one with 2, and --dry-run creates nobody", async () => {
  const args = ["admin", "create", "--username", "ravi", "--name", "Ravi", "--password-stdin"];
  const short = await cliFed("short\n", ...args);
  expect({ code: short.code, out: short.out }).toEqual({ code: 2, out: "" });
  expect(short.err).toContain("--password-stdin:");
  expect((await cliFed("a long password\n", ...args, "--dry-run")).code).toBe(0);
  expect(await asOwner("select from admins where user_name = 'ravi'")).toEqual([]);
  const made = await cliFed("a long password\n", ...args);
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
  const planned = await cli(...args, "--dry-run", "--json");
  expect({ code: planned.code, err: planned.err }).toEqual({ code: 0, err: "" });
  expect(JSON.parse(planned.out)).toMatchObject({ qrId: "DLR7001", name: "Sharma Paints", size: "A5", written: false });
  expect(existsSync(file)).toBe(false);

  const made = await cli(...args);
  expect({ code: made.code, err: made.err }).toEqual({ code: 0, err: "" });
  expect(made.out).toBe(
    `Wrote ${file}: Sharma Paints, DLR7001, A5, leads to ${JSON.parse(planned.out).address as string}\n`,
  );
  expect(qrIn(readFileSync(file))).toBe(JSON.parse(planned.out).address);
  expect(await asOwner("select actor_kind, data from history where event = 'qr.posterMade'")).toEqual([
    { actor_kind: `system:${house().name}`, data: { qrId: "DLR7001", size: "A5" } },
  ]);
  expect((await cli(...args)).code).toBe(5);
}, 60_000);

test("qr poster writes to stdout, where only the poster is", async () => {
  const { code, out } = await cli("qr", "poster", "DLR7001", "--out", "-");
  expect(code).toBe(0);
  expect(out).toMatch(/^%PDF-/);
});

test.each([
  { args: ["qr", "poster", "NOBODY"], code: 3, says: "This QR code does not exist" },
  { args: ["qr", "poster", "DLR7002"], code: 5, says: "This QR code has been switched off" },
  { args: ["qr", "poster", "DLR7001", "--size", "A3"], code: 2, says: "Allowed choices are A4, A5." },
])("$args ends with $code and says why", async ({ args, code, says }) => {
  const ended = await cli(...args, "--out", path.join(folder, "none.pdf"));
  expect({ code: ended.code, out: ended.out }).toEqual({ code, out: "" });
  expect(ended.err).toContain(says);
});
