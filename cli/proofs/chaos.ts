import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { entities } from "#modules/index.ts";
import { connect, disconnect, unitOfWork } from "#modules/kernel/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { stopJobs } from "#modules/kernel/jobs.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { reconcileOrders } from "#modules/wallet/index.ts";
import { Failed, show, tell } from "../run.ts";
import { Audit, type Broken } from "./chaos/audit.ts";
import { Caller, Tally } from "./chaos/client.ts";
import { BlobDisk } from "./chaos/disk.ts";
import { Faults } from "./chaos/faults.ts";
import { faultWindowMs, inWords, planChaos, type Step } from "./chaos/plan.ts";
import { Promises } from "./chaos/promises.ts";
import { Traffic } from "./chaos/traffic.ts";
import { buildWorld } from "./chaos/world.ts";
import { openStand, type Stand } from "./stand.ts";

type Options = { rounds: number; seed: number; json?: boolean };

/** The longest the service may be away after the last fault of a round is over (R2). */
const backWithinMs = 30_000;
/** A run that was cut off is found by its heartbeat, then tried again with a pause. */
const lastDrainMs = 120_000;
const drainMs = 5_000;

type Round = {
  faults: string[];
  requests: number;
  acknowledged: number;
  refused: number;
  unanswered: number;
  reasons: Record<string, number>;
  backAfterMs: number;
  promises: number;
};

/**
 * Kills, stops and starves the running product under real traffic, round by round, by a plan that a seed repeats. After
 * each round the service must be back by itself, and everything it ever acknowledged must still be so (R2, R14).
 */
