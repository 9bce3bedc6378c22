import type { z } from "zod";
import { type Locale, type MessageKey, say } from "#modules/messages/index.ts";
import { type Actor, can, isDesk, isSuperAdmin, need, type Permission } from "../actor.ts";
import { istDate } from "../clock.ts";
import { denied } from "../errors.ts";
import { type SheetColumn, type SheetFormat, sheetFormats } from "../files/spreadsheet.server.ts";
import type { Paise } from "../money.ts";
import type { Count, Page, Place } from "./keyset.server.ts";
import type { CellKinds, Cells, ColumnKind, ColumnPlace, TableColumn } from "./table.ts";

/*
 * A list is defined once, in its module: its filter, its columns and who sees each, and how to find a page, the count
 * and the sums. The screen, the API call, the export and bulk actions all read this definition. A screen adds only
 * presentation: links, chips, buttons, and which values share a cell.
 */

/** Rows per page of an export: large enough to be fast, small enough for memory. */
const exportPageSize = 1_000;

export type Tell = (key: MessageKey, params?: Record<string, string | number>) => string;

type ColumnOf<Row, K extends ColumnKind> = ColumnPlace & {
  id: string;
  label: MessageKey;
  /** The heading on a screen, where the cell shows more values than in a file. */
  screenLabel?: MessageKey;
  kind: K;
  value: (row: Row, tell: Tell) => CellKinds[K] | null | undefined;
  /** Who sees the column; without it, everybody who may see the list. */
  seenBy?: (actor: Actor) => boolean;
  /** Hidden on screens until the reader chooses it. */
  off?: boolean;
};

type ColumnOfAnyKind<Row> = { [K in ColumnKind]: ColumnOf<Row, K> }[ColumnKind];

/** One column of a list; on the screen and in files unless `on` says otherwise, with the same value in both. */
export type Column<Row> = ColumnOfAnyKind<Row> & { on?: "screen" };

/** A column of files only; its value may read the whole row. */
export type FileColumn<Row> = ColumnOfAnyKind<Row> & { on: "file" };

/** The columns of a list. Screens may read a shorter form of the rows (`Line`) than files (`Row`). */
export type Table<Line, Row extends Line = Line> = {
  columns: readonly (Column<Line> | FileColumn<Row>)[];
  /** The id of a row for actions on it. */
  key: (row: Line) => string;
};

/** What a reader has on the screen: the cursor of the first row, the rows' ids, and when they were read. */
export type Seen = { head?: string | undefined; ids: readonly string[]; at: Date };

/** Rows newer than the first one seen, and rows seen or matching that changed since. */
export type News = { added: number; changed: number };

/** A selected row: its id for actions, and its name for people. */
export type Picked = { key: string; name: string };

/** The most rows that can be selected individually. */
export const mostPicked = 1_000;

/** A list of a module. `page` returns rows already masked for the asking actor. */
export type List<Filter extends z.ZodObject, Line, Row extends Line = Line> = Table<Line, Row> & {
  /** Used in file names, saved views and the history. */
  name: string;
  title: MessageKey;
  /** The permission an admin needs; asked again when a job reads the list. */
  can?: Permission;
  /** Whether people of a center's desk see it, where centers do. */
  desk?: true;
  /** What its rows are: a bulk verb works on every list of the same rows. */
  rowsAre?: string;
  /** Whether every admin who sees the list may take it as a file; otherwise only a SUPER_ADMIN may (Q58). */
  filesForAll?: boolean;
  /** Whether its files bear its name alone, where the specification fixes it (R317); otherwise the day, too. */
  undated?: true;
  /** What the list can be filtered by; parses query fields as well as the stored JSON. */
  filter: Filter;
  page: (actor: Actor, query: z.output<Filter> & Place) => Promise<Page<Row>>;
  count?: (actor: Actor, filter: z.output<Filter>) => Promise<Count>;
  /** The sum of the selected amounts in paise; null for more rows than are counted exactly. */
  sum?: (actor: Actor, filter: z.output<Filter>) => Promise<Paise | null>;
  /** How many rows came or changed since a page was read; a list with a live bar has it. */
  since?: (actor: Actor, filter: z.output<Filter>, seen: Seen) => Promise<News>;
  /** The rows that match a filter, up to `most`; a list with bulk verbs has it. */
  pick?: (actor: Actor, filter: z.output<Filter>, most: number) => Promise<Picked[]>;
};

// biome-ignore lint/suspicious/noExplicitAny: the registry holds lists of different rows
export type AnyList = List<any, any>;

const lists = new Map<string, AnyList>();

/** Declare a list, so that a job can find it by name. */
export function defineList<Filter extends z.ZodObject, Line, Row extends Line = Line>(
  list: List<Filter, Line, Row>,
): List<Filter, Line, Row> {
  lists.set(list.name, list);
  return list;
}

/** The list with this name; an undeclared name is a bug. */
export function listNamed(name: string): AnyList {
  const list = lists.get(name);
  if (!list) throw new Error(`there is no list ${name}`);
  return list;
}

/** A list and the others of the same rows; empty for a name that no list has any more. */
export function listsOfSameRows(name: string): AnyList[] {
  const own = lists.get(name);
  if (!own) return [];
  const others = [...lists.values()].filter((list) => list !== own && list.rowsAre && list.rowsAre === own.rowsAre);
  return [own, ...others];
}

/** Whether an admin holds the list's permission, and whether a center's desk sees it; others pass. */
export const maySeeList = (actor: Actor, list: Pick<AnyList, "can" | "desk">) =>
  (!isDesk(actor) || list.desk === true) && (list.can === undefined || actor.kind !== "admin" || can(actor, list.can));

