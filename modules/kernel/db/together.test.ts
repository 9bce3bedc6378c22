import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#modules/testing/database.ts";
import { pool, row, rows, unitOfWork } from "./db.server.ts";

openDatabase();

type NumberedRow = { n: number; pid: number };
const asks = (n: number) => sql`select ${n}::int as n, pg_backend_pid() as pid`;
const divides = (n: number) => sql`select 10 / ${n}::int as n, pg_backend_pid() as pid`;

test("what is asked in one turn shares a connection with its like alone, and each gets its own answer", async () => {
  const [first, other, second] = await Promise.all([
    row<NumberedRow>(asks(1)),
    row<NumberedRow>(divides(5)),
    row<NumberedRow>(asks(2)),
  ]);
  expect([first?.n, other?.n, second?.n]).toEqual([1, 2, 2]);
  expect(first?.pid).toBe(second?.pid);
  expect(first?.pid).not.toBe(other?.pid);
});

test("one of them that is refused refuses no other, and their connection is not used again", async () => {
  const settled = await Promise.allSettled([5, 0, 2].map((n) => row<NumberedRow>(divides(n))));
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(settled[1]).toMatchObject({ reason: { code: "22012" } });
  const pid = (settled[0] as PromiseFulfilledResult<NumberedRow>).value.pid;
  expect((await row<NumberedRow>(asks(1)))?.pid).not.toBe(pid);
});

test("text of several statements travels alone: where one is refused, its like is answered", async () => {
  const several = sql`begin; select 1 / (case when random() < 2 then 0 else 1 end); commit`;
  const settled = await Promise.allSettled([rows(several), rows(several), row<NumberedRow>(asks(3))]);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  for (const each of settled.slice(0, 2)) expect(each).toMatchObject({ reason: { code: "22012" } });
  const after = await Promise.all(
    Array.from({ length: 20 }, (_, n) => row<NumberedRow>(sql`${asks(n)}, ${sql.lit(n)}`)),
  );
  expect(after.map((answer) => answer?.n)).toEqual(after.map((_, n) => n));
});

test("all of them learn that their connection died, and it costs the pool no place", async () => {
  const dies = (n: number) => sql`select pg_terminate_backend(pg_backend_pid()), ${n}::int`;
  for (let time = 0; time < 15; time++) {
    const queries = [1, 2, 3].map((n) => unitOfWork(() => row(dies(n))));
    const settled = await Promise.allSettled(queries);
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  }
  await expect.poll(() => row<NumberedRow>(asks(7)).catch(() => undefined)).toMatchObject({ n: 7 });
  expect(pool().totalCount).toBeLessThanOrEqual(pool().options.max!);
});

test("more turns than the pool has connections wait for their place", async () => {
  const texts = Array.from({ length: 3 * pool().options.max! }, (_, n) => sql`${asks(n)}, ${sql.lit(n)} as place`);
  const answers = await Promise.all(texts.map((text) => row<NumberedRow & { place: number }>(text)));
  expect(answers.map((answer) => [answer?.n, answer?.place])).toEqual(texts.map((_, n) => [n, n]));
});