export async function chaos({ rounds, seed, json = false }: Options) {
  const say = (line: string) => tell(line, { json });
  say(`chaos: ${rounds} rounds, seed ${seed}`);
  // What this process itself meets while the database and the provider are away is the plan's doing.
  log.level = "silent";
  const disk = new BlobDisk(path.join(env.testDir, "stands", `disk-${process.pid}`));
  if (!disk.mounted) say("no right to mount a disk: instead of being full, the blob store's folder goes away");
  const promises = new Promises();
  let stand: Stand | undefined;
  try {
    stand = await openStand({
      webs: 2,
      workers: 2,
      say,
      variables: {
        BLOB_DIR: disk.blobs,
        NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, "chaos", "shifted-clock.ts")).href}`,
        RECONCILE_AFTER_MINUTES: "1",
        RESERVATION_MINUTES: "1",
        OTP_LIMIT_PREFIX_HOUR: "1000000",
        OTP_LIMIT_GLOBAL_HOUR: "1000000",
      },
    });
    await connect({ url: stand.at.app, entities, poolSize: 4 });
    const run = new Run(stand, disk, promises, seed);
    run.traffic = new Traffic(stand, await buildWorld(stand), promises, seed);
    const told: Round[] = [];
    for (const [index, steps] of planChaos({ rounds, seed }).entries()) {
      const round = await run.round(steps);
      told.push(round);
      say(inOneLine(`${index + 1}/${rounds}`, round));
      await refuse(await run.broken(), seed, index + 1, stand, say);
    }
    say("Waiting for the queues to be empty…");
    await run.settle(lastDrainMs);
    await refuse(await run.broken({ ended: true }), seed, rounds, stand, say);
    report(told, promises, seed, { json });
    await close(stand);
  } catch (error) {
    if (!(error instanceof Failed)) {
      say(`chaos: seed ${seed}: ${(error as Error).stack}`);
      if (stand) say(`the logs are in ${keepLogs(stand)}`);
    }
    await close(stand);
    throw new Failed();
  } finally {
    disk.remove();
  }
}

async function close(stand: Stand | undefined) {
  await stopJobs().catch(() => {});
  await disconnect().catch(() => {});
  await stand?.stop();
}

class Run {
  readonly stand: Stand;
  readonly faults: Faults;
  readonly audit: Audit;
  readonly promises: Promises;
  readonly seed: number;
  traffic!: Traffic;
  private probes = 0;

  constructor(stand: Stand, disk: BlobDisk, promises: Promises, seed: number) {
    this.stand = stand;
    this.faults = new Faults(stand, disk);
    this.audit = new Audit(stand.at.owner, disk.blobs, promises);
    this.promises = promises;
    this.seed = seed;
  }

  async round(steps: readonly Step[]): Promise<Round> {
    const { traffic } = this;
    traffic.start();
    const started = performance.now();
    await Promise.all(
      steps.map(async ({ atMs, fault }) => {
        await pause(Math.max(0, started + atMs - performance.now()));
        await this.faults.happen(fault);
      }),
    );
    await pause(Math.max(0, started + faultWindowMs - performance.now()));
    const backAfterMs = await this.back();
    await traffic.stop();
    await this.settle(drainMs).catch(() => {});
    const { requests, done, refused, unknown, reasons } = traffic.tally;
    return {
      faults: steps.map(inWords),
      requests,
      acknowledged: done,
      refused,
      unanswered: unknown,
      reasons: Object.fromEntries([...reasons].sort(([, left], [, right]) => right - left)),
      backAfterMs,
      promises: this.promises.all.length,
    };
  }

  /** Until both webs say they are ready and take a booking, each by itself; nobody helps. */
  private async back(): Promise<number> {
    const started = performance.now();
    const left = () => backWithinMs - (performance.now() - started);
    try {
      await this.stand.ready(Math.max(left(), 1));
      await Promise.all(this.stand.webs.map((web) => this.probe(web, left)));
    } catch (error) {
      throw new Error(`the service was not back within ${backWithinMs / 1000} s: ${(error as Error).message}`);
    }
    return Math.round(performance.now() - started);
  }

  private async probe(web: string, left: () => number) {
    while (left() > 0) {
      const caller = new Caller([web], new Tally(), `probe ${this.seed} ${this.probes++}`);
      const late = pause(Math.max(left(), 1), undefined, { ref: false });
      if (await Promise.race([this.traffic.book(caller, "partner"), late])) return;
    }
    throw new Error(`${web} took no booking`);
  }

  /** Lets the queues run empty, has the reconciler ask about every order, and lets the queues run empty again. */
  async settle(withinMs: number) {
    const until = performance.now() + withinMs;
    await this.empty(until);
    await this.owner(
      "update orders set created_at = created_at - interval '2 minutes', checked_at = null where status in ('created', 'attempted')",
    );
    await unitOfWork(reconcileOrders);
    await this.empty(until);
  }

  private async empty(until: number) {
    for (let looks = 0; ; looks++) {
      // A proof has no time for growing pauses; that a run of a dead worker is found stays the product's work.
      if (looks % 12 === 0)
        await this.owner("update pgboss.job set start_after = now() where state = 'retry' and start_after > now()");
      const [waiting] = await this.owner<{ count: number }>(
        `select count(*)::int as count from pgboss.job
         where state in ('created', 'retry', 'active') and retry_limit > 0`,
      );
      if (waiting?.count === 0) return;
      if (performance.now() > until) throw new Error(`${waiting?.count} jobs still wait`);
      await pause(250);
    }
  }

  private async owner<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.stand.at.owner });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query<T>(sql)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  broken = ({ ended = false } = {}) => this.audit.broken({ ended });
}

/** Says the first broken rule with the seed that finds it again, keeps the logs, and ends in failure. */
async function refuse(broken: Broken[], seed: number, round: number, stand: Stand, say: (line: string) => void) {
  if (broken.length === 0) return;
  for (const { rule, count, examples } of broken) say(`BROKEN: ${rule} (${count}: ${examples.join(", ")})`);
  say(`chaos: seed ${seed}, round ${round}: "${broken[0]!.rule}" does not hold; the logs are in ${keepLogs(stand)}`);
  throw new Failed();
}

function keepLogs({ folder }: Stand): string {
  const logs = `${folder}.logs`;
  fs.mkdirSync(logs, { recursive: true });
  for (const name of fs.readdirSync(folder).filter((file) => file.endsWith(".log")))
    fs.copyFileSync(path.join(folder, name), path.join(logs, name));
  return logs;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function inOneLine(which: string, round: Round) {
  const reasons = Object.entries(round.reasons)
    .slice(0, 8)
    .map(([reason, count]) => `${count} ${reason}`);
  return [
    `round ${which}: ${round.faults.join("; ")}`,
    `  ${round.requests} requests: ${round.acknowledged} acknowledged, ${round.refused} refused, ${round.unanswered} nobody can say` +
      `${reasons.length > 0 ? ` (${reasons.join(", ")})` : ""}`,
    `  back after ${seconds(round.backAfterMs)}; ${round.promises} promises so far`,
  ].join("\n");
}

function report(rounds: Round[], promises: Promises, seed: number, options: { json: boolean }) {
  const sum = (pick: (round: Round) => number) => rounds.reduce((total, round) => total + pick(round), 0);
  const kinds: Record<string, number> = {};
  for (const { kind } of promises.all) kinds[kind] = (kinds[kind] ?? 0) + 1;
  const slowest = Math.max(0, ...rounds.map(({ backAfterMs }) => backAfterMs));
  const text = [
    `chaos: ${rounds.length} rounds, seed ${seed}: every promise held`,
    `  ${sum(({ requests }) => requests)} requests, ${sum(({ acknowledged }) => acknowledged)} acknowledged; promises: ` +
      Object.entries(kinds)
        .map(([kind, count]) => `${count} ${kind}`)
        .join(", "),
    `  back after ${seconds(slowest)} at most, ${seconds(sum(({ backAfterMs }) => backAfterMs) / Math.max(rounds.length, 1))} on average`,
  ].join("\n");
  show({ seed, rounds, promises: kinds, slowestMs: slowest }, text, options);
}
