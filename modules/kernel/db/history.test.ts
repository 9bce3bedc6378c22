import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#modules/testing/database.ts";
import { system } from "../actor.ts";
import { rows, transaction } from "./db.server.ts";
import { historyBytes, record, recordBytes } from "./history.ts";

openDatabase();

test("rows of the history keep the order they were written in, many of one moment as well", async () => {
  const id = randomUUID();
  const entry = (n: number) => ({ subject: "job", id, event: "order.kept", data: { n } }) as const;
  await transaction(async () => {
    const many = Array.from({ length: 5000 }, (_, n) => entry(n));
    await recordBytes(historyBytes(system("test"), many));
    for (let n = 5000; n < 5020; n++) await record(system("test"), entry(n));
  });
  const stored = await rows<{ n: number }>(
    sql`select (data->>'n')::int as n from history where subject_id = ${id} order by id`,
  );
  expect(stored.map(({ n }) => n)).toEqual(Array.from({ length: 5020 }, (_, n) => n));
});
