import { sql } from "kysely";
import type { MessageKey } from "#modules/messages/index.ts";
import { type Actor, can, need } from "../actor.ts";
import { now } from "../clock.ts";
import { changesBetween } from "../db/changes.ts";
import { row, rows, transaction } from "../db/db.server.ts";
import { record, type Subject } from "../db/history.ts";
import { rowId } from "../db/row-id.ts";
import { conflict, type DomainError, type FieldValues, missing } from "../errors.ts";
import { cachedBriefly } from "../work/lately.server.ts";
import { announce } from "../work/live.server.ts";
import { adminOf } from "./bulk-act.server.ts";

/*
 * A saved view is a named query of a list: its filter, columns and order. It grants no rights: the list is always read
 * with the rights of the admin who opens the view. A view belongs to one admin and can be shared with a role.
 */

/** The most views of one list per admin. */
export const mostViews = 20;

/** The maximum length of a view's query. */
const longestQuery = 1_000;

/** The permission to share views with a role. */
const sharing = { can: "edit_role_permissions.full_access" } as const;

/** Whether an actor may share views with roles and change shared ones. */
export const mayShareViews = (actor: Actor) => can(actor, sharing.can);

export type SavedView = {
  id: string;
  name: string;
  /** The query string of the list. */
  query: string;
  /** The role the view is shared with. */
  roleId: string | null;
  mayChange: boolean;
  version: number;
};

type Row = { id: string; admin_id: string; name: string; query: string; role_id: string | null; version: number };

/** The views of a list an admin sees: their own, then those shared with their role, each in order of creation. */
export async function viewsOf(actor: Actor, list: string): Promise<SavedView[]> {
  const views = await storedViews(list, adminOf(actor), actor.kind === "admin" ? (actor.roleId ?? null) : null);
  return views.map(({ id, admin_id, name, query, role_id, version }) => ({
    id,
    name,
    query,
    roleId: role_id,
    version,
    mayChange: mayChange(actor, { admin_id, role_id }),
  }));
}

/** What a change of views is announced by. */
export const viewsChanged = "list-views";
const storedViews = cachedBriefly(viewsChanged, (list: string, adminId: string, roleId: string | null) =>
  rows<Row>(
    sql`select id, admin_id, name, query, role_id, version from list_views
      where list = ${list} and (admin_id = ${adminId} or role_id = ${roleId}) order by admin_id <> ${adminId}, created_at, id`,
  ),
);

/** The owner may change a private view; a shared one needs the permission to share. */
const mayChange = (actor: Actor, { admin_id, role_id }: Pick<Row, "admin_id" | "role_id">) =>
  role_id ? mayShareViews(actor) : actor.kind === "admin" && admin_id === actor.adminId;

export type ViewInput = { name: string; query: string; roleId?: string | undefined };

/** Save a query under a name, optionally shared with a role; returns the view's id. */
export const saveView = (actor: Actor, list: string, { name, query, roleId }: ViewInput): Promise<string> =>
  transaction(async () => {
    const adminId = adminOf(actor);
    await lockViews(adminId, list);
    const existing = await row<{ n: number }>(
      sql`select count(*)::int as n from list_views where admin_id = ${adminId} and list = ${list}`,
    );
    if (existing!.n >= mostViews) throw conflict("views.tooMany", { most: mostViews });
    await needFreeName(adminId, list, name);
    if (roleId) needSharable(actor, query);
    const id = rowId();
    await rows(
      sql`insert into list_views (id, admin_id, list, name, query, role_id, created_at)
       values (${id}, ${adminId}, ${list}, ${name}, ${fitting(query)}, ${roleId ?? null}, ${now()})`,
    );
    if (roleId) await tell(actor, { id, list, roleId }, "view.shared");
    return id;
  });

/**
 * The refusal of a form that was filled from the version `sent`: it says who changed which fields of the record since, as
 * the history has it, and what they are now.
 */
export type StaleRefusal = (
  actor: Actor,
  stale: {
    subject: Subject;
    id: string;
    event: string;
    sent: number;
    version: number;
    now: FieldValues;
    names: Record<string, MessageKey>;
  },
) => Promise<DomainError>;

/** Replace the query of a view. Refused by `refusal` when the view was changed since `version`. */
export const changeView = (
  actor: Actor,
  list: string,
  { id, version, query }: { id: string; version: number; query: string },
  refusal: StaleRefusal,
): Promise<void> =>
  transaction(async () => {
    const view = await viewToChange(actor, list, { id, version }, refusal);
    if (view.role_id) needSharable(actor, query);
    await rows(sql`update list_views set query = ${fitting(query)}, version = version + 1 where id = ${id}`);
    await noteChange(actor, view, { ...fieldsOf(view), query });
    if (view.role_id) await tell(actor, { id, list, roleId: view.role_id }, "view.changed");
  });

