import { spawn } from "node:child_process";
import { Command } from "commander";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { action, exitCodes } from "../run.ts";

/*
 * The proofs: what the product promises under races, faults and load, tested against real processes and a PostgreSQL of
 * their own. Each prints its seed and fails with a clear message. Nothing here is deployed.
 */

const program = new Command("proofs").description("Proofs of the product's promises").showSuggestionAfterError();

const whole = (value: string) => {
  if (!/^\d+$/.test(value)) program.error(`error: '${value}' is not a whole number`, { exitCode: exitCodes.usage });
  return Number(value);
};
const aSeed = () => Math.floor(Math.random() * 2_147_483_647);

/** A proof that is one or more test files, run with a size and a seed. */
function tested(
  name: string,
  description: string,
  files: string | readonly string[],
  [flag, normal]: [string, number],
) {
  program
    .command(name)
    .description(description)
    .option(`--${flag} <n>`, "how many", whole, normal)
    .option("--seed <n>", "repeats the run that printed it", whole)
    .action((options: Record<string, number>) => {
      const size = String(options[flag]);
      const seed = String(options.seed ?? aSeed());
      process.stdout.write(`${name}: ${size} ${flag}, seed ${seed}\n`);
      spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "-c", "remix.config.ts"].concat(files), {
        cwd: env.root,
        stdio: "inherit",
        env: environmentWith({ PROOF_SIZE: size, PROOF_SEED: seed }),
      }).once("exit", (code) => {
        process.exitCode = code ?? exitCodes.failure;
      });
    });
}

tested(
  "ledger",
  "generated operations with crashes against a model of the ledger",
  "modules/wallet/ledger/ledger-model.test.ts",
  ["operations", 1_000_000],
);
tested("payments", "callback, webhook and reconciler in every disorder", "modules/tickets/booking/deliveries.test.ts", [
  "deliveries",
  10_000,
]);
tested("guesses", "an attack on one phone's codes from many addresses", "modules/access/otp/guesses.test.ts", [
  "guesses",
  1_000_000,
]);

tested(
  "visits",
  "many buyers for few seats, five acts on one request at once, the windows of random calendars, and closings that lie",
  [
    "modules/tickets/appointments/visits.test.ts",
    "modules/centers/windows/windows.test.ts",
    "modules/tickets/outcome/outcome.test.ts",
  ],
  ["rounds", 200],
);

program
  .command("race")
  .description("many centers after the same requests, over several processes")
  .option("--tickets <n>", "how many requests", whole, 50)
  .option("--centers <n>", "how many centers", whole, 200)
  .option("--seed <n>", "repeats the run that printed it", whole, aSeed())
  .option("--json", "one JSON value on stdout")
  .action(action(async () => (await import("./race/race.ts")).race));
program
  .command("chaos")
  .description("kills, stops and starves the running product under traffic")
  .option("--rounds <n>", "how many", whole, 50)
  .option("--rows <n>", "how many an upload has that is killed in the middle; 0 leaves it out", whole, 50_000)
  .option("--seed <n>", "repeats the plan of the run that printed it", whole, aSeed())
  .action(action(async () => (await import("./chaos/chaos.ts")).chaos));
program
  .command("fuzz")
  .description("hostile requests at every call, page and form")
  .option("--requests <n>", "how many", whole, 20_000)
  .option("--seed <n>", "repeats the requests of the run that printed it", whole, aSeed())
  .option("--only <part>", "doors whose name holds this, such as 'POST /api/center'")
  .option("--json", "one JSON value on stdout")
  .action(action(async () => (await import("./fuzz/fuzz.ts")).fuzz));
program
  .command("bench")
  .description("the product's speed as ratios against floors measured in the same run")
  .option("--size <n>", "how many requests the big database holds", whole, 1_000_000)
  .option("--only <parts>", "comma-separated parts")
  .option("--runs <n>", "how often felt visits each page", whole, 5)
  .option("--pages <names>", "comma-separated pages of felt, such as 'All Requests,booking'")
  .option("--profiles <letters>", "comma-separated lines and processors of felt: A, B")
  .option("--json", "one JSON value on stdout")
  .action(action(async () => (await import("./bench.ts")).bench));

await program.parseAsync();
