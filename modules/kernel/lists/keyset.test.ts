import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#modules/testing/database.ts";
import { fc } from "#modules/testing/property.ts";
import { system } from "../actor.ts";
import { rows, unitOfWork } from "../db/db.server.ts";
import { countedExactly, countRows, keysetPage, type Page, type Place } from "./keyset.server.ts";

openDatabase();

type Row = { id: string; at: Date };

/** A list with rows at the given instants, many of them equal. */
function listOf(moments: readonly number[], ascending: boolean) {
  const all = moments.map((minute, n) => ({
    id: `0193b1a2-0000-7000-8000-${String(n).padStart(12, "0")}`,
    at: new Date(Date.UTC(2026, 10, 22, 10, minute)),
  }));
  const page = (place: Place): Promise<Page<Row>> => {
    const ids = all.map(({ id }) => id);
    const instants = all.map(({ at }) => at);
    return unitOfWork(() =>
      keysetPage<Row>(system("cli"), place, { markOf: (row) => row, ascending }, ({ beyond, order, limit }) =>
        rows(
          sql`select r.id, r.at from unnest(${ids}::uuid[], ${instants}::timestamptz[]) as r (id, at)
            where ${beyond("r.at", "r.id")} order by ${order("r.at", "r.id")} limit ${limit}`,
        ),
      ),
    );
  };
  const sorted = [...all].sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
  return { page, ids: (ascending ? sorted : sorted.reverse()).map(({ id }) => id) };
}

const idsOf = ({ rows: pageRows }: Page<Row>) => pageRows.map(({ id }) => id);

test("forwards every row comes once and in order, and backwards the same pages come again", async () => {
  const plans = fc.tuple(
    fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 23 }),
    fc.integer({ min: 1, max: 7 }),
    fc.boolean(),
  );
  await fc.assert(
    fc.asyncProperty(plans, async ([moments, take, ascending]) => {
      const { page, ids } = listOf(moments, ascending);
      const pages: Page<Row>[] = [await page({ take })];
      for (let next = pages[0]!.next; next; next = pages.at(-1)!.next) pages.push(await page({ take, after: next }));
      expect(pages.flatMap(idsOf)).toEqual(ids);
      expect(pages[0]!.previous).toBeNull();
      const back: Page<Row>[] = [];
      for (let previous = pages.at(-1)!.previous; previous; previous = back[0]!.previous)
        back.unshift(await page({ take, before: previous }));
      expect(back.map(idsOf)).toEqual(pages.slice(0, -1).map(idsOf));
      for (const each of back) expect(each.next).not.toBeNull();
    }),
    { numRuns: 40 },
  );
});

test("a row that comes meanwhile is on no page twice, and stands before the first one", async () => {
  const before = listOf([5, 4, 3, 2, 1], false);
  const first = await before.page({ take: 2 });
  const meanwhile = listOf([5, 4, 3, 2, 1, 9], false);
  expect(idsOf(await meanwhile.page({ take: 2, after: first.next! }))).toEqual(before.ids.slice(2, 4));
  expect(idsOf(await meanwhile.page({ take: 2, before: first.head! }))).toEqual(meanwhile.ids.slice(0, 1));
});

test("a count is exact to 10,000, and says that there are more beyond", async () => {
  const count = (most: number) => unitOfWork(() => countRows(sql`from generate_series(1, ${most}::int)`));
  expect(await count(0)).toEqual({ n: 0, exact: true });
  expect(await count(countedExactly)).toEqual({ n: countedExactly, exact: true });
  expect(await count(countedExactly + 1)).toEqual({ n: countedExactly, exact: false });
});
