import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { RoleSchema } from "#modules/access/roles/role.entity.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { system } from "../actor.ts";
import { freezeClock, resetClock } from "../clock.ts";
import { defineEvent, emit, within } from "../work/events.ts";
import { afterCommit, em, inTransaction, kysely, row, rows, transaction, unitOfWork, write } from "./db.server.ts";
import { historyOf, record } from "./history.ts";

openDatabase();

const names = () => rows<{ role_name: string }>(sql`select role_name from roles order by role_name`);
const aRole = (roleName: string) => em().create(RoleSchema, { roleName, permissions: [] } as never);

test("entities and raw SQL of one transaction see each other and commit together", async () => {
  await transaction(async () => {
    aRole("seen");
    expect(await names()).toEqual([{ role_name: "seen" }]);
  });
  expect(await names()).toEqual([{ role_name: "seen" }]);
});

test("a refusal leaves nothing half-written, not even the history", async () => {
  const id = randomUUID();
  const refused = transaction(async () => {
    aRole("lost");
    await record(system("test"), { subject: "ticket", id, event: "ticket.tested" });
    throw new Error("refused");
  });
  await expect(refused).rejects.toThrow("refused");
  expect(await names()).not.toContainEqual({ role_name: "lost" });
  expect(await historyOf("ticket", id)).toEqual([]);
});

test("a statement whose failure was swallowed commits nothing, and the commit says so", async () => {
  const swallowing = transaction(async () => {
    aRole("swallowed");
    await rows(sql`select 1 / 0`).catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow("nothing was committed");
  expect(await names()).not.toContainEqual({ role_name: "swallowed" });
});

test("an inner transaction takes part in the outer one, and what waits for the commit runs once after it", async () => {
  const calls: string[] = [];
  await transaction(async () => {
    await transaction(async () => {
      afterCommit(() => calls.push("inner"));
      expect(inTransaction()).toBe(true);
    });
    expect(calls).toEqual([]);
  });
  expect(calls).toEqual(["inner"]);
});

test("history tells who did what from which state to which, and refuses to be changed", async () => {
  const id = randomUUID();
  const center = { kind: "center", centerId: randomUUID(), sessionId: randomUUID() } as const;
  await transaction(() =>
    record(center, { subject: "ticket", id, event: "ticket.accepted", from: "PENDING", to: "ACCEPTED" }),
  );
  expect(await historyOf("ticket", id)).toMatchObject([
    {
      event: "ticket.accepted",
      actor_kind: "center",
      actor_id: center.centerId,
      from_state: "PENDING",
      to_state: "ACCEPTED",
    },
  ]);
  await expect(rows(sql`update history set event = 'other'`)).rejects.toThrow(/permission denied|append-only/);
  await expect(rows(sql`delete from history`)).rejects.toThrow(/permission denied|append-only/);
});

test("history of one millisecond keeps the order it was written in", async () => {
  const id = randomUUID();
  freezeClock(new Date());
  const written = Array.from({ length: 40 }, (_, at) => `ticket.step${at}`);
  await transaction(async () => {
    for (const event of written) await record(system("test"), { subject: "ticket", id, event });
  });
  resetClock();
  expect((await historyOf("ticket", id)).map(({ event }) => event)).toEqual(written);
});

test("a listener inside the transaction stands or falls with its cause", async () => {
  const happened = defineEvent("test.happened", z.object({ name: z.string() }));
  within(happened, async ({ name }) => void aRole(name));
  await transaction(() => emit(happened, { name: "by event" }));
  expect(await names()).toContainEqual({ role_name: "by event" });

  const failed = transaction(async () => {
    await emit(happened, { name: "rolled back" });
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await names()).not.toContainEqual({ role_name: "rolled back" });
  await expect(emit(happened, { name: "outside" })).rejects.toThrow("inside a transaction");
});

test("a database that cuts the connection is a refusal to try again, and the next request is answered", async () => {
  const cut = unitOfWork(() => transaction(() => rows(sql`select pg_terminate_backend(pg_backend_pid())`)));
  await expect(cut).rejects.toMatchObject({ kind: "unavailable", key: "error.unavailable" });
  expect(await unitOfWork(() => rows<{ one: number }>(sql`select 1 as one`))).toEqual([{ one: 1 }]);
  await expect(unitOfWork(() => rows(sql`select no_such_thing`))).rejects.not.toMatchObject({ kind: "unavailable" });
});

const aWrittenRole = (roleName: string) => sql`
  insert into roles (id, role_name, permissions, created_at, updated_at)
  values (${randomUUID()}, ${roleName}, '[]', ${new Date()}, ${new Date()})`;

test("what is written without waiting goes with the commit, and a refused part leaves nothing of the whole", async () => {
  await transaction(async () => {
    write(aWrittenRole("later"));
    write(() => aWrittenRole("later still"));
  });
  expect(await names()).toEqual(expect.arrayContaining([{ role_name: "later" }, { role_name: "later still" }]));

  const refused = transaction(async () => {
    aRole("before");
    await rows(sql`select 1`);
    write(aWrittenRole("with it"));
    write(sql`insert into roles (id) values (${randomUUID()})`);
  });
  await expect(refused).rejects.toMatchObject({ code: "23502" });
  for (const role_name of ["before", "with it"]) expect(await names()).not.toContainEqual({ role_name });
});

test("what was written without waiting is seen by the next question, and its refusal is the transaction's", async () => {
  await transaction(async () => {
    write(aWrittenRole("asked for"));
    expect(await names()).toContainEqual({ role_name: "asked for" });
  });
  const refused = transaction(async () => {
    write(sql`insert into roles (id) values (${randomUUID()})`);
    await names();
  });
  await expect(refused).rejects.toMatchObject({ code: "23502" });
});

test("a query that was put together takes part in the transaction and sees what waits there", async () => {
  const named = (name: string) =>
    kysely<typeof RoleSchema>().selectFrom("roles").select("role_name").where("role_name", "=", name);
  const refused = transaction(async () => {
    aRole("put together");
    expect(await rows(named("put together"))).toEqual([{ role_name: "put together" }]);
    throw new Error("refused");
  });
  await expect(refused).rejects.toThrow("refused");
  expect(await row(named("put together"))).toBeUndefined();
});

test("what the transaction loaded the rest of its unit of work knows", async () => {
  await unitOfWork(async () => {
    const role = await transaction(async () => aRole("known"));
    expect(await em().findOne(RoleSchema, { roleName: "known" })).toBe(role);
  });
});

test("a branch that outlives its transaction is not answered in somebody else's", async () => {
  let ended = () => {};
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  let branch: Promise<unknown> | undefined;
  await transaction(async () => {
    await rows(sql`select 1`);
    branch = end.then(() => rows(sql`select 2`));
  });
  ended();
  await expect(branch).rejects.toThrow("in a transaction that is over");
});
