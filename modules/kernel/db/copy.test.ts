import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#modules/testing/database.ts";
import { copyBytes, copyRows } from "./copy.ts";
import { row, rows, transaction } from "./db.server.ts";

openDatabase();

const into = "copy pg_temp.copied (n, words, facts, at) from stdin";
const table = sql`create temp table if not exists copied
  (n int primary key, words text, facts jsonb, at timestamptz) on commit drop`;

test("rows are copied as they are, whatever characters they hold, beside other statements of one flight", async () => {
  const at = new Date("2026-12-25T11:00:00.123Z");
  const words = ["a\tb\\n\nc\r", "\\N", "", null, "मीरा 👩‍🔧"];
  await transaction(async () => {
    const copied = words.map((text, n) => [n, text, { text }, at]);
    const [, , before, , after] = await Promise.all([
      rows(table),
      rows(sql`select 1`),
      row(sql`select count(*)::int as n from copied`),
      copyRows(into, copyBytes(copied)),
      row(sql`select count(*)::int as n from copied`),
    ]);
    expect([before, after]).toEqual([{ n: 0 }, { n: words.length }]);
    expect(await rows(sql`select words, facts, at from copied order by n`)).toEqual(
      words.map((text) => ({ words: text, facts: { text }, at })),
    );
  });
});

test("a row that is refused refuses the transaction with what was sent after it, and the connection goes on", async () => {
  const twice = copyBytes([[1], [2], [1]].map(([n]) => [n, "x", {}, null]));
  for (const first of [table, sql`select 1 / 0`]) {
    const refused = transaction(() =>
      Promise.all([rows(first), copyRows(into, twice), row(sql`select count(*)::int as n from copied`)]),
    );
    await expect(refused).rejects.toMatchObject({ code: first === table ? "23505" : "22012" });
  }
  expect(await row(sql`select 1 as one`)).toEqual({ one: 1 });
});
