import { sql } from "kysely";
import type { z } from "zod";
import { type Actor, need, needKind } from "../actor.ts";
import { now } from "../clock.ts";
import { hashToken } from "../crypto.server.ts";
import { em, row, rows, transaction } from "../db/db.server.ts";
import { record } from "../db/history.ts";
import { rowId } from "../db/row-id.ts";
import { conflict, invalid, missing } from "../errors.ts";
import { figure } from "../figure.ts";
import { later } from "../work/jobs.server.ts";
import { type BulkVerb, mostRows, mostRunning, needBulk } from "./bulk.server.ts";
import { endBulk, runBulk } from "./bulk-run.server.ts";
import { type AnyList, auditableFilter, listNamed, type Picked } from "./list.server.ts";

/** The most acts of one admin that are prepared and not started; older ones are deleted. */
const mostPrepared = 10;

/** The id of the acting admin; refuses everyone else. */
export function adminOf(actor: Actor): string {
  needKind(actor, "admin");
  return actor.adminId;
}

/** Identifies the rows of an act, so that a confirmation cannot apply to other rows. */
const digestOf = (picked: readonly Picked[]) => hashToken(picked.map(({ key }) => key).join("\n"));

/** A selection: the rows of a list (without one the verb's own) that match a filter, and the address to return to. */
type Selected = { list?: AnyList; filter: object; back: string };

/**
 * Store the rows that match a filter now and that the actor may see, and return the id of the new act. Nothing is changed
 * until the act is started. Refuses an empty selection and more than 10,000 rows.
 */
export async function prepareBulk<Input extends z.ZodObject>(
  actor: Actor,
  verb: BulkVerb<Input>,
  { list = verb.list, filter, back }: Selected,
): Promise<string> {
  const adminId = adminOf(actor);
  needBulk(actor, verb, list);
  const { pick } = list;
  if (!pick) throw new Error(`nothing can be picked of the list ${list.name}`);
  return transaction(async () => {
    const picked = await pick(actor, filter, mostRows + 1);
    if (picked.length === 0) throw invalid("bulk.none");
    if (picked.length > mostRows) throw conflict("bulk.tooMany", { most: figure(mostRows) });
    const id = rowId();
    await rows(
      sql`insert into bulk_acts (id, admin_id, verb, list, filter, total, digest, back, state, created_at)
       values (${id}, ${adminId}, ${verb.name}, ${list.name}, ${JSON.stringify(auditableFilter(filter))}::jsonb, ${picked.length}, ${digestOf(picked)}, ${back.slice(0, 2_000)}, 'asked', ${now()})`,
    );
    await rows(
      sql`insert into bulk_rows (act_id, place, key, name)
       select ${id}, place, key, name from unnest(${picked.map(({ key }) => key)}::text[], ${picked.map(({ name }) => name)}::text[]) with ordinality as picked (key, name, place)`,
    );
    await rows(
      sql`delete from bulk_acts where id in (
         select id from bulk_acts where admin_id = ${adminId} and state = 'asked' order by id desc offset ${mostPrepared})`,
    );
    return id;
  });
}

/** The keys of the rows an act was prepared with; none of an act that is not there. */
export async function pickedKeys(actId: string): Promise<string[]> {
  const picked = em()
    .getKysely<{ bulk_rows: { act_id: string; key: string } }>()
    .selectFrom("bulk_rows")
    .select("key")
    .where("act_id", "=", actId);
  return (await rows<{ key: string }>(picked)).map(({ key }) => key);
}

/** Start a prepared act with its input; at most three acts of one admin run at a time. */
export const startBulk = <Input extends z.ZodObject>(
  actor: Actor,
  verb: BulkVerb<Input>,
  { id, digest }: { id: string; digest: string },
  input: z.output<Input>,
): Promise<void> =>
  transaction(async () => {
    const adminId = adminOf(actor);
    await rows(sql`select pg_advisory_xact_lock(hashtextextended(${`bulk:${adminId}`}, 0))`);
    const act = await row<{ state: string; digest: string; total: number; filter: object; list: string }>(
      sql`select state, digest, total, filter, list from bulk_acts where id = ${id} and admin_id = ${adminId} and verb = ${verb.name} for update`,
    );
    if (!act) {
      need(actor, verb.can);
      throw missing("bulk.missing");
    }
    needBulk(actor, verb, listNamed(act.list));
    if (act.state !== "asked") throw conflict("bulk.begun");
    if (act.digest !== digest) throw conflict("bulk.otherRows");
    const running = await row<{ n: number }>(
      sql`select count(*)::int as n from bulk_acts where admin_id = ${adminId} and state = 'running'`,
    );
    if (running!.n >= mostRunning) throw conflict("bulk.busy", { most: mostRunning });
    const at = now();
    await rows(
      sql`update bulk_acts set state = 'running', input = ${JSON.stringify(input)}::jsonb, started_at = ${at}, worked_at = ${at} where id = ${id}`,
    );
    const { total, filter } = act;
    const data = { bulkId: id, verb: verb.name, list: act.list, filter, rows: total, digest };
    await record(actor, { subject: "admin", id: adminId, event: "bulk.started", data });
    await later(runBulk, { actId: id });
  });

/** Stop a running act: the row in progress is finished, the remaining rows are skipped. */
export const cancelBulk = (actor: Actor, { id }: { id: string }): Promise<void> =>
  transaction(async () => {
    const act = await row<{ state: string }>(
      sql`select state from bulk_acts where id = ${id} and admin_id = ${adminOf(actor)}`,
    );
    if (!act) throw missing("bulk.missing");
    if (!(await endBulk(actor, id, "cancelled"))) throw conflict("bulk.over");
  });
