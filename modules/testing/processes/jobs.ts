import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { connect, row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { defineJob, later, startJobs, work } from "#modules/kernel/work/jobs.server.ts";

/* The child processes of jobs-proof.test.ts: one queues jobs, another works them. Both are killed without warning. */

/** The effect a job shall have; `stumbles` is how many of its runs fail on purpose. */
export const effect = defineJob({
  name: "test.effect",
  payload: z.object({ id: z.uuid(), stumbles: z.int() }),
  run: ({ id, stumbles }) => have(id, stumbles),
});

/** As in the product's own jobs: the effect and its done mark are one commit, and the mark is written first. */
async function have(id: string, stumbles: number) {
  const ran = await row<{ runs: number }>(
    sql`insert into runs (id, stumbles) values (${id}, ${stumbles}) on conflict (id) do update set n = runs.n + 1 returning n as runs`,
  );
  await transaction(async () => {
    const fresh = await row(sql`insert into effects (id) values (${id}) on conflict do nothing returning id`);
    if (fresh) await rows(sql`update tally set n = n + 1 where slot = ${Number.parseInt(id.slice(-2), 16) % 16}`);
    if (ran!.runs <= stumbles) throw new Error("stumbled");
  });
}

/** Queues jobs until there are enough; the expected effect and its job are one commit. */
async function ask(enough: number) {
  const wanted = async () => Number((await row<{ n: string }>(sql`select count(*) as n from wanted`))!.n);
  for (let turn = 0; (await wanted()) < enough; turn++) {
    const batch = transaction(async () => {
      for (let each = 0; each < 10; each++) {
        const id = randomUUID();
        await rows(sql`insert into wanted (id) values (${id})`);
        await later(effect, { id, stumbles: each === 3 && turn % 10 === 0 ? 1 : 0 });
      }
      if (turn % 4 === 3) throw new Error("changed our mind");
    });
    await batch.catch((error: Error) => {
      if (error.message !== "changed our mind") throw error;
    });
  }
}

if (process.argv[1] === import.meta.filename) {
  const [role, enough] = process.argv.slice(2);
  await connect({ url: env.databaseUrl, entities: [], poolSize: 4 });
  if (role === "work") await work([effect], []);
  else await startJobs();
  process.stdout.write("ready\n");
  if (role === "ask") {
    await unitOfWork(() => ask(Number(enough)));
    process.exit(0);
  }
  // Works until it is killed, or until the test that should kill it has ended.
  for (;;) {
    await pause(1_000);
    if (process.ppid === 1) process.exit(1);
  }
}
