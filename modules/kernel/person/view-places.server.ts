import { sql } from "kysely";
import { rows } from "../db/db.server.ts";
import { DomainError } from "../errors.ts";
import { type AnyList, listsOfSameRows, typedFilters } from "../lists/list.server.ts";
import { ownerNow } from "../lists/owners.server.ts";
import { viewsChanged } from "../lists/views.server.ts";
import { log } from "../log.server.ts";
import { announce } from "../work/live.server.ts";
import { namesPerson, type PersonPlace, personRows } from "./person-places.server.ts";

type View = { id: string; admin_id: string; list: string; query: string };

/**
 * Saved views with a search, a number or a city that finds nothing any more: it may have been the erased person's, also
 * with a typing error. What still finds a row names somebody or something that is there, so the view stays, and so do
 * views of choices and days.
 */
const searchingViews: PersonPlace = {
  table: "list_views",
  byTime: true,
  columns: ["query"],
  atOnce: false,
  held: async () => [],
  erase: async ({ before }) => {
    const views = await rows(sql<View>`select id, admin_id, list, query from list_views where created_at <= ${before}`);
    const gone: string[] = [];
    for (const view of views) if (!(await allMatch(view))) gone.push(view.id);
    if (gone.length > 0) await announce([viewsChanged]);
    return (await rows(sql`delete from list_views where id = any(${gone}::uuid[]) returning 1`)).length;
  },
};

/** Whether each thing that was typed into a view finds a row, by itself and with the rights of the view's admin. */
async function allMatch({ admin_id, list, query }: View): Promise<boolean> {
  const where = { adminId: admin_id, lists: listsOfSameRows(list) };
  for (const [name, value] of new URLSearchParams(query))
    if (isTyped(name) && value && !(await hasMatch({ [name]: value }, where))) return false;
  return true;
}

const isTyped = (name: string) => typedFilters.some((each) => each === name);

type Where = { adminId: string; lists: readonly AnyList[] };

/** Whether one of the lists that have the field finds a row by it; a list whose admin may not read it finds none. */
async function hasMatch(filter: Record<string, string>, { adminId, lists }: Where): Promise<boolean> {
  for (const list of lists) {
    // Strictly, because a list without the field would find every row.
    const parsed = list.filter.strict().safeParse(filter);
    if (!parsed.success) continue;
    try {
      const actor = await ownerNow({ subject: "admin", id: adminId });
      const { rows: matches } = await list.page(actor, { ...parsed.data, take: 1 });
      if (matches.length > 0) return true;
    } catch (error) {
      // A search that cannot be made any more finds nothing, and stops no erasure.
      if (!(error instanceof DomainError)) log.warn({ err: error, list: list.name }, "a saved view cannot be searched");
    }
  }
  return false;
}

/** Views whose name names the person; it is not handed out, because it is an operator's. */
const viewNames = personRows({
  table: "list_views",
  part: "names",
  columns: "name",
  unsaid: "name",
  where: (person) => sql`${namesPerson(sql`name`, person)} and created_at <= ${person.before}`,
  atOnce: true,
});
const namedViews: PersonPlace = {
  ...viewNames,
  held: async () => [],
  erase: async (person) => {
    await announce([viewsChanged]);
    return viewNames.erase(person);
  },
};

/** Where saved views may name a customer. */
export const viewPlaces: readonly PersonPlace[] = [namedViews, searchingViews];