/** Rename a view, and share it with a role or stop sharing it. Refused as `changeView` is. */
export const renameView = (
  actor: Actor,
  list: string,
  { id, version, name, roleId }: { id: string; version: number; name: string; roleId?: string | undefined },
  refusal: StaleRefusal,
): Promise<void> =>
  transaction(async () => {
    const view = await viewToChange(actor, list, { id, version }, refusal);
    await needFreeName(view.admin_id, list, name, id);
    if (roleId) needSharable(actor, view.query);
    await rows(
      sql`update list_views set name = ${name}, role_id = ${roleId ?? null}, version = version + 1 where id = ${id}`,
    );
    await noteChange(actor, view, { ...fieldsOf(view), name, role: roleId ?? null });
    if (view.role_id && view.role_id !== roleId) await tell(actor, { id, list, roleId: view.role_id }, "view.unshared");
    if (roleId && view.role_id !== roleId) await tell(actor, { id, list, roleId }, "view.shared");
  });

/** Delete a view. Refused as `changeView` is; without a version it is deleted as it is. */
export const deleteView = (
  actor: Actor,
  list: string,
  { id, version }: { id: string; version?: number | undefined },
  refusal: StaleRefusal,
): Promise<void> =>
  transaction(async () => {
    const view = await viewToChange(actor, list, { id, version }, refusal);
    await rows(sql`delete from list_views where id = ${id}`);
    if (view.role_id) await tell(actor, { id, list, roleId: view.role_id }, "view.unshared");
  });

async function viewToChange(
  actor: Actor,
  list: string,
  { id, version }: { id: string; version?: number | undefined },
  refusal: StaleRefusal,
): Promise<Row> {
  const candidate = await row<Row>(sql`select * from list_views where id = ${id} and list = ${list}`);
  const seen =
    candidate && (candidate.admin_id === adminOf(actor) || candidate.role_id !== null) ? candidate : undefined;
  if (!seen || !mayChange(actor, seen)) throw missing("views.missing");
  await lockViews(seen.admin_id, list);
  const view = await row<Row>(sql`select * from list_views where id = ${id} for update`);
  if (!view) throw missing("views.missing");
  if (version !== undefined && view.version !== version) {
    const { name, role } = fieldsOf(view);
    throw await refusal(actor, {
      subject: "admin",
      id,
      event: changedEvent,
      sent: version,
      version: view.version,
      now: { name, role },
      names: fieldNames,
    });
  }
  return view;
}

const changedEvent = "view.changed";

/** A view as the fields of its forms. */
const fieldsOf = ({ name, query, role_id }: Row) => ({ name, query, role: role_id });
const fieldNames: Record<string, MessageKey> = {
  name: "common.name",
  query: "views.shows",
  role: "views.shareWith",
};

/** Notes which fields of a view changed; a name and a query may be words about a person, so their values are not noted. */
const noteChange = (actor: Actor, view: Row, after: FieldValues) =>
  record(actor, {
    subject: "admin",
    id: view.id,
    event: changedEvent,
    data: { version: view.version + 1, ...changesBetween(fieldsOf(view), after, () => ({})) },
  });

/** Serialize changes to an admin's views, so that the limit and unique names hold; each is announced. */
async function lockViews(adminId: string, list: string) {
  await rows(sql`select pg_advisory_xact_lock(hashtextextended(${`views:${adminId}:${list}`}, 0))`);
  await announce([viewsChanged]);
}

async function needFreeName(adminId: string, list: string, name: string, but: string | null = null) {
  const taken = await row(
    sql`select 1 from list_views
      where admin_id = ${adminId} and list = ${list} and lower(name) = lower(${name}) and id is distinct from ${but}::uuid`,
  );
  if (taken) throw conflict("views.nameTaken");
}

/** Refuse to share a search: it may be a person's name or phone number. */
function needSharable(actor: Actor, query: string) {
  need(actor, sharing.can);
  if (new URLSearchParams(query).get("search")) throw conflict("views.searchNotShared");
}

function fitting(query: string) {
  if (query.length > longestQuery) throw conflict("views.tooLong");
  return query;
}

const tell = (
  actor: Actor,
  { id, list, roleId }: { id: string; list: string; roleId: string },
  event: "view.shared" | "view.changed" | "view.unshared",
) => record(actor, { subject: "admin", id: adminOf(actor), event, data: { viewId: id, list, roleId } });
