import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { daysOf } from "#app/parts/desk-list/desk-list.server.ts";
import { placeFields } from "#app/parts/lists/place.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { day, fromNow, istDate } from "#modules/kernel/clock.ts";
import { type Place, pageSizes } from "#modules/kernel/lists/keyset.server.ts";
import { type List, mayTakeFile, tableOf } from "#modules/kernel/lists/list.server.ts";
import { bound, id, lenient, wholeNumber } from "#modules/kernel/validation.ts";
import { say } from "#modules/messages/index.ts";

/* The lists of wallets and payments: several of them share a page, as its tabs and tables. */

/** Days, position and page size of such a list, as query fields. */
export const moneyFields = {
  ...placeFields,
  from: lenient(bound("start")),
  to: lenient(bound("end")),
  days: lenient(z.literal("all")),
  take: lenient(z.enum(pageSizes.map(String) as [string, ...string[]])),
  row: lenient(wholeNumber(1, 10_000_000)),
  did: lenient(id),
};

type MoneyQuery = Place & {
  from?: Date | undefined;
  to?: Date | undefined;
  days?: "all" | undefined;
  row?: number | undefined;
};
type Reader = { admin: ActorOf<"admin">; door: Pick<Door, "locale"> };

/** The days as the filter shows them. */
export function daysShown(query: Pick<MoneyQuery, "from" | "to" | "days">) {
  const { from, to } = daysOf(query);
  return {
    days: {
      all: query.days === "all",
      from: from ? istDate(from) : "",
      to: to ? istDate(to) : "",
      usuallyAll: false,
    },
    today: istDate(),
    monthAgo: istDate(fromNow(-29 * day)),
  };
}

/** A page of a list with its count, for the days asked for; `beside` is what the screen needs of a row besides its cells. */
export async function moneyTable<Filter extends z.ZodObject, Row, Extra extends object>(
  list: List<Filter, Row>,
  narrowed: Omit<z.output<Filter>, "from" | "to">,
  { after, before, take, row, ...period }: Omit<MoneyQuery, "take"> & { take: number },
  { admin, door }: Reader,
  extraOf: (row: Row) => Extra,
) {
  const filter = { ...narrowed, ...daysOf(period) } as z.output<Filter>;
  const { rows, head: _, ...pages } = await list.page(admin, { ...filter, after, before, take });
  return {
    ...tableOf<Row, Extra>(list, rows, { actor: admin, locale: door.locale }, extraOf),
    name: list.name,
    title: say(list.title, {}, door.locale),
    pages,
    count: (await list.count?.(admin, filter)) ?? { n: rows.length, exact: true },
    first: after || before ? (row ?? 1) : 1,
    take,
    sizes: [...pageSizes],
    mayTakeFile: mayTakeFile(admin, list),
  };
}
