import type { z } from "zod";
import type { Actor } from "./actor.ts";
import { istDate } from "./clock.ts";
import { type Locale, type MessageKey, say } from "./messages/index.ts";
import { type SheetColumn, type SheetFormat, sheetFormats } from "./spreadsheet.server.ts";

/** Rows of a page of an export: enough to be quick, few enough to hold. */
const pageSize = 500;

type Page<Row> = { rows: readonly Row[]; next: string | null };

/** A list that can be had as a file. Its module says what stands in it, masked as on the screen. */
export type List<Row, Filter> = {
  /** In the file's name and in the history. */
  name: string;
  /** What it can be narrowed to, as JSON keeps it. */
  filter: z.ZodType<Filter>;
  columns: (tell: (key: MessageKey) => string) => readonly SheetColumn<Row>[];
  page: (actor: Actor, asked: Filter & { after: string | undefined; take: number }) => Promise<Page<Row>>;
};

// biome-ignore lint/suspicious/noExplicitAny: the registry holds lists of different rows
type AnyList = List<any, any>;

const lists = new Map<string, AnyList>();

/** Declare a list, so that a job finds it by its name. */
export function defineList<Row, Filter>(list: List<Row, Filter>): List<Row, Filter> {
  lists.set(list.name, list);
  return list;
}

/** The list of this name; a name nobody declared is a bug. */
export function listNamed(name: string): AnyList {
  const list = lists.get(name);
  if (!list) throw new Error(`there is no list ${name}`);
  return list;
}

/** Who wants which rows of a list, how and in which language. */
export type ListWish<Filter> = { actor: Actor; filter: Filter; format: SheetFormat; locale: Locale };

/** The pages of a list one after another, from its beginning. */
export async function* pagesOf<Row, Filter>(list: List<Row, Filter>, { actor, filter }: ListWish<Filter>) {
  let after: string | undefined;
  do {
    const { rows, next } = await list.page(actor, { ...filter, after, take: pageSize });
    yield rows;
    after = next ?? undefined;
  } while (after);
}

/** Pages of a list as the bytes of a file. */
export function sheetOf<Row, Filter>(
  list: List<Row, Filter>,
  { format, locale }: Pick<ListWish<Filter>, "format" | "locale">,
  pages: AsyncIterable<readonly Row[]>,
) {
  const { mime, write } = sheetFormats[format];
  return {
    stream: write(
      list.columns((key) => say(key, {}, locale)),
      pages,
    ),
    mime,
  };
}

/** The name of a file made at this moment. */
export const fileNameOf = (list: string, format: SheetFormat, at?: Date) => `${list}-${istDate(at)}.${format}`;

/** What a list was narrowed to, as the history keeps it: never a name or a number somebody searched for. */
export const told = (filter: object): Record<string, string | true> =>
  Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined && value !== null && value !== "")
      .map(([name, value]) => [name, name === "search" || (value instanceof Date ? istDate(value) : String(value))]),
  );
