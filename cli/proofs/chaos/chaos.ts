import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { entities } from "#modules/index.ts";
import { connect, disconnect, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { stopJobs } from "#modules/kernel/work/jobs.server.ts";
import { reconcileOrders } from "#modules/wallet/index.ts";
import { Failed, show, tell } from "../../run.ts";
import { openStand, type Stand } from "../stand/stand.ts";
import { Audit, type Broken } from "./audit.ts";
import { killBulk } from "./bulk.ts";
import { Caller, Tally } from "./client.ts";
import { BlobDisk } from "./disk.ts";
import { Faults } from "./faults.ts";
import { faultWindowMs, inWords, planChaos, type Step } from "./plan.ts";
import { Promises } from "./promises.ts";
import { killReport } from "./report-file.ts";
import { Traffic } from "./traffic.ts";
import { buildWorld } from "./world.ts";

type Options = { rounds: number; rows: number; seed: number; json?: boolean };

/** The longest the service may be unavailable after the last fault of a round is over (R2). */
const backWithinMs = 30_000;
/** A job whose run was cut off is found by its heartbeat and then retried after a pause. */
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
 * Kills, stops and overloads the running product under real traffic, round by round, by a plan that a seed repeats.
 * After each round the service must recover by itself, and everything it ever acknowledged must still hold (R2, R14).
 */
export async function chaos({ rounds, rows, seed, json = false }: Options) {
  const say = (line: string) => tell(line, { json });
  say(`chaos: ${rounds} rounds, seed ${seed}`);
  // Errors of this process itself while database and provider are away are expected.
  log.level = "silent";
  const disk = new BlobDisk(path.join(env.testDir, "stands", `disk-${process.pid}`));
  if (!disk.mounted) say("no right to mount a disk: instead of being full, the blob store's folder goes away");
  const promises = new Promises();
  let stand: Stand | undefined;
  let run: Run | undefined;
  try {
    stand = await openStand({
      webs: 2,
      workers: 2,
      say,
      variables: {
        BLOB_DIR: disk.blobs,
        NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, "shifted-clock.ts")).href}`,
        RECONCILE_AFTER_MINUTES: "1",
        RESERVATION_MINUTES: "1",
        OTP_LIMIT_PREFIX_HOUR: "1000000",
        OTP_LIMIT_GLOBAL_HOUR: "1000000",
        // Two centers create as many messages as hundreds do in an hour.
        MESSAGES_CENTER_HOUR: "1000000",
        MESSAGES_CENTER_DAY: "1000000",
      },
    });
    await connect({ url: stand.at.app, entities, poolSize: 4 });
    run = new Run(stand, disk, promises, seed);
    run.traffic = new Traffic(stand, await buildWorld(stand), promises, seed);
    const finishedRounds: Round[] = [];
    for (const [index, steps] of planChaos({ rounds, seed }).entries()) {
      const round = await run.round(steps);
      finishedRounds.push(round);
      say(inOneLine(`${index + 1}/${rounds}`, round));
      await refuse(await run.broken(), seed, index + 1, stand, say);
    }
    say("Waiting for the queues to be empty…");
    await run.settle(lastDrainMs);
    await refuse(await run.broken({ ended: true }), seed, rounds, stand, say);
    // Last, because offering so many requests to centers would keep every round after it waiting.
    if (rows > 0) {
      say(`Killing every worker in the middle of an upload of ${rows} rows…`);
      const bulk = { stand, faults: run.faults, rows, say };
      await refuse(await killBulk(bulk), seed, rounds, stand, say);
      await refuse(await killReport(bulk), seed, rounds, stand, say);
    }
    report(finishedRounds, promises, seed, { json });
    await close(stand);
  } catch (error) {
    if (!(error instanceof Failed)) {
      say(`chaos: seed ${seed}: ${(error as Error).stack}`);
      if (stand) say(`the logs are in ${keepLogs(stand)}`);
    }
    // Customers who are still on their way would go on for ever against a service that is gone.
    await run?.traffic?.stop();
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

  /** Waits until both web processes report ready and accept a booking, without help. */
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

  /** Waits until the queues are empty of what is due (a fee's reminder is not for ten minutes), has the reconciler check every order, and waits for the queues again. */
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
      // Retry pauses are cut short to save time; detecting a dead worker's run is left to the product.
      if (looks % 12 === 0)
        await this.owner("update pgboss.job set start_after = now() where state = 'retry' and start_after > now()");
      const [waiting] = await this.owner<{ count: number }>(
        `select count(*)::int as count from pgboss.job
         where (state in ('retry', 'active') or state = 'created' and start_after <= now()) and retry_limit > 0`,
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

/** Prints the first broken rule with the seed that reproduces it, keeps the logs, and fails. */
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
