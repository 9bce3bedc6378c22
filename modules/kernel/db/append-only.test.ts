import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import pg from "pg";
import { from } from "pg-copy-streams";
import { beforeAll, describe, expect, test } from "vitest";
import { appUrl, asOwner, openDatabase, ownerUrl } from "#modules/testing/database.ts";
import { aCenter, aTicket } from "#modules/testing/factories.ts";
import { joiningBonus } from "#modules/wallet/ledger/top-up.ts";
import { toPaise } from "../money.ts";
import { unitOfWork } from "./db.server.ts";
import { appendOnlyTables } from "./roles.server.ts";

openDatabase();

/*
 * Rows of the ledger, the history and the invoices never change. The application's role has no right to change them,
 * and triggers stop the owner's role, which has the right.
 */

type Table = (typeof appendOnlyTables)[number];

/** A column of each table and a value that would change a row. */
const columns: Record<Table, { names: string; value: string }> = {
  history: { names: "event", value: "'other'" },
  entries: { names: "amount_paise", value: "1" },
  transfers: { names: "cause", value: "'other'" },
  invoices: { names: "total_paise", value: "1" },
  fee_papers: { names: "total_paise", value: "1" },
};

/** The columns of each table that are written: all that are not made from others. */
const written = {} as Record<Table, string>;

/** Every way to change or remove an existing row; each succeeds if nothing stops it. */
const roads: Record<string, (table: Table) => string> = {
  UPDATE: (table) => `update ${table} set ${columns[table].names} = ${columns[table].value}`,
  DELETE: (table) => `delete from ${table}`,
  "TRUNCATE … CASCADE": (table) => `truncate ${table} cascade`,
  "MERGE … UPDATE": (table) =>
    `merge into ${table} t using ${table} s on t.id = s.id
     when matched then update set ${columns[table].names} = ${columns[table].value}`,
  "MERGE … DELETE": (table) => `merge into ${table} t using ${table} s on t.id = s.id when matched then delete`,
  "INSERT … ON CONFLICT DO UPDATE": (table) =>
    `insert into ${table} (${written[table]}) select ${written[table]} from ${table} on conflict (id)
     do update set ${columns[table].names} = ${columns[table].value}`,
  "a CTE that changes rows": (table) =>
    `with changed as (update ${table} set ${columns[table].names} = ${columns[table].value} returning 1) select * from changed`,
  "a CTE that removes rows": (table) =>
    `with gone as (delete from ${table} returning *)
     insert into ${table} (${written[table]}) select ${written[table]} from gone`,
  "UPDATE of no row": (table) => `update ${table} set ${columns[table].names} = ${columns[table].value} where false`,
};

/** The protections that an attacker could try to disable first. */
const wallsDown: Record<string, (table: Table) => string> = {
  "the triggers off": (table) => `alter table ${table} disable trigger all`,
  "one trigger off": (table) => `alter table ${table} disable trigger ${table}_append_only`,
  "no trigger": (table) => `drop trigger ${table}_append_only on ${table}`,
  "another trigger function": () =>
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'",
  "a rule": (table) => `create rule other as on insert to ${table} do also delete from ${table}`,
  "a replica's session": () => "set session_replication_role = replica",
  "the owner's role": () => `set role ${new URL(ownerUrl).username}`,
  "the owner's session": () => `set session authorization ${new URL(ownerUrl).username}`,
  "more rights": (table) => `grant update on ${table} to current_user`,
  "another owner": (table) => `alter table ${table} owner to current_user`,
  "a child table": (table) => `create temp table child () inherits (${table})`,
  "another schema": (table) => `alter table ${table} set schema pg_temp`,
  "membership of the owner": () => `grant ${new URL(ownerUrl).username} to current_user`,
  "a program's rows": (table) => `copy ${table} from program 'true'`,
};

const noPermission = "42501";
const appendOnly = "GS003";

/** The SQLSTATE that refuses the last of these statements of one session; undefined when it is accepted. */
async function refusal(url: string, ...statements: string[]): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin");
    for (const statement of statements) await client.query(statement);
    await client.query("commit");
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await client.end();
  }
}

const everything = async () =>
  JSON.stringify(await Promise.all(appendOnlyTables.map((table) => asOwner(`select * from ${table} order by id`))));

let before: string;
beforeAll(() =>
  unitOfWork(async () => {
    const { id: centerId } = await aCenter();
    const { id: ticketId } = await aTicket();
    await joiningBonus({ centerId, amountPaise: toPaise(500) });
    await asOwner(sql`insert into invoices (id, ticket_id, number, financial_year, sequence, total_paise, facts, issued_at)
       values (gen_random_uuid(), ${ticketId}, 'A/1', '2026-27', 1, 100, '{}', now())`);
    await asOwner(sql`insert into fee_papers (id, kind, product, number, financial_year, sequence, transfer_id, center_id, total_paise, facts, issued_at)
       select gen_random_uuid(), 'invoice', 'subscription', 'A/1', '2026-27', 1, id, ${centerId}, 100, '{}', now() from transfers limit 1`);
    await asOwner(sql`insert into history (id, subject, subject_id, event, actor_kind, data, at)
       values (gen_random_uuid(), 'ticket', ${ticketId}, 'ticket.tested', 'system:test', '{}', now())`);
    for (const table of appendOnlyTables) {
      const [there] = await asOwner<{
        names: string;
      }>(sql`select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
          where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`);
      written[table] = there!.names;
    }
    before = await everything();
  }),
);

describe.each(appendOnlyTables)("%s", (table) => {
  test.each(Object.entries(roads))("is not changed by %s", async (road, statement) => {
    expect(await refusal(appUrl, statement(table)), "the application").toBe(noPermission);
    if (road !== "UPDATE of no row") {
      expect(await refusal(ownerUrl, statement(table)), "the owner").toBe(appendOnly);
      const replica = "set session_replication_role = replica";
      expect(await refusal(ownerUrl, replica, statement(table)), "a replica's session").toBe(appendOnly);
    }
    expect(await everything()).toBe(before);
  });

  test.each(Object.entries(wallsDown))("keeps its walls: the application's role gets no %s", async (_, statement) => {
    // Some of these are refused, others only warn without effect: either way the rows cannot be changed.
    expect(await refusal(appUrl, statement(table), roads.UPDATE!(table))).toBe(noPermission);
  });
});

test.each(appendOnlyTables)("a COPY into %s adds rows and replaces none", async (table) => {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  try {
    const [there] = await asOwner<{ line: string }>(
      `select string_agg(coalesce(value, '\\N'), chr(9)) as line
       from json_each_text((select to_json(t) from (select ${written[table]} from ${table} limit 1) t))`,
    );
    const copying = pipeline(
      Readable.from([`${there!.line}\n`]),
      client.query(from(`copy ${table} (${written[table]}) from stdin`)),
    );
    await expect(copying).rejects.toMatchObject({ code: expect.stringMatching(/^(23505|GS00\d)$/) });
  } finally {
    await client.end();
  }
  expect(await everything()).toBe(before);
});
