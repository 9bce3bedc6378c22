import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { defineCapacity, registerCenter } from "#modules/centers/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { fromNow, minute } from "#modules/kernel/clock.ts";
import { row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { later } from "#modules/kernel/work/jobs.server.ts";
import { appUrl, openDatabase } from "#modules/testing/database.ts";
import { aPhone, aPincode, aProof, aService, asVisitor, aTicket } from "#modules/testing/factories.ts";
import { offerWaiting } from "./offer-waiting.ts";

openDatabase();

/*
 * Requests that wait and one new center, with two worker processes: all are offered once within a minute, none twice,
 * however many runs of the center there are at once.
 */

const waiting = 200;
const withinMs = 60_000;
const workers: ChildProcess[] = [];

async function startWorker() {
  const child = spawn(process.execPath, [path.join(env.root, "modules/testing/processes/waiting.ts")], {
    env: environmentWith({ DATABASE_URL: appUrl, LOG_LEVEL: "fatal" }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  workers.push(child);
  await Promise.race([once(child.stdout!, "data"), once(child, "exit")]);
}

afterAll(async () => {
  for (const worker of workers) {
    const gone = once(worker, "exit");
    if (worker.kill("SIGKILL")) await gone;
  }
});

const count = async (of: Sql) => (await row<{ n: number }>(sql`select count(*)::int as n from ${of}`))!.n;

const unfinished = () => count(sql`pgboss.job where name = 'tickets.offerWaiting' and state <> 'completed'`);

test(
  "200 waiting requests and one new center: all offered once within 60 s, none twice, with two workers",
  async () => {
    const service = await aService();
    const pincode = aPincode();
    for (let each = 0; each < waiting; each++)
      await aTicket({
        serviceId: service.id,
        pincode,
        serviceAvailable: false,
        createdAt: fromNow(-(waiting - each) * minute),
      });
    await Promise.all([startWorker(), startWorker()]);
    const phone = aPhone();
    const proof = await aProof({ phone, purpose: "registration" });
    const begun = performance.now();
    const center = await unitOfWork(() =>
      registerCenter(asVisitor(), {
        centerName: "Rao Services",
        name: "Asha Rao",
        phone,
        addressLine: "12 Market Road",
        city: "Bengaluru",
        state: "Karnataka",
        pincode,
        additionalPincode: aPincode(),
        noOfTechnicians: 2,
        proof,
        primaryServiceId: service.id,
        secondaryServiceIds: [],
      }),
    );
    const raise = (ticketAcceptLimit: number) =>
      unitOfWork(() => defineCapacity(system("test"), { centerId: center.id, ticketAcceptLimit }));
    const more = (runs: number) =>
      transaction(async () => {
        for (let each = 0; each < runs; each++) await later(offerWaiting, { centerId: center.id, runId: randomUUID() });
      });
    const offered = () => count(sql`broadcasts where center_id = ${center.id}`);
    // More runs of the center than there are workers, so that both work for it at once.
    await more(6);
    await expect.poll(offered, { timeout: withinMs, interval: 100 }).toBe(50);
    await expect.poll(unfinished, { timeout: withinMs, interval: 100 }).toBe(0);
    expect(await offered(), "its limit holds").toBe(50);
    await raise(1_000);
    await more(6);
    await expect.poll(offered, { timeout: withinMs, interval: 100 }).toBe(waiting);
    const tookMs = performance.now() - begun;
    await expect.poll(unfinished, { timeout: withinMs, interval: 100 }).toBe(0);
    expect(tookMs).toBeLessThan(withinMs);
    console.info(`waiting: ${waiting} requests offered to one center in ${Math.round(tookMs)} ms by two workers`);
    expect(await offered(), "none twice").toBe(waiting);
    expect(await count(sql`history where event = 'ticket.broadcasted'`), "none told twice").toBe(waiting);
    // The first of them went to the oldest, and each message counts what its run offered.
    const first = await rows<{ oldest: boolean }>(
      sql`select t.created_at <= (select created_at from tickets order by created_at offset 49 limit 1) as oldest
       from broadcasts b join tickets t on t.id = b.ticket_id order by b.created_at, b.id limit 50`,
    );
    expect(first.filter(({ oldest }) => oldest)).toHaveLength(50);
    const runs = await count(sql`(select distinct run_id from broadcasts) as run`);
    expect(await count(sql`pgboss.job where name = 'notifications.tellWaiting'`)).toBe(runs);
    expect(await count(sql`pgboss.job where name in ('notifications.tellCenters', 'notifications.tellCenter')`)).toBe(
      0,
    );
  },
  3 * withinMs,
);
