import { type Actor, actorId } from "#modules/kernel/actor.ts";
import { type Change, changesSince, only } from "#modules/kernel/db/changes.ts";
import type { Subject } from "#modules/kernel/db/history.ts";
import { type ChangerRole, changed, changerRoles, type DomainError, type FieldValues } from "#modules/kernel/errors.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { adminName } from "./admins.ts";

type Stale = {
  subject: Subject;
  id: string;
  /** The event of its changes in the history; without one, every event that carries a version. */
  event?: string;
  /** The version the form was filled from, and the one there is. */
  sent: number;
  version: number;
  /** The current values of its fields, as the actor may see them. */
  now: FieldValues;
  names: Record<string, MessageKey>;
  /** The message of the refusal. */
  key?: MessageKey;
  /** The fields changed by an event whose history row does not name them. */
  fieldsOf?: (event: string) => readonly string[];
  /** Fields the actor is not told about, neither their change nor their values. */
  hides?: readonly string[];
  /** The name of who made a change, where it was not an admin. */
  nameOf?: (change: Pick<Change, "actor_kind" | "actor_id">) => Promise<string | null>;
};

/**
 * The refusal of a form that was filled from an older version: who changed which fields since, and their values now.
 * When the history has no record of it, the refusal only says that there was a change.
 */
export async function changedMeanwhile(actor: Actor, stale: Stale): Promise<DomainError> {
  const recordedChanges = await changesSince(stale);
  const shown = (field: string) => !stale.hides?.includes(field);
  const changes = recordedChanges.map((change) => ({
    ...change,
    changed: (change.changed.length > 0 ? change.changed : [...(stale.fieldsOf?.(change.event) ?? [])]).filter(shown),
  }));
  if (changes.length === 0) return changed(undefined, stale.key);
  const fields = [...new Set(changes.flatMap((change) => change.changed))];
  return changed(
    {
      version: stale.version,
      changes: await Promise.all(changes.map((change) => changeShownTo(actor, change, stale))),
      names: Object.fromEntries(Object.entries(stale.names).filter(([name]) => fields.includes(name))),
      // The values before the first change are those the form was filled with.
      was: only(fields, Object.assign({}, ...changes.map(({ from }) => from).reverse())),
      now: only(fields, stale.now),
    },
    stale.key,
  );
}

/**
 * The refusal of an order of rows that was made of another one: who changed the order last, and when. `name` is the label
 * of what was changed.
 */
export async function orderChanged(
  actor: Actor,
  last: Pick<Change, "actor_kind" | "actor_id" | "at"> | undefined,
  name: MessageKey,
): Promise<DomainError> {
  if (!last) return changed();
  const changes = [await changeShownTo(actor, { ...last, changed: ["order"] })];
  return changed({ changes, names: { order: name }, was: {}, now: {} });
}

type MadeChange = Pick<Change, "actor_kind" | "actor_id" | "at" | "changed">;

/** A change as its reader is shown it: whose it was, and which fields it changed. */
async function changeShownTo(actor: Actor, change: MadeChange, { nameOf }: Pick<Stale, "nameOf"> = {}) {
  const { actor_kind, actor_id, at, changed } = change;
  const own = actor_kind === actor.kind && actor_id === actorId(actor);
  const by = own ? null : await whoMade(change, nameOf);
  return { by, role: roleOf(actor_kind), own, at: at.toISOString(), fields: changed };
}

/** The role of a history row's actor; the system stands there with the name of its job. */
function roleOf(kind: string): ChangerRole {
  const [role] = kind.split(":");
  return changerRoles.find((known) => known === role) ?? "other";
}

async function whoMade(change: MadeChange, nameOf: Stale["nameOf"]) {
  if (change.actor_kind === "admin") return change.actor_id ? adminName(change.actor_id) : null;
  return (await nameOf?.(change)) ?? null;
}
