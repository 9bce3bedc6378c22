import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import type { SearchedOptions } from "#app/ui/combobox/options.ts";
import type { Count, Older } from "#app/ui/list/counts.ts";
import type { ActorOf, Permission } from "#modules/kernel/actor.ts";
import { day, fromIst, fromNow, istDate } from "#modules/kernel/clock.ts";
import { bulksOn } from "#modules/kernel/lists/bulk.server.ts";
import { type AnyList, mostPicked } from "#modules/kernel/lists/list.server.ts";
import { id, lenient, optionalText, publicId, text, version, wholeNumber } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { settingsFields } from "./desk-settings.server.ts";
import { filterFields, filterShown } from "./filter-fields.ts";
import { placeFields } from "./place.ts";

/*
 * A list of the admin console: what its screen adds to the list's definition in the module. Page, actions, tally and
 * export of every list are made from it by the files beside this one.
 */

export type Admin = ActorOf<"admin">;

export type Choice = { value: string; label: string };

/** A filter that readers set themselves. */
export type DeskFilter = {
  /** The field of the list's filter. */
  name: string;
  label: MessageKey;
  /** What may be chosen, all or some of many; without it any text may be typed. */
  choices?: (admin: Admin, door: Door) => Promise<Choice[] | SearchedOptions> | Choice[];
  /** The longest text that may be typed. */
  maxLength?: number;
  /** It is this list's search, which `f` opens. */
  find?: true;
  /** Rarely used: it stands under 'More filters' until it is set. */
  rare?: true;
  /** This browser remembers the choice (R258). */
  remembered?: true;
};

/** A view beside the whole list, shown as a tab with its count. */
export type BuiltInView = { label: MessageKey; filter: () => object };

export type DeskList<Row, Extra extends object, Also extends object> = {
  list: AnyList;
  path: string;
  filters: readonly DeskFilter[];
  views?: Readonly<Record<string, BuiltInView>>;
  /** The view that is shown where the address names none; without it, the whole list. */
  usualView?: string;
  /** It begins with all days, not with the default range. */
  allDays?: true;
  /** Other tables of the same screen, as tabs in their order; its own is among them. */
  siblings?: readonly { path: string; label: MessageKey }[];
  /** The names of dialogs beside those of the list itself. */
  dialogs?: readonly string[];
  /** A form that adds a row. */
  add?: { to: string; label: MessageKey; can: Permission };
  /** Columns whose cells a row's card on a phone shows, also where they are hidden until chosen. */
  card?: readonly string[];
  /** What the screen needs of a row besides its cells. */
  extras: (admin: Admin, row: Row) => Extra;
  /** What the screen needs besides its rows. */
  also?: (admin: Admin, query: DeskQuery, door: Door) => Promise<Also>;
};

// biome-ignore lint/suspicious/noExplicitAny: what is common to all lists does not read their rows
export type AnyDeskList = DeskList<any, any, any>;

/** The filter of a list as its address has it. */
export type Narrowed = {
  view?: string | undefined;
  days?: "all" | undefined;
  order?: "oldest" | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  [filter: string]: unknown;
};

/** The address of a list: filter, position, settings, and an open dialog. */
export type DeskQuery = Narrowed & {
  after?: string | undefined;
  before?: string | undefined;
  take?: string | undefined;
  chosen?: "1" | undefined;
  compact?: "1" | undefined;
  cols?: string[] | undefined;
  row?: number | undefined;
  did?: string | undefined;
  act?: string | undefined;
  of?: string | undefined;
  saved?: string | undefined;
};

/** The dialogs of every list. */
const ownDialogs = ["saveView", "renameView", "deleteView", "analysis", "filters", "columns"] as const;

const onScreen = ({ list }: AnyDeskList) => list.columns.filter(({ on }) => on !== "file");

/** The columns that are always shown, those to choose from, in their order, and those of them shown by default. */
export const alwaysShown = (desk: AnyDeskList): string[] =>
  onScreen(desk)
    .filter(({ always }) => always)
    .map(({ id }) => id);
export const choosable = (desk: AnyDeskList): string[] =>
  onScreen(desk)
    .filter(({ always }) => !always)
    .map(({ id }) => id);
export const usualColumns = (desk: AnyDeskList): string[] =>
  onScreen(desk)
    .filter(({ always, off }) => !off && !always)
    .map(({ id }) => id);

const filterSchemas = new WeakMap<AnyDeskList, z.ZodObject<Record<string, z.ZodType>>>();

/** The fields of the list's filter that readers set themselves, and its days. */
function filterSchemaOf(desk: AnyDeskList) {
  const made = filterSchemas.get(desk);
  if (made) return made;
  const names = [...desk.filters.map(({ name }) => name), "from", "to"];
  const fields = z.object(Object.fromEntries(names.map((name) => [name, desk.list.filter.shape[name]])));
  filterSchemas.set(desk, fields);
  return fields;
}

/** The filter of a list as query fields; invalid ones are ignored. */
export const narrowedFields = (desk: AnyDeskList) => ({
  ...filterFields(filterSchemaOf(desk)),
  ...Object.fromEntries(desk.filters.filter(({ remembered }) => remembered).map(({ name }) => [name, rememberedField])),
  view: lenient(optionalText(40)),
  /** All days, instead of the default range. */
  days: lenient(z.literal("all")),
  order: lenient(z.literal("oldest")),
});

