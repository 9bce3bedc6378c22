import { AsyncLocalStorage } from "node:async_hooks";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text as textOf } from "node:stream/consumers";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { saveRole, setAdminActive } from "#modules/access/index.ts";
import { jobs } from "#modules/index.ts";
import { env } from "#modules/kernel/env.server.ts";
import { appUrl, asOwner, openDatabase } from "#modules/testing/database.ts";
import { aClient, anAdmin, asAdmin, aTicket } from "#modules/testing/factories.ts";
import { deadly } from "#modules/testing/processes/bulk.ts";
import { addRemarks, remarkRequests, requestsList, type Ticket } from "#modules/tickets/index.ts";
import { AddRemarks } from "#modules/tickets/shared.ts";
import { type Permission, system } from "../actor.ts";
import { day, minute, moveClock, resetClock } from "../clock.ts";
import { row, rows, unitOfWork } from "../db/db.server.ts";
import { historyOf } from "../db/history.ts";
import { environmentWith } from "../env.server.ts";
import { DomainError } from "../errors.ts";
import { drain, runJob } from "../work/jobs.server.ts";
import { type BulkVerb, defineBulk, mostRows, mostRunning } from "./bulk.server.ts";
import { cancelBulk, prepareBulk, startBulk } from "./bulk-act.server.ts";
import { bulkAct, bulkActs, bulkTroubles } from "./bulk-result.server.ts";
import { runBulk, tendBulkActs } from "./bulk-run.server.ts";

openDatabase();

type Desk = ReturnType<typeof asAdmin>;

/** An admin stored in the database, where the job loads their rights. */
async function aDesk(permissions?: readonly Permission[]): Promise<Desk> {
  return asAdmin(await anAdmin(permissions ? { permissions } : {}), permissions ? { permissions } : {});
}
const editing: readonly Permission[] = ["view_ticket.full_access", "edit_ticket.full_access"];

const tickets = async (count: number, overrides: Partial<Ticket> = {}) => {
  const made: Ticket[] = [];
  for (let n = 0; n < count; n++) made.push(await aTicket(overrides));
  return made;
};
const ids = (made: readonly Ticket[]) => ({ filter: { ids: made.map(({ publicId }) => publicId) }, back: "/Tickets" });

async function started(desk: Desk, made: readonly Ticket[], verb: BulkVerb = remarkRequests as never) {
  const id = await prepareBulk(desk, verb, ids(made));
  const { digest } = await bulkAct(desk, { id });
  await startBulk(desk, verb, { id, digest }, { text: "Called the customer" });
  return id;
}

const remarksOn = async (made: readonly Ticket[]) =>
  (
    await rows<{ n: number }>(
      sql`select count(r.id)::int as n from unnest(${made.map(({ id }) => id)}::uuid[]) with ordinality as t (id, place)
         left join remarks r on r.ticket_id = t.id group by place order by place`,
    )
  ).map(({ n }) => n);

const refusal = (error: unknown) => {
  if (!(error instanceof DomainError)) throw error;
  return error.key;
};

test("a remark is written on each selected request, once, with its history row; the act has its own", async () => {
  const desk = await aDesk(editing);
  const made = await tickets(3);
  const id = await started(desk, made);
  await drain(jobs);
  expect(await bulkAct(desk, { id })).toMatchObject({
    state: "done",
    total: 3,
    outcomes: { done: 3, skipped: 0, failed: 0 },
    troubles: [],
  });
  expect(await remarksOn(made)).toEqual([1, 1, 1]);
  for (const ticket of made) {
    const remarks = (await historyOf("ticket", ticket.id)).filter(({ event }) => event === "ticket.remarked");
    expect(remarks.map(({ actor_id }) => actor_id)).toEqual([desk.adminId]);
  }
  const events = (await historyOf("admin", desk.adminId)).filter(({ event }) => event.startsWith("bulk."));
  expect(events.map(({ event, actor_id, data }) => [event, actor_id, data])).toEqual([
    [
      "bulk.started",
      desk.adminId,
      expect.objectContaining({ bulkId: id, verb: "remark", list: "requests", rows: 3, digest: expect.any(String) }),
    ],
    ["bulk.done", null, { bulkId: id, verb: "remark", done: 3, skipped: 0, failed: 0 }],
  ]);
  // The text belongs to the tickets; the act deletes it.
  expect(JSON.stringify(events)).not.toContain("Called");
  expect(await row(sql`select input from bulk_acts where id = ${id}`)).toEqual({ input: null });
});

