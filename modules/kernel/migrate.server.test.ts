import { sql } from "kysely";
import { expect, test } from "vitest";
import { jobs } from "#modules/index.ts";
import { appUrlFrom } from "#modules/kernel/db/roles.server.ts";
import { migrateDown, migrateUp } from "#modules/kernel/migrate.server.ts";
import { migrationNames, status } from "#modules/kernel/schema-state.server.ts";
import { asOwner, openDatabase, ownerUrl } from "#modules/testing/database.ts";
import { aClosedJob } from "#modules/testing/work.ts";

openDatabase();

/** Every column, constraint, index, trigger and function of the schema, in PostgreSQL's own words. */
const shape = async () =>
  (
    await asOwner<{ line: string }>(`
      select line from (
        select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
          from information_schema.columns where table_schema = 'public'
        union all select format('%s: %s', conrelid::regclass, pg_get_constraintdef(oid))
          from pg_constraint where connamespace = 'public'::regnamespace
        union all select indexdef from pg_indexes where schemaname = 'public'
        union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
          where not tgisinternal and relnamespace = 'public'::regnamespace
        union all select format('%s %s', p.oid::regprocedure, md5(prosrc)) from pg_proc p
          where pronamespace = 'public'::regnamespace
        union all select format('%s %s %s', table_name, grantee, privilege_type)
          from information_schema.role_table_grants where table_schema = 'public'
      ) as lines order by line`)
  ).map((row) => row.line);

const at = { owner: ownerUrl, app: appUrlFrom(ownerUrl) };

test("all migrations have run in the template", async () => {
  const { executed, pending } = await status(ownerUrl);
  expect(pending).toEqual([]);
  expect(executed.map(({ name }) => name)).toEqual(migrationNames());
});

test("down and up again, the newest alone and all of them, leaves the same schema and rights", async () => {
  const before = await shape();
  expect(before.length).toBeGreaterThan(50);
  for (const steps of [1, migrationNames().length]) {
    expect(await migrateDown(steps, at)).toEqual(migrationNames().slice(-steps).reverse());
    expect(await migrateUp(jobs, at)).toEqual(migrationNames().slice(-steps));
    expect(await shape()).toEqual(before);
  }
});

test("the buyer of an invoice moves out of its facts and back, value by value", async () => {
  const { ticket } = await aClosedJob({ name: "Meera Nair", houseNumber: "House 12" });
  const invoice = () =>
    asOwner<{ id: string; facts: object }>(sql`select id, facts from invoices where ticket_id = ${ticket.id}`);
  const buyers = () => asOwner("select to_jsonb(b) - 'created_at' as buyer from invoice_buyers b order by invoice_id");
  const [before] = await invoice();
  const bought = await buyers();
  expect([bought.length, before?.facts]).toEqual([1, expect.not.objectContaining({ recipient: expect.anything() })]);
  const names = migrationNames();
  const steps = names.length - names.findIndex((name) => name.includes("buyer"));
  await migrateDown(steps, at);
  expect((await invoice())[0]?.facts).toMatchObject({ recipient: { name: "Meera Nair" } });
  await migrateUp(jobs, at);
  expect(await invoice()).toEqual([before]);
  expect(await buyers()).toEqual(bought);
});

test("any number of processes may migrate an empty database at once: each migration runs once", async () => {
  const url = new URL(`${ownerUrl}_empty`);
  const name = url.pathname.slice(1);
  await asOwner(`create database ${name}`);
  const empty = { owner: url.href, app: appUrlFrom(url.href) };
  try {
    const done = await Promise.all(Array.from({ length: 6 }, () => migrateUp(jobs, empty)));
    expect(done.flat().sort()).toEqual(migrationNames());
    expect((await status(empty.app)).pending).toEqual([]);
  } finally {
    await asOwner(`drop database ${name} with (force)`);
  }
});

test("a phone of several admins stays with the SUPER_ADMIN, else with the oldest; the others are emptied, and back", async () => {
  const names = migrationNames();
  const steps = names.length - names.findIndex((name) => name.includes("a-phone-is-one-admins"));
  await migrateDown(steps, at);
  const both = "9810000001";
  const roles = "9810000002";
  const alone = "9810000003";
  const spelled = "+91 98100-00004";
  const admins = [
    ["elder", both, "CLIENT", "2026-01-01", null],
    ["chief", both, "SUPER_ADMIN", "2026-02-01", null],
    ["younger", roles, "ROLE", "2026-02-01", null],
    ["first", roles, "ROLE", "2026-01-01", null],
    ["deleted", roles, "SUPER_ADMIN", "2025-01-01", "2026-03-01"],
    ["alone", alone, "ROLE", "2026-01-01", null],
    ["spelled", spelled, "ROLE", "2026-01-01", null],
    ["none", null, "ROLE", "2026-01-01", null],
  ] as const;
  for (const [name, mobile, role, made, deleted] of admins)
    await asOwner(sql`insert into admins (id, user_name, password_hash, name, mobile, admin_role, created_at, updated_at, deleted_at)
       values (gen_random_uuid(), ${name}, '', ${name}, ${mobile}, ${role}, ${made}, ${made}, ${deleted})`);
  const before = await asOwner("select user_name, mobile from admins order by user_name");
  await migrateUp(jobs, at);
  const after = await asOwner<{
    user_name: string;
  }>(sql`select user_name, mobile, mobile_proved_at is not null as proved, mobile_emptied as emptied from admins
      where user_name = any(${admins.map(([name]) => name)}) order by user_name`);
  expect(after).toEqual([
    { user_name: "alone", mobile: alone, proved: true, emptied: null },
    { user_name: "chief", mobile: both, proved: false, emptied: null },
    { user_name: "deleted", mobile: roles, proved: false, emptied: null },
    { user_name: "elder", mobile: null, proved: false, emptied: both },
    { user_name: "first", mobile: roles, proved: false, emptied: null },
    { user_name: "none", mobile: null, proved: false, emptied: null },
    { user_name: "spelled", mobile: "9810000004", proved: true, emptied: null },
    { user_name: "younger", mobile: null, proved: false, emptied: roles },
  ]);
  await migrateDown(steps, at);
  const spelledAlike = before.map((row) => ({
    ...(row as object),
    ...((row as { user_name: string }).user_name === "spelled" && { mobile: "9810000004" }),
  }));
  expect(await asOwner("select user_name, mobile from admins order by user_name")).toEqual(spelledAlike);
  await migrateUp(jobs, at);
});
