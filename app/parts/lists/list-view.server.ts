import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import type { ListRow } from "#app/ui/list/columns.tsx";
import { day, fromNow, istDate, now } from "#modules/kernel/clock.ts";
import { type Place, pageSizes } from "#modules/kernel/lists/keyset.server.ts";
import { type List, mayTakeFile, tableOf } from "#modules/kernel/lists/list.server.ts";
import { bound, id, lenient, wholeNumber } from "#modules/kernel/validation.ts";
import { say } from "#modules/messages/index.ts";
import { type Admin, daysOf, type Narrowed } from "./desk-list.server.ts";
import { placeFields } from "./place.ts";

type Position = Place & { row?: number | undefined; take: number };
/** Who reads a list, in which language, and the columns the screen sends; without `shown` all of them. */
type Reader = { admin: Admin; door: Pick<Door, "locale">; shown?: ReadonlySet<string> };

/** Returns a page of a list with its count, as every console screen shows it; `extraOf` adds what a row needs besides its cells. */
export async function listView<Filter extends z.ZodObject, Row, Extra extends object>(
  list: List<Filter, Row>,
  filter: z.output<Filter>,
  { after, before, row, take }: Position,
  { admin, door: { locale }, shown }: Reader,
  extraOf: (row: Row) => Extra,
) {
  const readAt = now();
  const { rows, head, ...pages } = await list.page(admin, { ...filter, after, before, take });
  return {
    ...tableOf<Row, Extra>(list, rows, { actor: admin, locale, ...(shown && { shown }) }, extraOf),
    list: { name: list.name, title: say(list.title, {}, locale) },
    pages,
    count: (await list.count?.(admin, filter)) ?? { n: rows.length, exact: true },
    first: after || before ? (row ?? 1) : 1,
    take,
    sizes: [...pageSizes],
    mayTakeFile: mayTakeFile(admin, list),
    /** What is on the screen, for the bar of news: rows before the first one of the first page are new. */
    seen: { head: pages.previous ? null : head, at: readAt.getTime() },
  };
}

/** A page of a list on a screen; `Row` is a row with what `extraOf` adds. */
export type ListView<Row extends ListRow> = Omit<
  Awaited<ReturnType<typeof listView<z.ZodObject, never, object>>>,
  "rows"
> & { rows: Row[] };

/** Days, position and page size of a screen that has several lists, as query fields. */
export const tabFields = {
  ...placeFields,
  from: lenient(bound("start")),
  to: lenient(bound("end")),
  days: lenient(z.literal("all")),
  take: lenient(z.enum(pageSizes.map(String) as [string, ...string[]])),
  row: lenient(wholeNumber(1, 10_000_000)),
  did: lenient(id),
};

type Period = Pick<Narrowed, "from" | "to" | "days">;

/** Returns one list of such a screen, for the days its address names. */
export const tabView = <Filter extends z.ZodObject, Row, Extra extends object>(
  list: List<Filter, Row>,
  filter: Omit<z.output<Filter>, "from" | "to">,
  { from, to, days, ...position }: Period & Position,
  reader: Reader,
  extraOf: (row: Row) => Extra,
) => listView(list, { ...filter, ...daysOf({ from, to, days }) } as z.output<Filter>, position, reader, extraOf);

/** The days of a list as its filter shows them; `usuallyAll` for a list that begins with all days. */
export function daysShown({ from, to, days }: Period, usuallyAll = false) {
  const shown = usuallyAll ? { from, to } : daysOf({ from, to, days });
  return {
    days: {
      all: usuallyAll ? !from && !to : days === "all",
      from: shown.from ? istDate(shown.from) : "",
      to: shown.to ? istDate(shown.to) : "",
      usuallyAll,
    },
    today: istDate(),
    monthAgo: istDate(fromNow(-29 * day)),
  };
}
