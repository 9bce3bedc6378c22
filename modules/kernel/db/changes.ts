import { sql } from "kysely";
import type { FieldValues } from "../errors.ts";
import { rows } from "./db.server.ts";
import type { Subject } from "./history.ts";

/** A change of a form's fields as its history row keeps it in `data`, with the version it led to. */
type StoredChange = { version: number; changed: string[]; from: FieldValues; to: FieldValues };

/**
 * What changed between two states of a form's fields, for a history row: the names of all changed fields, and of their
 * values what `recordable` leaves. History is never erased, so of private fields only the name is kept.
 */
export function changesBetween(
  before: FieldValues,
  after: FieldValues,
  recordable: (state: FieldValues) => FieldValues,
) {
  const changed = Object.keys(after).filter((name) => comparedText(before[name]) !== comparedText(after[name]));
  return { changed, from: only(changed, recordable(before)), to: only(changed, recordable(after)) };
}

/** A field's value as one text to compare by; ticked boxes have no order. */
const comparedText = (value: FieldValues[string] | undefined) =>
  typeof value === "object" && value ? [...value].sort().join("\n") : (value ?? "");

/** The fields of these names. */
export const only = (names: readonly string[], state: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(state).filter(([name]) => names.includes(name)));

export type Change = StoredChange & { event: string; actor_kind: string; actor_id: string | null; at: Date };

/** More than are made while somebody has a form open. */
const mostChanges = 50;

/**
 * The changes of a record after a version of it, oldest first; history rows without a version are left out. With
 * `event` only those of that event. A row that does not name the changed fields has none.
 */
export async function changesSince(thing: { subject: Subject; id: string; event?: string; sent: number }) {
  const changes = await rows<
    Omit<Change, keyof StoredChange> & { data: Pick<StoredChange, "version"> & Partial<StoredChange> }
  >(
    sql`select event, actor_kind, actor_id, data, at from history
      where subject = ${thing.subject} and subject_id = ${thing.id} and (${thing.event ?? null}::text is null or event = ${thing.event ?? null}) and (data->>'version')::int > ${thing.sent}
      order by at, id limit ${sql.lit(mostChanges)}`,
  );
  return changes.map(({ data, ...change }): Change => {
    const { version, changed = [], from = {}, to = {} } = data;
    return { ...change, version, changed, from, to, at: new Date(change.at) };
  });
}
