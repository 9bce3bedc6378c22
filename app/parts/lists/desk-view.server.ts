import type { z } from "zod";
import { adminPage } from "#app/http/doors/page.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { searchTextOf } from "#app/ui/base/refused.ts";
import type { ListRow } from "#app/ui/list/columns.tsx";
import type { Older } from "#app/ui/list/counts.ts";
import { allRoles } from "#modules/access/index.ts";
import { can } from "#modules/kernel/actor.ts";
import { bulksFor } from "#modules/kernel/lists/bulk.server.ts";
import { columnsFor } from "#modules/kernel/lists/list.server.ts";
import { mayShareViews, viewsOf } from "#modules/kernel/lists/views.server.ts";
import { say } from "#modules/messages/index.ts";
import {
  type Admin,
  type AnyDeskList,
  addressOf,
  alwaysShown,
  choosable,
  type DeskFilter,
  type DeskList,
  type DeskQuery,
  filterOf,
  isNarrowed,
  listAddress,
  olderDays,
  olderOf,
  usualColumns,
  usualDays,
  valuesOf,
  viewQuery,
} from "./desk-list.server.ts";
import { settingsOf } from "./desk-settings.server.ts";
import { daysShown, listView } from "./list-view.server.ts";

/** The loader of a list's page. */
export const deskPage = <Row, Extra extends object, Also extends object = object>(desk: DeskList<Row, Extra, Also>) =>
  adminPage({ can: desk.list.can ?? "any admin", query: addressOf(desk) }, (admin, query, door) =>
    deskView(desk, admin, query, door),
  );

/** One page of a filtered list, its views with their counts, its filters in words, and an open dialog. */
export async function deskView<Row, Extra extends object, Also extends object>(
  desk: DeskList<Row, Extra, Also>,
  admin: Admin,
  address: DeskQuery,
  door: Door,
) {
  const { list } = desk;
  const saved = await viewsOf(admin, list.name);
  const open = saved.find(({ id }) => id === address.saved);
  const settings = settingsOf(list.name, usualColumns(desk), address, door, {
    ofView: Boolean(open),
    filters: rememberedIn(desk, address),
  });
  const { take, compact, columns } = settings;
  const query: DeskQuery = { ...address, ...(open ? {} : settings.filters) };
  const filter = filterOf(desk, query);
  const shownNow = viewQuery(desk, query, { columns, compact });
  const values = valuesOf(desk, query);
  const word = (key: Parameters<typeof say>[0]) => say(key, {}, door.locale);
  // A card on a phone shows the same, whatever columns are chosen.
  const shown = new Set([...alwaysShown(desk), ...usualColumns(desk), ...(desk.card ?? []), ...columns]);
  const { after, before, row } = query;
  const page = await listView<z.ZodObject, Row, Extra>(
    list,
    filter as Record<string, unknown>,
    { after, before, row, take },
    { admin, door, shown },
    (row) => desk.extras(admin, row),
  );
  const count = (narrowed: object) => list.count?.(admin, narrowed) ?? { n: page.rows.length, exact: true };
  const filters = (
    await Promise.all(desk.filters.map((filter) => shownFilter(filter, query, values, admin, door)))
  ).filter(({ offered }) => !offered || offered.length > 0);
  const unset = filters.filter(({ rare, find, chosen }) => rare && !find && !chosen);
  const more = unset.length > 1 ? unset : [];
  return {
    ...page,
    ...daysShown(query, desk.allDays),
    list: { ...page.list, path: desk.path },
    older: await olderThanShown(desk, admin, query, filter),
    views: await Promise.all(
      Object.entries(desk.views ?? {}).map(async ([name, view]) => ({
        name,
        label: word(view.label),
        count: await count(filterOf(desk, { from: query.from, to: query.to, days: query.days, view: name })),
      })),
    ),
    siblings: (desk.siblings ?? []).map(({ path, label }) => ({ path, label: word(label) })),
    saved: saved.map(({ id, name, query: savedQuery, roleId }) => ({
      id,
      name,
      shared: roleId !== null,
      to: listAddress(desk, `saved=${id}&${savedQuery}`),
    })),
    /** The open saved view. */
    open: open && {
      id: open.id,
      name: open.name,
      version: open.version,
      roleId: open.roleId,
      mayChange: open.mayChange,
      changed: open.query !== shownNow,
    },
    /** The list's current state as a view would store it. */
    shownNow,
    /** Whether the current state differs from every tab. */
    unsaved: open ? open.query !== shownNow : isNarrowed(desk, address),
    mayShare: mayShareViews(admin),
    /** The roles a view can be shared with, for its open dialog; null if this admin may not share. */
    roles: mayShareViews(admin) && (query.act === "saveView" || query.act === "renameView") ? await allRoles() : null,
    act: query.act,
    bulks: bulksFor(admin, list).map(({ name, label }) => ({ name, label })),
    settings: { compact, columns: [...columns] },
    /** The columns to choose from, while their dialog is open. */
    choosable: query.act === "columns" ? choosableBy(desk, admin, door) : null,
    /** The filters with their values, and their values in words; those that are rarely set only when they are. */
    filters: filters.filter((filter) => !more.includes(filter)),
    /** The others: empty until their dialog is open, null where there are none. */
    more: more.length === 0 ? null : query.act === "filters" ? more : [],
    view: query.view && desk.views?.[query.view] ? query.view : null,
    /** Whether anything but the days narrows the list. */
    narrowed: Boolean(query.view) || desk.filters.some(({ name, remembered }) => !remembered && query[name]),
    oldestFirst: query.order === "oldest",
    did: query.did,
    selectable: Boolean(list.sum ?? list.pick),
    add: desk.add && can(admin, desk.add.can) ? { to: desk.add.to, label: word(desk.add.label) } : null,
    seen: query.order ? { ...page.seen, head: null } : page.seen,
    also: (await desk.also?.(admin, query, door)) ?? null,
  };
}

