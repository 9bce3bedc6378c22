import { figure } from "#modules/kernel/figure.ts";
import { withPreparedDatabase } from "../embedded/database.ts";
import { exitCodes, Failed, type GlobalOptions, ownsInterrupt, show, tell } from "../run.ts";

type Options = GlobalOptions & { size: number; seed: number; resume?: boolean; dryRun?: boolean };

/**
 * `seed`: writes generated requests with all related rows into the database, or only prints what it would write. With
 * --resume it goes on with a run of this seed that was interrupted, in its size.
 */
export async function seed(options: Options) {
  const { planVolume, seedVolume } = await import("#modules/demo/index.ts");
  const { hour, now } = await import("#modules/kernel/clock.ts");
  // Whole hours, so that the same seed gives the same rows when repeated.
  const until = new Date(Math.floor(now().getTime() / hour) * hour);
  const volume = { tickets: options.size, seed: options.seed, until };
  if (options.dryRun) {
    const plan = planVolume(volume);
    return show({ plan }, describe("would write", plan), options);
  }
  const stop = new AbortController();
  await withPreparedDatabase(async () => {
    ownsInterrupt();
    process.once("SIGINT", () => {
      tell(
        "\nStopping after the requests in hand; what is there will be whole, and --resume goes on with it…",
        options,
      );
      stop.abort();
    });
    const { ledgerFaults } = await import("#modules/wallet/index.ts");
    const progress = progressOf(options);
    const { resume } = options;
    const result = await seedVolume({ ...volume, resume, onProgress: progress.step, signal: stop.signal });
    progress.end();
    const faults = await ledgerFaults();
    const perSecond = Math.round(result.tickets / Math.max(result.seconds, 0.1));
    const speed = `${figure(result.rows)} rows in ${result.seconds} s, ${perSecond} requests a second`;
    const ledger = faults.length === 0 ? "The ledger balances." : `The ledger has faults: ${JSON.stringify(faults)}`;
    show({ ...result, ledgerFaults: faults }, `${describe("wrote", result)}\n${speed}\n${ledger}`, options);
    if (faults.length > 0) throw new Failed();
    if (result.interrupted) process.exitCode = exitCodes.interrupted;
  });
}

type Plan = { tickets: number; centers: number; technicians: number; seed: number; from: string; to: string };

const describe = (verb: string, { tickets, centers, technicians, seed, from, to }: Plan) =>
  `${verb} ${figure(tickets)} requests from ${from.slice(0, 10)} to ${to.slice(0, 10)} (seed ${seed}) for ${centers} centers with ${technicians} technicians`;

/** Prints progress and remaining time on stderr: one changing line on a terminal, a line now and then elsewhere. */
function progressOf({ size, json }: Options) {
  const startedAt = performance.now();
  const live = process.stderr.isTTY === true;
  // The first line after two seconds, then one every five.
  let reportedAt = startedAt - 3_000;
  return {
    step(done: number) {
      const at = performance.now();
      if (json || (!live && at - reportedAt < 5_000)) return;
      reportedAt = at;
      const left = Math.round((((at - startedAt) / done) * (size - done)) / 1_000);
      const line = `${figure(done)} of ${figure(size)} requests, ${left} s left`;
      process.stderr.write(live ? `\r\u001b[K${line}` : `${line}\n`);
    },
    end: () => live && !json && process.stderr.write("\r\u001b[K"),
  };
}
