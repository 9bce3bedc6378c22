import type { Readable } from "node:stream";
import { sql } from "kysely";
import { isMessageKey, type Locale, type MessageKey, type MessageParams } from "#modules/messages/index.ts";
import type { Actor } from "../actor.ts";
import { row, rows } from "../db/db.server.ts";
import { missing } from "../errors.ts";
import { bulkNamed } from "./bulk.server.ts";
import { adminOf } from "./bulk-act.server.ts";
import { type Outcomes, outcomesOf } from "./bulk-run.server.ts";
import { fileNameOf, sheetOf, type Table } from "./list.server.ts";

/** The state of an act: prepared, running, or ended in one of three ways. */
export type BulkState = "asked" | "running" | "done" | "cancelled" | "refused";

/** A row that was not done, and the reason. */
export type BulkTrouble = {
  key: string;
  name: string;
  outcome: "skipped" | "failed";
  reason: MessageKey;
  params: MessageParams;
};

/** An act as shown to its admin. */
export type BulkAct = {
  id: string;
  verb: string;
  /** What its rows are, as the list says. */
  rowsAre: string | undefined;
  label: MessageKey;
  question: MessageKey;
  state: BulkState;
  total: number;
  /** Identifies its rows; sent back with the confirmation. */
  digest: string;
  /** The address of the list where the rows were selected. */
  back: string;
  startedAt: Date | null;
  outcomes: Outcomes;
  /** The names of its first rows. */
  begins: string[];
  /** The first rows that were not done; the file lists all. */
  troubles: BulkTrouble[];
};

const mostBegins = 5;
const mostTroubles = 100;
const filePage = 500;

/** An act of this admin with the outcomes of its rows; refuses others' acts with `bulk.missing`. */
export async function bulkAct(actor: Actor, { id }: { id: string }): Promise<BulkAct> {
  const act = await actOf(actor, id);
  const { label, question, list } = bulkNamed(act.verb);
  const begins = await rows<{ name: string }>(
    sql`select name from bulk_rows where act_id = ${id} order by place limit ${mostBegins}`,
  );
  return {
    id,
    verb: act.verb,
    rowsAre: list.rowsAre,
    label,
    question,
    state: act.state,
    total: act.total,
    digest: act.digest,
    back: act.back,
    startedAt: momentOf(act.started_at),
    outcomes: await outcomesOf(id),
    begins: begins.map(({ name }) => name),
    troubles: (await troublesAfter(id, 0, mostTroubles)).map(({ place: _, ...trouble }) => trouble),
  };
}

/** An act as one line. */
export type BulkLine = Pick<BulkAct, "id" | "label" | "state" | "total" | "startedAt">;

/** The acts this admin started most recently. */
export async function bulkActs(actor: Actor): Promise<BulkLine[]> {
  const acts = await rows<Act>(
    sql`select * from bulk_acts where admin_id = ${adminOf(actor)} and state <> 'asked' order by created_at desc, id desc limit 10`,
  );
  return acts.map(({ id, verb, state, total, started_at }) => ({
    id,
    label: bulkNamed(verb).label,
    state,
    total,
    startedAt: momentOf(started_at),
  }));
}

const troublesTable: Table<BulkTrouble> = {
  key: ({ key }) => key,
  columns: [
    { id: "row", label: "common.row", kind: "text", value: ({ name }) => name },
    { id: "outcome", label: "bulk.outcome", kind: "text", value: ({ outcome }, tell) => tell(`bulk.${outcome}`) },
    { id: "reason", label: "common.reason", kind: "text", value: ({ reason, params }, tell) => tell(reason, params) },
  ],
};

/** A file of the rows that were not done, each with its reason. */
export async function bulkTroubles(
  actor: Actor,
  { id }: { id: string },
  locale: Locale,
): Promise<{ stream: Readable; mime: string; name: string }> {
  const { verb } = await actOf(actor, id);
  const file = sheetOf(troublesTable, { actor, format: "csv", locale }, troublesOf(id));
  return { ...file, name: fileNameOf({ name: `${verb}-not-done` }, "csv") };
}

async function* troublesOf(id: string) {
  for (let after = 0; ; ) {
    const page = await troublesAfter(id, after, filePage);
    yield page;
    const last = page.at(-1);
    if (!last) return;
    after = last.place;
  }
}

async function troublesAfter(id: string, after: number, most: number): Promise<(BulkTrouble & { place: number })[]> {
  const troubles = await rows<Omit<BulkTrouble, "reason"> & { place: number; reason: string }>(
    sql`select place, key, name, outcome, reason, coalesce(params, '{}') as params from bulk_rows
      where act_id = ${id} and outcome in ('skipped', 'failed') and place > ${after} order by place limit ${most}`,
  );
  return troubles.map(({ reason, ...rest }) => ({ ...rest, reason: isMessageKey(reason) ? reason : "bulk.broke" }));
}

const momentOf = (at: string | null) => (at === null ? null : new Date(at));

async function actOf(actor: Actor, id: string): Promise<Act> {
  const act = await row<Act>(sql`select * from bulk_acts where id = ${id} and admin_id = ${adminOf(actor)}`);
  if (!act) throw missing("bulk.missing");
  return act;
}

type Act = {
  id: string;
  verb: string;
  state: BulkState;
  total: number;
  digest: string;
  back: string;
  started_at: string | null;
};
