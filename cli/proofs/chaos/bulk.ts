import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { system } from "#modules/kernel/actor.ts";
import { unitOfWork } from "#modules/kernel/db/db.server.ts";
import { ownerNow } from "#modules/kernel/lists/owners.server.ts";
import { runScheduleNow } from "#modules/kernel/work/schedule-list.server.ts";
import { beginUpload, startUpload } from "#modules/tickets/index.ts";
import type { Stand } from "../stand/stand.ts";
import type { Broken } from "./audit.ts";
import type { Faults } from "./faults.ts";

/** A schedule of the night, so that the clock does not start it by itself meanwhile, and a table it cannot do without. */
const schedule = { name: "notifications.forgetWebhooks", table: "webhook_deliveries" };
/** Nobody serves it: offering the requests to centers is not what is proved here. */
const pincode = "199999";
const patienceMs = 10 * 60_000;

export type BulkContext = { stand: Stand; faults: Faults; rows: number; say: (line: string) => void };

/** One row of a query, and waiting for what a query says. */
export function watching(owner: pg.Client) {
  const one = async <T extends pg.QueryResultRow>(sql: string, params: unknown[] = []) =>
    (await owner.query<T>(sql, params)).rows[0]!;
  const until = async (what: string, holds: () => Promise<boolean>) => {
    const end = performance.now() + patienceMs;
    while (!(await holds())) {
      if (performance.now() > end) throw new Error(`${what} did not come about`);
      await pause(20);
    }
  };
  return { one, until };
}

/** The demo's SUPER_ADMIN, and a client whose requests are written. */
export async function theChief(one: ReturnType<typeof watching>["one"]) {
  const { id: adminId } = await one<{ id: string }>("select id from admins where user_name = 'superadmin'");
  const { id: clientId } = await one<{ id: string }>("select id from clients order by id limit 1");
  const admin = await unitOfWork(() => ownerNow({ subject: "admin", id: adminId }));
  if (admin.kind !== "admin") throw new Error("superadmin is no admin");
  return { admin, clientId };
}

/**
 * Kills every worker while an upload is half written and a run of the clock is under way: the upload goes on to exactly
 * as many requests as its file has rows, and the run is made up for once.
 */
export async function killBulk({ stand, faults, rows, say }: BulkContext): Promise<Broken[]> {
  const owner = new pg.Client({ connectionString: stand.at.owner });
  await owner.connect();
  const { one, until } = watching(owner);
  try {
    const { admin, clientId } = await theChief(one);
    const file = path.join(stand.folder, "bulk.csv");
    await pipeline(Readable.from(linesOf(rows)), createWriteStream(file));
    const { id } = await unitOfWork(() => beginUpload(admin, { file: { path: file, name: "bulk.csv" }, clientId }));
    const state = async () => (await one<{ state: string }>("select state from uploads where id = $1", [id])).state;
    await until("the dry run", async () => (await state()) === "checked");

    // The run of the clock waits for a table somebody holds.
    const holder = new pg.Client({ connectionString: stand.at.owner });
    await holder.connect();
    await holder.query("begin");
    await holder.query(`lock table ${schedule.table} in access exclusive mode`);
    await unitOfWork(() => runScheduleNow(system("chaos"), schedule.name));
    const run = () =>
      one<{ job: string; ended: Date | null; error: string | null }>(
        "select job_id as job, ended_at as ended, error from schedule_runs where name = $1",
        [schedule.name],
      );
    const running = "select from schedule_runs where name = $1 and started_at is not null and ended_at is null";
    await until("a run of the clock", async () => (await owner.query(running, [schedule.name])).rowCount === 1);
    const { job: killed } = await run();

    await unitOfWork(() => startUpload(admin, { id }));
    const created = async () => {
      const sql = "select count(*)::int as n from upload_rows where upload_id = $1 and outcome <> 'ready'";
      return (await one<{ n: number }>(sql, [id])).n;
    };
    await until("half of an upload", async () => (await created()) >= rows / 2);
    for (const part of stand.parts.filter((name) => name.startsWith("worker"))) faults.signal(part, "SIGKILL");
    const half = await created();
    say(`every worker was killed at row ${half} of ${rows}`);
    await holder.end();

    // What a dead worker left is found after two minutes; the wait is cut short, not the finding.
    await owner.query("update uploads set worked_at = worked_at - interval '3 minutes' where id = $1", [id]);
    await owner.query("update schedule_runs set seen_at = seen_at - interval '3 minutes' where name = $1", [
      schedule.name,
    ]);
    await until("the end of the upload", async () => (await state()) === "done");
    await until("the end of the clock's run", async () => {
      const { job, ended } = await run();
      return job !== killed && ended !== null;
    });
    const { error } = await run();
    const { n: completed } = await one<{ n: number }>(
      "select count(*)::int as n from pgboss.job where name = $1 and state = 'completed'",
      [schedule.name],
    );
    const made = await one<{ requests: number; keys: number; messages: number }>(
      `select count(*)::int as requests, count(distinct t.upload_key)::int as keys,
              (select count(*)::int from history h where h.subject = 'ticket' and h.event = 'ticket.created'
                  and h.subject_id in (select ticket_id from upload_rows where upload_id = $2)) as messages
         from tickets t where t.client_id = $1 and t.upload_key is not null and t.deleted_at is null`,
      [clientId, id],
    );
    say(`the upload made ${made.requests} requests, the clock's run was made up for ${completed} time(s)`);
    const broken: Broken[] = [];
    const must = (rule: string, holds: boolean, example: unknown) => {
      if (!holds) broken.push({ rule, count: 1, examples: [JSON.stringify(example)] });
    };
    must("the workers die in the middle of an upload", half < rows, half);
    must(
      "an upload whose worker was killed goes on to exactly its rows",
      [made.requests, made.keys, made.messages].every((n) => n === rows),
      made,
    );
    must("a run of the clock whose worker was killed is made up for once", completed === 1 && error === null, {
      completed,
      error,
    });
    return broken;
  } finally {
    await owner.end();
  }
}

function* linesOf(rows: number) {
  yield "Service provided for,Mobile number,Customer name,House number,Pincode,Time preference type,service_provided_client_id\n";
  for (let n = 0; n < rows; n++)
    yield `AC REPAIR,${6_000_000_000 + n},Meera Nair,${n},${pincode},IMMEDIATELY,BULK-${n}\n`;
}
