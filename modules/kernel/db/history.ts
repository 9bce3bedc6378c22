import { sql } from "kysely";
import { type Actor, actorId } from "../actor.ts";
import { now } from "../clock.ts";
import { copyBytes, copyRows } from "./copy.ts";
import { inTransaction, rows, write } from "./db.server.ts";
import { rowId } from "./row-id.ts";

export type Subject =
  | "ticket"
  | "ride"
  | "center"
  | "technician"
  | "qr"
  | "onboarder"
  | "admin"
  | "consumer"
  | "order"
  | "session"
  | "feedback"
  | "catalog"
  | "notification"
  | "job"
  | "installation";

/** The installation as a subject: there is one in a database. */
export const installation = { subject: "installation", id: "00000000-0000-7000-8000-000000000000" } as const;

export type HistoryEntry = {
  subject: Subject;
  /** Internal id of the subject (UUID). */
  id: string;
  /** What happened, dotted and in the past tense. */
  event: string;
  from?: string | null;
  to?: string | null;
  /**
   * Facts worth keeping: ids, amounts, days, choices and the names of fields. Never a secret, and never words about a
   * customer: history is not erased.
   */
  data?: Record<string, unknown>;
};

/** The facts of an entry, with the person of a center's desk whose act it was. */
const dataOf = (actor: Actor, data: HistoryEntry["data"] = {}) =>
  actor.kind === "center" && actor.deskLoginId ? { ...data, deskLoginId: actor.deskLoginId } : data;

const byOf = (actor: Actor) =>
  actor.kind === "system" ? `system:${actor.name}` : actor.kind === "admin" && actor.keyId ? "key" : actor.kind;

/**
 * Write one append-only history row in the transaction of the change it describes: who, what, when, from → to.
 * Timeline, reopen log, center history and audit read these rows.
 */
export async function record(actor: Actor, entry: HistoryEntry) {
  if (!inTransaction()) throw new Error(`${entry.event} must be recorded inside its transaction`);
  write(sql`
    insert into history (id, subject, subject_id, event, actor_kind, actor_id, from_state, to_state, data, at)
    values (${rowId()}, ${entry.subject}, ${entry.id}, ${entry.event}, ${byOf(actor)}, ${actorId(actor)},
            ${entry.from ?? null}, ${entry.to ?? null}, ${JSON.stringify(dataOf(actor, entry.data))}, ${now()})`);
}

/** The rows of many changes, to be written by `recordBytes`. */
export function historyBytes(actor: Actor, entries: readonly HistoryEntry[]): Buffer {
  const by = byOf(actor);
  const byId = actorId(actor);
  const at = now();
  return copyBytes(
    entries.map(({ subject, id, event, from, to, data }) => [
      rowId(),
      subject,
      id,
      event,
      by,
      byId,
      from,
      to,
      dataOf(actor, data),
      at,
    ]),
  );
}

/** Write rows of many changes in their transaction. */
export const recordBytes = (bytes: Buffer) =>
  copyRows(
    "copy history (id, subject, subject_id, event, actor_kind, actor_id, from_state, to_state, data, at) from stdin",
    bytes,
  );

export type HistoryRow = {
  id: string;
  event: string;
  actor_kind: string;
  actor_id: string | null;
  from_state: string | null;
  to_state: string | null;
  data: Record<string, unknown>;
  at: Date;
};

/** The history of one subject, oldest first. */
export async function historyOf(subject: Subject, id: string): Promise<HistoryRow[]> {
  const entries = await rows<Omit<HistoryRow, "at"> & { at: string }>(
    sql`select id, event, actor_kind, actor_id, from_state, to_state, data, at from history
     where subject = ${subject} and subject_id = ${id} order by at, id`,
  );
  return entries.map((entry) => ({ ...entry, at: new Date(entry.at) }));
}