test("all that match are frozen when they are asked about: what comes later is not in it, what left the filter is", async () => {
  const desk = await aDesk();
  const city = "Frozen City";
  const [one, two] = await tickets(2, { city });
  const id = await prepareBulk(desk, remarkRequests, { filter: { city }, back: "/Tickets?city=x" });
  const late = await aTicket({ city });
  await rows(sql`update tickets set city = 'Elsewhere' where id = ${two!.id}`);
  const { digest, total, begins, back } = await bulkAct(desk, { id });
  expect([total, begins.sort(), back]).toEqual([2, [one!.ticketId, two!.ticketId].sort(), "/Tickets?city=x"]);
  const other = await prepareBulk(desk, remarkRequests, { filter: { city }, back: "/Tickets" });
  const foreign = (await bulkAct(desk, { id: other })).digest;
  await expect(startBulk(desk, remarkRequests, { id, digest: foreign }, { text: "x" })).rejects.toMatchObject({
    key: "bulk.otherRows",
  });
  await startBulk(desk, remarkRequests, { id, digest }, { text: "Seen" });
  await drain(jobs);
  expect(await remarksOn([one!, two!, late])).toEqual([1, 1, 0]);
});

test("a closed request is skipped and one that is gone fails, each in words, on the page and in the file", async () => {
  const desk = await aDesk(editing);
  const made = await tickets(4);
  const id = await started(desk, made);
  await rows(sql`update tickets set status = 'CLOSED', closed_at = now() where id = ${made[1]!.id}`);
  await rows(sql`update tickets set deleted_at = now() where id = ${made[2]!.id}`);
  await drain(jobs);
  const act = await bulkAct(desk, { id });
  expect(act).toMatchObject({ state: "done", outcomes: { done: 2, skipped: 1, failed: 1 } });
  const troubles = new Map(act.troubles.map(({ name, outcome, reason }) => [name, [outcome, reason]]));
  expect(troubles.get(made[1]!.ticketId)).toEqual(["skipped", "remarks.closed"]);
  expect(troubles.get(made[2]!.ticketId)).toEqual(["failed", "ticket.notFound"]);
  const file = await bulkTroubles(desk, { id }, "en");
  const lines = (await textOf(file.stream)).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines.join("\n")).toContain(`${made[1]!.ticketId},Skipped,Remarks can no longer be added to a closed request`);
});