/** A remembered filter may also be "any", which is remembered as well. */
const rememberedField = lenient(optionalText(40));

const viewFields = (desk: AnyDeskList) => ({
  ...narrowedFields(desk),
  ...settingsFields(choosable(desk) as [string, ...string[]]),
});

/** The schema of a list's address. */
export const addressOf = (desk: AnyDeskList): z.ZodType<DeskQuery> =>
  z.object({
    ...viewFields(desk),
    ...placeFields,
    row: lenient(wholeNumber(1, 10_000_000)),
    did: lenient(publicId),
    act: lenient(z.enum([...ownDialogs, ...(desk.dialogs ?? [])])),
    of: lenient(publicId),
    /** The open saved view. */
    saved: lenient(id),
  });

/** A selection as its form sends it: the ticked rows, or all that match the filter. */
export const selectedOf = (desk: AnyDeskList): z.ZodType<Narrowed & { verb: string; ids?: string[]; all?: "1" }> =>
  z.object({
    ...narrowedFields(desk),
    verb: z.enum(bulksOn(desk.list).map(({ name }) => name) as [string], "error.method" satisfies MessageKey),
    ids: z
      .array(publicId)
      .max(mostPicked, "form.check" satisfies MessageKey)
      .optional(),
    all: lenient(z.literal("1")),
  });

const viewName = text(40, "views.nameMissing");
/** The role a view is shared with; empty for none. */
const shareWith = id.optional();
type ViewQuery = Narrowed & { cols?: string[]; compact?: "1" };

/** What the forms of saved views send. */
export const viewForms = (desk: AnyDeskList) => ({
  keep: z.object({ ...viewFields(desk), name: viewName, role: shareWith }) as z.ZodType<
    ViewQuery & { name: string; role?: string }
  >,
  change: z.object({ ...viewFields(desk), saved: id, version }) as z.ZodType<
    ViewQuery & { saved: string; version: number }
  >,
});
export const RenameView = z.object({ saved: id, version, name: viewName, role: shareWith });
export const DeleteView = z.object({ saved: id, version: version.optional() });

const narrowingOf = ({ filters }: AnyDeskList) => [
  "view",
  ...filters.map(({ name }) => name),
  "from",
  "to",
  "days",
  "order",
];

/** The query a saved view stores, in a fixed order so that two equal states compare as equal. */
export function viewQuery(
  desk: AnyDeskList,
  narrowed: Narrowed,
  { columns, compact }: { columns: readonly string[]; compact: boolean },
) {
  const query = new URLSearchParams();
  const { view, days, order } = narrowed;
  const shown: Record<string, string | undefined> = { ...valuesOf(desk, narrowed), view, days, order };
  for (const name of narrowingOf(desk)) if (shown[name]) query.set(name, shown[name]);
  query.set("chosen", "1");
  if (compact) query.set("compact", "1");
  for (const column of choosable(desk)) if (columns.includes(column)) query.append("cols", column);
  return String(query);
}

/** The filter's values as its forms show them. */
export const valuesOf = (desk: AnyDeskList, narrowed: Narrowed): Record<string, string> =>
  filterShown(filterSchemaOf(desk), narrowed);

/** Whether a filter or order is set that no built-in tab covers. */
export const isNarrowed = (desk: AnyDeskList, narrowed: Narrowed) =>
  narrowingOf(desk).some((name) => name !== "view" && narrowed[name]);

/** The list's default range: from 7 days back to 1 day ahead (R222). */
export const usualDays = () => ({
  from: fromIst(istDate(fromNow(-7 * day))),
  to: new Date(fromIst(istDate(fromNow(2 * day))).getTime() - 1),
});

/** All days before the default range. */
export const olderDays = () => ({ from: undefined, to: new Date(usualDays().from.getTime() - 1) });

/** What a count of the rows before the default range says; null for none. */
export const olderOf = (count: Count): Older | null =>
  count.n > 0 ? { count, lastDay: istDate(olderDays().to) } : null;

/** The period in an address. */
export function daysOf({ from, to, days }: Pick<Narrowed, "from" | "to" | "days">) {
  if (days) return { from: undefined, to: undefined };
  return from || to ? { from, to } : usualDays();
}

/** The same filter for the module's list. */
export function filterOf(
  desk: Pick<AnyDeskList, "list" | "filters" | "views" | "usualView" | "allDays">,
  narrowed: Narrowed,
): object {
  const set = desk.filters
    .map(({ name, remembered }) => [name, remembered && narrowed[name] === "any" ? undefined : narrowed[name]] as const)
    .filter(([name, value]) => value && desk.list.filter.shape[name].safeParse(value).success);
  const { from, to, view = desk.usualView } = narrowed;
  return {
    ...Object.fromEntries(set),
    ...(narrowed.order && { oldestFirst: true }),
    ...(desk.allDays ? { from, to } : daysOf(narrowed)),
    ...(view && desk.views?.[view]?.filter()),
  };
}

/** An address of the list with a query. */
export const listAddress = ({ path }: AnyDeskList, query: string) => (query ? `${path}?${query}` : path);