/** Refuse an admin who lacks the list's permission, and a person of a desk that does not see it. */
export function needList(actor: Actor, list: Pick<AnyList, "can" | "desk">) {
  if (isDesk(actor) && !list.desk) throw denied("deskLogin.ownersAlone");
  if (list.can && actor.kind === "admin") need(actor, list.can);
}

/** Whether an actor may take a list as a file, provided they may see it (Q58). */
export const mayTakeFile = (actor: Actor, { filesForAll }: Pick<AnyList, "filesForAll">) =>
  actor.kind !== "admin" || filesForAll === true || isSuperAdmin(actor);

/** Refuse an actor who may not see a list, or may not take it as a file. */
export function needFile(actor: Actor, list: Pick<AnyList, "can" | "desk" | "filesForAll">) {
  needList(actor, list);
  if (!mayTakeFile(actor, list)) throw denied();
}

/** The actor who reads a list, and the language. */
type Reader = { actor: Actor; locale: Locale };

const tellIn =
  (locale: Locale): Tell =>
  (key, params) =>
    say(key, params ?? {}, locale);

/** The columns of a screen that a reader may see. */
const seenBy = <Line>(columns: Table<Line, never>["columns"], actor: Actor) =>
  columns.filter(isOnScreen<Line>).filter(({ seenBy }) => !seenBy || seenBy(actor));

const labelled = ({ id, label, screenLabel, kind, always, sorts, width }: Column<never>, tell: Tell): TableColumn => ({
  id,
  label: tell(screenLabel ?? label),
  kind,
  always,
  sorts,
  width,
});

/** The columns a reader may see on a screen, in their order. */
export const columnsFor = ({ columns }: Pick<AnyList, "columns">, { actor, locale }: Reader): TableColumn[] =>
  seenBy(columns, actor).map((column) => labelled(column, tellIn(locale)));

/**
 * A page as a table for a screen: the columns this actor may see, and each row's id and cells in the reader's language;
 * with `shown`, only these columns. `beside` adds what else the screen needs of a row.
 */
export function tableOf<Line, Extra extends object = object>(
  { columns, key }: Table<NoInfer<Line>, never>,
  rows: readonly Line[],
  { actor, locale, shown }: Reader & { shown?: ReadonlySet<string> },
  extra: (row: NoInfer<Line>) => Extra = () => ({}) as Extra,
) {
  const tell = tellIn(locale);
  const sent = seenBy(columns, actor).filter(({ id }) => !shown || shown.has(id));
  const cells = (row: Line): Cells => Object.fromEntries(sent.map(({ id, value }) => [id, value(row, tell) ?? null]));
  return {
    columns: sent.map((column) => labelled(column, tell)),
    rows: rows.map((row) => ({ ...extra(row), id: key(row), cells: cells(row) })),
  };
}

const isOnScreen = <Line>(column: Column<Line> | FileColumn<never>): column is Column<Line> => column.on !== "file";

/** An export request: whose, which rows, in which format and language. */
export type ListRequest<Filter> = Reader & { filter: Filter; format: SheetFormat };

/** All pages of a list, one after another from the beginning. */
export async function* pagesOf<Filter extends z.ZodObject, Line, Row extends Line>(
  list: List<Filter, Line, Row>,
  { actor, filter }: Pick<ListRequest<z.output<Filter>>, "actor" | "filter">,
) {
  let after: string | undefined;
  do {
    const { rows, next } = await list.page(actor, { ...filter, after, take: exportPageSize });
    yield rows;
    after = next ?? undefined;
  } while (after);
}

/** All pages of rows as the bytes of a file; its sheet has the list's title. */
export function sheetOf<Line, Row extends Line>(
  { columns, title }: Table<Line, Row> & { title?: MessageKey },
  { actor, format, locale }: Reader & { format: SheetFormat },
  pages: AsyncIterable<readonly Row[]>,
) {
  const tell = tellIn(locale);
  const { mime, write } = sheetFormats[format];
  const sheet = columns
    .filter(({ on, seenBy }) => on !== "screen" && (!seenBy || seenBy(actor)))
    .map((column): SheetColumn<Row> => ({ label: tell(column.label), cell: (row) => cellOf(column, row, tell) }));
  return { stream: write(sheet, pages, title && tell(title)), mime };
}

function cellOf<Row>(column: ColumnOfAnyKind<Row>, row: Row, tell: Tell): ReturnType<SheetColumn<Row>["cell"]> {
  switch (column.kind) {
    case "yesNo": {
      const value = column.value(row, tell);
      return { as: "text", value: value == null ? null : tell(value ? "common.yes" : "common.no") };
    }
    case "text":
    case "address":
    case "service":
      return { as: "text", value: column.value(row, tell) ?? null };
    case "moment":
      return { as: "moment", value: column.value(row, tell) ?? null };
    case "count":
    case "rupees":
      return { as: column.kind, value: column.value(row, tell) ?? null };
  }
}

/** The name of an export file made at this instant. */
export const fileNameOf = ({ name, undated }: { name: string; undated?: true }, format: SheetFormat, at?: Date) =>
  undated ? `${name}.${format}` : `${name}-${istDate(at)}.${format}`;

/** The fields of filters into which words are typed: a search, a request's number, a city. They may name a person. */
export const typedFilters = ["search", "number", "city"] as const;

/** The filter of a list as the history stores it: of what was typed only that it was. */
export const auditableFilter = (filter: object): Record<string, string | true> =>
  Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined && value !== null && value !== "")
      .map(([name, value]) => [
        name,
        typedFilters.some((typed) => typed === name) || (value instanceof Date ? istDate(value) : String(value)),
      ]),
  );
