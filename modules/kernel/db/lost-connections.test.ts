import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#modules/testing/database.ts";
import { pool, row, transaction, unitOfWork } from "./db.server.ts";
import { queryOn } from "./sql.ts";

openDatabase();

const mine = async () => (await row<{ pid: number }>(sql`select pg_backend_pid() as pid`))!.pid;
const cut = (pid: number) => queryOn(pool(), sql`select pg_terminate_backend(${pid})`);

test("transactions whose connection dies cost the pool no place, however many they are", async () => {
  for (let time = 0; time < 25; time++) {
    const died = unitOfWork(() =>
      transaction(async () => {
        await cut(await mine());
        await row(sql`select 1`);
      }),
    );
    await expect(died).rejects.toThrow("error.unavailable");
  }
  const most = pool().options.max!;
  const together = Array.from({ length: most }, () => unitOfWork(() => transaction(mine)));
  expect(await Promise.all(together)).toHaveLength(most);
  expect(pool().totalCount).toBeLessThanOrEqual(most);
});

test("a connection that dies under a query outside transactions costs none either", async () => {
  for (let time = 0; time < 25; time++)
    await expect(row(sql`select pg_terminate_backend(pg_backend_pid())`)).rejects.toThrow();
  // The pool may hand out a dying connection once more before it learns that the connection has ended.
  await expect.poll(() => mine().catch(() => undefined)).toBeGreaterThan(0);
  expect(pool().totalCount).toBeLessThanOrEqual(pool().options.max!);
});
