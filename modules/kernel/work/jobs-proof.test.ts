import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appUrl, asOwner, openDatabase, ownerUrl } from "#modules/testing/database.ts";
import { effect } from "#modules/testing/processes/jobs.ts";
import { rows } from "../db/db.server.ts";
import type { Sql } from "../db/sql.ts";
import { env, environmentWith } from "../env.server.ts";
import { bossFor, queueOf } from "./jobs.server.ts";

openDatabase();

/*
 * R9: many jobs, queued and worked by processes that are killed at random moments, every two seconds. It takes longer
 * than most tests, because a dead worker's jobs are released only after a missed heartbeat.
 */

const size = env.proofSize ?? 3_000;
const seed = env.proofSeed ?? randomInt(2 ** 31);
/** Enough for several deaths in the middle of work; with PROOF_SIZE the kills go on as long as there is work. */
const mostKills = env.proofSize ? Number.POSITIVE_INFINITY : 8;
const killEveryMs = 2_000;

const failureText = (what: string) => `${what} (jobs proof, seed ${seed})`;
let state = seed;
/** A number in [0, 1) from the seeded series. */
function drawn(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

const alive = new Set<ChildProcess>();

/** Starts a child process; resolves when it is ready. */
async function start(role: "work" | "ask", enough = 0): Promise<ChildProcess> {
  const file = path.join(env.root, "modules/testing/processes/jobs.ts");
  const child = spawn(process.execPath, [file, role, String(enough)], {
    env: environmentWith({ DATABASE_URL: appUrl, LOG_LEVEL: "fatal" }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  alive.add(child);
  child.once("exit", () => alive.delete(child));
  await Promise.race([once(child.stdout!, "data"), once(child, "exit")]);
  return child;
}

async function killed(child: ChildProcess) {
  if (!alive.has(child)) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

const count = async (from: Sql) => Number((await rows<{ n: string }>(sql`select count(*) as n from ${from}`))[0]!.n);
/** Jobs that ran more often than their planned failures explain: a process died during a run. */
const died = sql`runs where n > 1 + stumbles`;
const unfinished = sql`pgboss.job where name = 'test.effect' and state <> 'completed'`;

beforeAll(async () => {
  for (const table of ["wanted", "effects"]) await asOwner(`create table ${table} (id uuid primary key)`);
  await asOwner("create table runs (id uuid primary key, stumbles int not null, n int not null default 1)");
  await asOwner("create table tally (slot int primary key, n int not null default 0)");
  await asOwner("insert into tally select slot from generate_series(0, 15) slot");
  await asOwner(`grant select, insert, update on wanted, effects, runs, tally to ${new URL(appUrl).username}`);
  const boss = bossFor(ownerUrl, { owner: true });
  await boss.start();
  // The product's own settings, but with the shortest heartbeat and pauses the library allows, to keep the test short.
  await boss.createQueue(effect.name, { ...queueOf(effect), heartbeatSeconds: 10, retryDelay: 1, retryDelayMax: 2 });
  await boss.stop({ graceful: false });
});
afterAll(() => Promise.all([...alive].map(killed)));

test(
  `R9 ${size} jobs under kill -9: each effect exactly once, none stuck, none lost, none of what was rolled back`,
  async () => {
    console.info(`jobs: ${size} jobs, seed ${seed}`);
    const workers = await Promise.all([start("work"), start("work"), start("work")]);
    let asking: ChildProcess | undefined;
    let kills = 0;
    let killedAt = performance.now();
    const until = killedAt + Math.max(240_000, size * 20);
    let enough = size;
    let most = mostKills;
    for (;;) {
      const allQueued = (await count(sql`wanted`)) >= enough;
      if (!asking || (!alive.has(asking) && !allQueued)) asking = await start("ask", enough);
      const idle = allQueued && (await count(unfinished)) === 0;
      if (idle && (await count(died)) > 0) break;
      // On a quick machine all jobs may finish before a process dies at work: add more.
      if (idle) {
        enough += 300;
        most += 1;
      }
      expect(performance.now(), failureText(`stuck: ${await count(unfinished)} jobs`)).toBeLessThan(until);
      await pause(100);
      if (idle || kills >= most || performance.now() - killedAt < killEveryMs * (0.5 + drawn())) continue;
      const victim = Math.floor(drawn() * 4);
      if (victim === 3) await killed(asking);
      else {
        await killed(workers[victim]!);
        workers[victim] = await start("work");
      }
      kills += 1;
      killedAt = performance.now();
    }
    const wanted = await count(sql`wanted`);
    const again = await count(died);
    console.info(`jobs: ${wanted} effects, ${kills} kills, ${again} of them run again after a death, seed ${seed}`);
    expect(wanted, failureText("enough asked for")).toBeGreaterThanOrEqual(size);
    expect(await count(sql`effects`), failureText("effects")).toBe(wanted);
    expect(
      await count(sql`wanted w where not exists (select from effects e where e.id = w.id)`),
      failureText("lost"),
    ).toBe(0);
    expect(Number((await rows<{ n: string }>(sql`select sum(n) as n from tally`))[0]!.n), failureText("twice")).toBe(
      wanted,
    );
    expect(await count(sql`pgboss.job where name = 'test.effect'`), failureText("jobs")).toBe(wanted);
    expect(
      await count(
        sql`pgboss.job j where name = 'test.effect' and not exists (select from wanted w where w.id::text = j.data->>'id')`,
      ),
      failureText("a job of a transaction that was rolled back"),
    ).toBe(0);
  },
  Math.max(300_000, size * 30),
);