/**
 * The rows that match the filter and came before the default range; null for none, and where the address or the view has
 * days of its own.
 */
async function olderThanShown(
  { list, allDays }: AnyDeskList,
  admin: Admin,
  { from, to, days }: DeskQuery,
  filter: { from?: Date },
): Promise<Older | null> {
  if (!list.count || allDays || from || to || days || filter.from?.getTime() !== usualDays().from.getTime())
    return null;
  return olderOf(await list.count(admin, { ...filter, ...olderDays() }));
}

async function shownFilter(
  { name, label, choices, maxLength, find, rare, remembered }: DeskFilter,
  query: DeskQuery,
  values: Record<string, string>,
  admin: Admin,
  door: Door,
) {
  const value = (remembered ? String(query[name] ?? "any") : values[name]) ?? "";
  const choosable = await choices?.(admin, door);
  const offered = Array.isArray(choosable) ? choosable : choosable?.options;
  const search =
    choosable && "searchAt" in choosable && choosable.searchAt ? searchIn(name, choosable.searchAt, door) : null;
  const chosen = (offered ? offered.find((choice) => choice.value === value)?.label : value) || undefined;
  return {
    name,
    label: say(label, {}, door.locale),
    value,
    chosen,
    offered,
    search,
    maxLength,
    find,
    rare,
    remembered,
  };
}

/** Where a filter's other options are found, and what its form was sent to find without JavaScript. */
const searchIn = (name: string, at: string, { url }: Door) => ({
  at,
  typed: url.searchParams.get(searchTextOf(name)) ?? "",
});

function choosableBy(desk: AnyDeskList, actor: Admin, { locale }: Door) {
  const ids = choosable(desk);
  return columnsFor(desk.list, { actor, locale }).filter(({ id }) => ids.includes(id));
}

const rememberedIn = ({ filters }: AnyDeskList, query: DeskQuery) =>
  Object.fromEntries(
    filters.flatMap(({ name, remembered }) =>
      remembered && query[name] !== undefined ? [[name, String(query[name])]] : [],
    ),
  );

/** The data of a list's page; `Row` is what its screen adds to a row, `Also` what it needs besides. */
export type DeskView<Extra extends object = object, Also extends object = object> = Omit<
  Awaited<ReturnType<typeof deskView<never, Extra, Also>>>,
  "rows" | "also"
> & { rows: (ListRow & Extra)[]; also: Also | null };
