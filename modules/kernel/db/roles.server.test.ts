import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { rows } from "#modules/kernel/db/db.server.ts";
import { appendOnlyTables } from "#modules/kernel/db/roles.server.ts";
import { appUrl, asOwner, openDatabase } from "#modules/testing/database.ts";

openDatabase();

/** The SQLSTATE that refuses a statement of the application's role; undefined when it is accepted. */
async function refusal(sql: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  try {
    await client.query(sql);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await client.end();
  }
}
const noPermission = "42501";
const tables = async () =>
  (await rows<{ name: string }>(sql`select tablename as name from pg_tables where schemaname = 'public'`)).map(
    (row) => row.name,
  );

test("the application's role owns nothing and cannot make, change or drop a table", async () => {
  const [table] = (await tables()).filter((name) => name !== "mikro_orm_migrations");
  expect(await refusal("create table mine (id int)")).toBe(noPermission);
  expect(await refusal(`alter table "${table}" add column mine int`)).toBe(noPermission);
  expect(await refusal(`drop table "${table}"`)).toBe(noPermission);
  expect(await refusal(`truncate "${table}"`)).toBe(noPermission);
  expect(await refusal("create schema mine")).toBe(noPermission);
});

test("history, ledger and invoices take new rows and never change or lose one", async () => {
  const present = new Set(await tables());
  for (const table of appendOnlyTables) {
    expect(present, `${table} is no table`).toContain(table);
    expect(await refusal(`update "${table}" set id = id`), table).toBe(noPermission);
    expect(await refusal(`delete from "${table}"`), table).toBe(noPermission);
    expect(await refusal(`truncate "${table}"`), table).toBe(noPermission);
  }
});

test("the application's role reads which migrations ran and cannot claim one", async () => {
  expect(await refusal("select * from mikro_orm_migrations")).toBeUndefined();
  expect(await refusal("insert into mikro_orm_migrations (name) values ('mine')")).toBe(noPermission);
});

test("a table made by hand is append-only until the next migration sets its rights", async () => {
  await asOwner("create table later (id int)");
  expect(await refusal("insert into later values (1)")).toBeUndefined();
  expect(await refusal("update later set id = 2")).toBe(noPermission);
});