test("a worker that is killed in the middle of a row leaves the rest to the next one: each row once", async () => {
  const desk = await aDesk();
  const made = await tickets(12);
  const id = await started(desk, made, deadly as never);
  const file = path.join(env.root, "modules/testing/processes/bulk.ts");
  const child = spawn(process.execPath, [file, id, "7"], {
    env: environmentWith({ DATABASE_URL: appUrl, LOG_LEVEL: "fatal" }),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [, signal] = await once(child, "exit");
  expect(signal).toBe("SIGKILL");
  expect((await bulkAct(desk, { id })).outcomes).toEqual({ done: 6, skipped: 0, failed: 0 });
  expect((await remarksOn(made)).filter((n) => n === 1)).toHaveLength(6);
  // Waits until the database has noticed that the worker is gone: until then the row in hand is skipped by others.
  await rows(sql`select 1 from bulk_rows where act_id = ${id} for update`);
  await drain(jobs);
  expect(await bulkAct(desk, { id })).toMatchObject({ state: "done", outcomes: { done: 12, skipped: 0, failed: 0 } });
  expect(await remarksOn(made)).toEqual(made.map(() => 1));
}, 60_000);

test("however many workers have the same act, each row is had once, and it ends once", async () => {
  const desk = await aDesk();
  const made = await tickets(20);
  const id = await started(desk, made);
  await Promise.all([1, 2, 3, 4].map(() => runJob(runBulk, { actId: id })));
  await drain(jobs);
  expect((await bulkAct(desk, { id })).outcomes).toEqual({ done: 20, skipped: 0, failed: 0 });
  expect(await remarksOn(made)).toEqual(made.map(() => 1));
  const ended = (await historyOf("admin", desk.adminId)).filter(({ event }) => event === "bulk.done");
  expect(ended).toHaveLength(1);
});

/** Runs outside the current transaction, on a connection of its own. */
const outsideTransaction = AsyncLocalStorage.snapshot();

/** A verb that runs `meanwhile` before each row's effect. */
let meanwhile: (count: number) => Promise<void> = async () => {};
let came = 0;
const disturbed = defineBulk({
  name: "test.disturbed",
  list: requestsList,
  can: "edit_ticket.full_access",
  label: "common.remarks",
  question: "requests.bulk.remarkQuestion",
  input: AddRemarks.pick({ text: true }),
  run: async (actor, { key }, { text }) => {
    came += 1;
    await meanwhile(came);
    await addRemarks(actor, { ticketId: key, text });
  },
});
beforeEach(() => {
  resetClock();
  came = 0;
  meanwhile = async () => {};
});

test("a permission that is taken away in the middle ends the act there, and the rest stays as it was", async () => {
  const { id: roleId } = await saveRole(system("cli"), { roleName: "Fading", permissions: [...editing] });
  const admin = await anAdmin({ adminRole: "ROLE", roleId });
  const desk = asAdmin(admin, { permissions: editing });
  const made = await tickets(5);
  const id = await started(desk, made, disturbed as never);
  meanwhile = async (count) => {
    if (count === 2)
      await asOwner(sql`update roles set permissions = '["view_ticket.full_access"]' where id = ${roleId}`);
  };
  await drain(jobs);
  const act = await bulkAct(desk, { id });
  expect(act).toMatchObject({ state: "refused", outcomes: { done: 2, skipped: 3, failed: 0 } });
  expect(act.troubles.at(-1)).toMatchObject({ outcome: "skipped", reason: "bulk.left.refused" });
  expect((await remarksOn(made)).reduce((sum, n) => sum + n, 0)).toBe(2);
});

test("an admin who is shut out meanwhile does nothing any more", async () => {
  const admin = await anAdmin({ permissions: editing });
  const desk = asAdmin(admin, { permissions: editing });
  const made = await tickets(2);
  const id = await started(desk, made);
  await setAdminActive(system("cli"), { adminId: admin.id, isActive: false });
  await drain(jobs);
  expect(await bulkAct(desk, { id })).toMatchObject({ state: "refused", outcomes: { done: 0, skipped: 2, failed: 0 } });
  expect(await remarksOn(made)).toEqual([0, 0]);
});

test("stopped in the middle, the row that is being worked on is finished and the others are left", async () => {
  const desk = await aDesk();
  const made = await tickets(4);
  const id = await started(desk, made, disturbed as never);
  let stopping: Promise<void> | undefined;
  meanwhile = async (count) => {
    if (count !== 2) return;
    stopping = outsideTransaction(() => unitOfWork(() => cancelBulk(desk, { id })));
    // Wait until it waits for this row.
    const waiting = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%bulk_rows%'`;
    while ((await asOwner(waiting)).length === 0);
  };
  await drain(jobs);
  await stopping;
  const act = await bulkAct(desk, { id });
  expect(act).toMatchObject({ state: "cancelled" });
  expect(act.outcomes.done).toBeGreaterThanOrEqual(2);
  expect(act.outcomes.done + act.outcomes.skipped).toBe(4);
  expect((await remarksOn(made)).reduce((sum, n) => sum + n, 0)).toBe(act.outcomes.done);
  await expect(cancelBulk(desk, { id })).rejects.toMatchObject({ key: "bulk.over" });
});

test("a row that breaks is tried again behind the others, and fails in words when it goes on breaking", async () => {
  const desk = await aDesk();
  const made = await tickets(3);
  const id = await started(desk, made, disturbed as never);
  meanwhile = async (count) => {
    if (count === 1 || count >= 4) throw new TypeError("broken");
  };
  await drain(jobs);
  const act = await bulkAct(desk, { id });
  expect(act).toMatchObject({ state: "done", outcomes: { done: 2, skipped: 0, failed: 1 } });
  expect(act.troubles).toEqual([expect.objectContaining({ outcome: "failed", reason: "bulk.broke" })]);
  expect(came).toBe(5);
});

test("what is away for a moment is not a failure: the job is tried again, and the row with it", async () => {
  const desk = await aDesk();
  const made = await tickets(2);
  const id = await started(desk, made, disturbed as never);
  meanwhile = async (count) => {
    if (count === 1) throw new DomainError("unavailable", "error.unavailable");
  };
  await expect(runJob(runBulk, { actId: id })).rejects.toMatchObject({ kind: "unavailable" });
  await drain(jobs);
  expect(await bulkAct(desk, { id })).toMatchObject({ state: "done", outcomes: { done: 2, skipped: 0, failed: 0 } });
});

test("an act that lost its job gets another one", async () => {
  const desk = await aDesk();
  const made = await tickets(2);
  const id = await started(desk, made);
  await rows(sql`delete from pgboss.job where name = ${runBulk.name}`);
  await tendBulkActs();
  await drain(jobs);
  expect(await bulkAct(desk, { id })).toMatchObject({ state: "running" });
  moveClock(3 * minute);
  await tendBulkActs();
  await drain(jobs);
  expect(await bulkAct(desk, { id })).toMatchObject({ state: "done" });
});

test("what was not started is forgotten after a day, a result after 30", async () => {
  const desk = await aDesk();
  const made = await tickets(1);
  const prepared = await prepareBulk(desk, remarkRequests, ids(made));
  const done = await started(desk, made);
  await drain(jobs);
  moveClock(day + minute);
  await tendBulkActs();
  await expect(bulkAct(desk, { id: prepared })).rejects.toMatchObject({ key: "bulk.missing" });
  expect(await bulkAct(desk, { id: done })).toMatchObject({ state: "done" });
  moveClock(30 * day);
  await tendBulkActs();
  await expect(bulkAct(desk, { id: done })).rejects.toMatchObject({ key: "bulk.missing" });
  expect(await rows(sql`select 1 from bulk_rows where act_id = any(${[prepared, done]})`)).toEqual([]);
});

test("10,000 rows are taken and 10,001 are not, with what to do instead", async () => {
  const desk = await aDesk();
  const city = "Big City";
  const { id } = await aTicket({ city });
  await rows(
    sql`insert into tickets select r.* from tickets t, generate_series(1, ${mostRows}::int) n,
       lateral jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'public_id', 'big-' || n,
         'ticket_id', 'REQ-BIG-' || n)) r where t.id = ${id}`,
  );
  const input = { filter: { city }, back: "/Tickets" };
  const refused = await prepareBulk(desk, remarkRequests, input).catch((error) => error);
  expect(refused).toMatchObject({ key: "bulk.tooMany", params: { most: "10,000" } });
  await rows(sql`update tickets set deleted_at = now() where id = ${id}`);
  const act = await bulkAct(desk, { id: await prepareBulk(desk, remarkRequests, input) });
  expect(act).toMatchObject({ total: mostRows, state: "asked" });
  await rows(sql`update tickets set deleted_at = now() where city = ${city}`);
  await expect(prepareBulk(desk, remarkRequests, input)).rejects.toMatchObject({ key: "bulk.none" });
}, 60_000);

test("three acts of one admin run at a time; a fourth is refused, somebody else's is not", async () => {
  const desk = await aDesk();
  const other = await aDesk();
  const made = await tickets(1);
  for (let n = 0; n < mostRunning; n++) await started(desk, made);
  expect(await started(desk, made).catch(refusal)).toBe("bulk.busy");
  await started(other, made);
  await drain(jobs);
  await started(desk, made);
  await drain(jobs);
  expect(await remarksOn(made)).toEqual([mostRunning + 2]);
  expect((await bulkActs(desk)).map(({ state }) => state)).toEqual(["done", "done", "done", "done"]);
});

test("two windows with one question: it is started once", async () => {
  const desk = await aDesk();
  const made = await tickets(2);
  const id = await prepareBulk(desk, remarkRequests, ids(made));
  const { digest } = await bulkAct(desk, { id });
  const start = () =>
    unitOfWork(() => startBulk(desk, remarkRequests, { id, digest }, { text: "Once" })).then(() => "started", refusal);
  expect((await Promise.all([start(), start()])).sort()).toEqual(["bulk.begun", "started"]);
  await drain(jobs);
  expect(await remarksOn(made)).toEqual([1, 1]);
});

test("a client's admin selects its client's requests only, whatever ids it sends", async () => {
  const mine = await aClient();
  const other = await aClient();
  const admin = await anAdmin({ permissions: editing, adminRole: "CLIENT", clientId: mine.id });
  const desk = asAdmin(admin, { permissions: editing, clientId: mine.id });
  const own = await aTicket({ clientId: mine.id });
  const foreign = [await aTicket({ clientId: other.id }), await aTicket()];
  const id = await started(desk, [own, ...foreign]);
  await drain(jobs);
  expect(await bulkAct(desk, { id })).toMatchObject({ total: 1, outcomes: { done: 1, skipped: 0, failed: 0 } });
  expect(await remarksOn([own, ...foreign])).toEqual([1, 0, 0]);
  await expect(prepareBulk(desk, remarkRequests, ids(foreign))).rejects.toMatchObject({ key: "bulk.none" });
  const all = await bulkAct(desk, { id: await prepareBulk(desk, remarkRequests, { filter: {}, back: "/Tickets" }) });
  expect([all.total, all.begins]).toEqual([1, [own.ticketId]]);
});

test("an act is its admin's own, and nobody without the permission prepares or starts one", async () => {
  const desk = await aDesk();
  const other = await aDesk();
  const made = await tickets(1);
  const id = await prepareBulk(desk, remarkRequests, ids(made));
  const { digest } = await bulkAct(desk, { id });
  await expect(bulkAct(other, { id })).rejects.toMatchObject({ key: "bulk.missing" });
  await expect(startBulk(other, remarkRequests, { id, digest }, { text: "x" })).rejects.toMatchObject({
    key: "bulk.missing",
  });
  await expect(cancelBulk(other, { id })).rejects.toMatchObject({ key: "bulk.missing" });
  await expect(bulkTroubles(other, { id }, "en")).rejects.toMatchObject({ key: "bulk.missing" });
  for (const held of [["view_ticket.full_access"], ["edit_ticket.full_access"]] as const) {
    await expect(prepareBulk(await aDesk(held), remarkRequests, ids(made))).rejects.toMatchObject({ kind: "denied" });
    await expect(
      startBulk({ ...desk, role: "ROLE", permissions: held }, remarkRequests, { id, digest }, { text: "x" }),
    ).rejects.toMatchObject({ kind: "denied" });
  }
  expect(await remarksOn(made)).toEqual([0]);
});

test("of what was asked about and never started the last ten are kept, also when the clock goes back", async () => {
  const desk = await aDesk();
  const made = await tickets(1);
  const first = await prepareBulk(desk, remarkRequests, ids(made));
  moveClock(-minute);
  for (let n = 0; n < 10; n++) await prepareBulk(desk, remarkRequests, ids(made));
  await expect(bulkAct(desk, { id: first })).rejects.toMatchObject({ key: "bulk.missing" });
  expect(await row(sql`select count(*)::int as n from bulk_acts where admin_id = ${desk.adminId}`)).toEqual({ n: 10 });
  resetClock();
});
