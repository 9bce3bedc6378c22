import { setImmediate as outOfTheWay } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import type { MessageKey } from "#modules/messages/index.ts";
import { type Actor, system } from "../actor.ts";
import { day, fromNow, minute, now, second } from "../clock.ts";
import { row, rows, transaction, unitOfWork } from "../db/db.server.ts";
import { record } from "../db/history.ts";
import { DomainError } from "../errors.ts";
import { log } from "../log.server.ts";
import { defineJob, defineSchedule, later } from "../work/jobs.server.ts";
import { announce } from "../work/live.server.ts";
import { type BulkVerb, bulkNamed, stillAllowed } from "./bulk.server.ts";
import { listNamed, type Picked } from "./list.server.ts";

/** A batch ends after this many rows or this much time; the next job continues. */
const batchRows = 500;
const batchMs = 20 * second;
/** How often open result pages are refreshed. */
const refreshEveryMs = second;
/** A row that fails unexpectedly (a deadlock, a bug) is retried after the others, up to this many tries. */
const mostTries = 3;
/** An act without progress for this long has lost its job. */
const lostAfter = 2 * minute;
/** How long an act that was never started is kept, and one that has ended. */
const preparedLife = day;
const endedLife = 30 * day;

type Act = { id: string; admin_id: string; verb: string; list: string; input: unknown };

/** Processes a batch of an act's rows and queues the next job; after a crash it continues where it stopped. */
export const runBulk = defineJob({
  name: "kernel.runBulk",
  payload: z.strictObject({ actId: z.uuid() }),
  run: ({ actId }) => runBatch(actId),
  // The sweep requeues what these retries do not finish.
  retries: 3,
});

async function runBatch(id: string) {
  const act = await row<Act>(
    sql`update bulk_acts set worked_at = ${now()} where id = ${id} and state = 'running' returning id, admin_id, verb, list, input`,
  );
  if (!act) return;
  const verb = bulkNamed(act.verb);
  const input = verb.input.parse(act.input);
  const begun = performance.now();
  let refreshedAt = begun;
  for (let count = 0; count < batchRows && performance.now() - begun < batchMs; count++) {
    const went = await workOne(act, verb, input);
    if (went === "refused") return void (await transaction(() => endBulk(system("bulk"), id, "refused")));
    // Rows locked by another run of this act are finished by that run, which also ends the act.
    if (went === "none") return void (await transaction(() => endBulk(system("bulk"), id, "done")));
    if (performance.now() - refreshedAt > refreshEveryMs) {
      refreshedAt = performance.now();
      await announce([`admin:${act.admin_id}`]);
    }
    await outOfTheWay();
  }
  await later(runBulk, { actId: id });
}

/** Process one row: effect and outcome commit together, so that a crash or a second run never repeats it. */
async function workOne(
  act: Act,
  verb: BulkVerb,
  input: Record<string, unknown>,
): Promise<"worked" | "none" | "refused"> {
  let taken: (Picked & { place: number }) | undefined;
  try {
    return await unitOfWork(() =>
      transaction(async () => {
        taken = await row(
          sql`select r.place, r.key, r.name from bulk_rows r join bulk_acts a on a.id = r.act_id
            where r.act_id = ${act.id} and r.outcome is null and a.state = 'running'
            order by r.tries, r.place limit 1 for update of r skip locked`,
        );
        if (!taken) return "none";
        const actor = await stillAllowed(act.admin_id, verb, listNamed(act.list));
        if (!actor) return "refused";
        await verb.run(actor, { key: taken.key, name: taken.name }, input);
        await rows(sql`update bulk_rows set outcome = 'done' where act_id = ${act.id} and place = ${taken.place}`);
        return "worked";
      }),
    );
  } catch (error) {
    // A service that is unavailable fails the job, not the row: both are retried.
    if (!taken || (error instanceof DomainError && error.kind === "unavailable")) throw error;
    await unitOfWork(() => mark(act.id, taken!.place, error));
    return "worked";
  }
}

/** Store why a row was not done; an unexpected failure is retried first. */
async function mark(actId: string, place: number, error: unknown) {
  if (error instanceof DomainError) {
    const outcome = error.kind === "conflict" ? "skipped" : "failed";
    await rows(
      sql`update bulk_rows set outcome = ${outcome}, reason = ${error.key}, params = ${JSON.stringify(error.params ?? {})}::jsonb
        where act_id = ${actId} and place = ${place} and outcome is null`,
    );
    return;
  }
  log.error({ err: error, bulk: actId, place }, "a row of a bulk act broke");
  const reason: MessageKey = "bulk.broke";
  await rows(
    sql`update bulk_rows set tries = tries + 1, reason = ${reason}, outcome = case when tries + 1 >= ${mostTries} then 'failed' end
      where act_id = ${actId} and place = ${place} and outcome is null`,
  );
}

/** The reason stored with rows an act did not reach. */
const leftBecause: Record<"cancelled" | "refused", MessageKey> = {
  cancelled: "bulk.left.cancelled",
  refused: "bulk.left.refused",
};

/**
 * End a running act, in the running transaction: `done` only if no row is left; otherwise the remaining rows are skipped.
 * The input is deleted, because it may name people. Returns whether this call ended the act.
 */
export async function endBulk(by: Actor, id: string, state: "done" | "cancelled" | "refused"): Promise<boolean> {
  const left = sql`exists (select from bulk_rows where act_id = ${id} and outcome is null)`;
  const [act] = await rows<{ admin_id: string; verb: string }>(
    sql`update bulk_acts set state = ${state}, ended_at = ${now()}, input = null
      where id = ${id} and state = 'running' ${state === "done" ? sql`and not ${left}` : sql``} returning admin_id, verb`,
  );
  if (!act) return false;
  if (state !== "done") {
    await rows(
      sql`update bulk_rows set outcome = 'skipped', reason = ${leftBecause[state]} where act_id = ${id} and outcome is null`,
    );
  }
  const data = { bulkId: id, verb: act.verb, ...(await outcomesOf(id)) };
  await record(by, { subject: "admin", id: act.admin_id, event: `bulk.${state}`, data });
  await announce([`admin:${act.admin_id}`]);
  return true;
}

export type Outcomes = { done: number; skipped: number; failed: number };

/** The number of rows of an act that were done, skipped and failed so far. */
export async function outcomesOf(id: string): Promise<Outcomes> {
  const counted = await row<Outcomes>(
    sql`select (count(*) filter (where outcome = 'done'))::int as done,
            (count(*) filter (where outcome = 'skipped'))::int as skipped,
            (count(*) filter (where outcome = 'failed'))::int as failed
       from bulk_rows where act_id = ${id}`,
  );
  return counted!;
}

/** Requeue acts that lost their job, and delete expired ones. */
export async function tendBulkActs(): Promise<void> {
  await transaction(async () => {
    const lost = await rows<{ id: string }>(
      sql`update bulk_acts set worked_at = ${now()} where state = 'running' and worked_at < ${fromNow(-lostAfter)} returning id`,
    );
    for (const { id } of lost) await later(runBulk, { actId: id });
  });
  await rows(
    sql`delete from bulk_acts where state <> 'running'
        and coalesce(ended_at, created_at) < case when state = 'asked' then ${fromNow(-preparedLife)}::timestamptz else ${fromNow(-endedLife)}::timestamptz end`,
  );
}

export const tendBulkEveryMinute = defineSchedule({
  name: "kernel.tendBulkActs",
  cron: "* * * * *",
  run: tendBulkActs,
});
