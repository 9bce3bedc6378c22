import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { exitCodes } from "../run.ts";

/*
 * `npm test`: every check a change must pass, in the order in which mistakes are found soonest; what keeps one processor
 * busy runs side by side. With paths only the tests under them: `npm test -- modules/wallet`,
 * `npm test -- app/e2e/center.spec.ts`; with `--changed` those that what is not committed can reach; with `-t` those whose
 * name has these words.
 */

/** The node arguments of a step: a package's program, or a command of our own. */
type Step = readonly string[];

/** Rows of steps that run side by side, each row one step after another. */
type Stage = readonly (readonly Step[])[];

const program = (file: string, ...args: string[]): Step => [path.join("node_modules", file), ...args];
const proof = (...args: string[]): Step => ["cli/proofs/main.ts", ...args];

const unit = (...more: string[]) => program("vitest/vitest.mjs", "run", "-c", "remix.config.ts", ...more);
const browser = (...more: string[]) =>
  program("@playwright/test/cli.js", "test", "-c", "app/e2e/playwright.config.ts", ...more);

/** The longest step takes 20 minutes, and 45 on a slow machine; one that hangs is ended, so that whoever waits is told. */
const longestMinutes = 75;

/**
 * The seed of every property test and proof when everything runs: a change that is refused is refused for itself, not
 * for an input nobody had tried before. With paths, and in the proofs' own commands, each run tries others.
 */
const seed = env.proofSeed ?? 20_261_123;

const everything: Stage[] = [
  [
    [program("typescript/bin/tsc", "--noEmit")],
    [
      program("@biomejs/biome/bin/biome", "check", "."),
      program("@remix-run/dev/dist/cli.js", "vite:build", "-c", "remix.config.ts"),
      ["app/precompress.ts"],
    ],
  ],
  alone(unit()),
  alone(browser()),
  alone(proof("race", "--tickets", "50", "--centers", "200", "--seed", String(seed))),
  alone(proof("chaos", "--rounds", "2", "--rows", "0", "--seed", String(seed))),
  alone(proof("fuzz", "--requests", "1000", "--seed", String(seed))),
];

/** A stage of one step. */
function alone(step: Step): Stage {
  return [[step]];
}

/** Some tests: browser journeys, which start the product themselves, and all others. */
function selectedTests(): Stage[] {
  const journeys = paths.filter((each) => path.normalize(each).startsWith(path.join("app", "e2e")));
  const others = paths.filter((each) => !journeys.includes(each));
  const named = name === undefined ? [] : ["-t", name];
  const stages: Stage[] = [];
  if (others.length > 0 || journeys.length === 0)
    stages.push(alone(unit(...others, ...named, ...(changed ? ["--changed"] : []))));
  if (journeys.length > 0) stages.push(alone(browser(...journeys, ...(name === undefined ? [] : ["-g", name]))));
  return stages;
}

const { paths, changed, name } = selection();
const isPartial = paths.length > 0 || changed || name !== undefined;
const missing = paths.filter((each) => !existsSync(path.join(env.root, each)));
if (missing.length > 0) {
  process.stderr.write(`There is no ${missing.join(", ")}: give paths from the repository's root\n`);
  process.exit(exitCodes.usage);
}

let stopped: NodeJS.Signals | undefined;
/** The code of the first step that failed; the others of its stage are ended, and nothing more is begun. */
let failure: number | undefined;
const running = new Set<ReturnType<typeof spawn>>();
// Ctrl-C in the terminal reaches the step directly; a signal to this process alone is passed on.
process.on("SIGINT", () => {
  stopped = "SIGINT";
});
process.on("SIGTERM", () => {
  stopped = "SIGTERM";
  for (const child of running) child.kill("SIGTERM");
});

for (const stage of isPartial ? selectedTests() : everything) {
  await Promise.all(stage.map(runRow));
  if (stopped) process.exit(stopped === "SIGINT" ? exitCodes.interrupted : 143);
  if (failure !== undefined) process.exit(failure);
}

async function runRow(steps: readonly Step[]) {
  for (const step of steps) {
    const code = await run(step);
    if (stopped || failure !== undefined) return;
    if (code === 0) continue;
    failure = code;
    for (const child of running) child.kill("SIGTERM");
    return;
  }
}

/** What the command's words ask for; ends with a sentence about a word that is none. */
function selection() {
  try {
    const options = { changed: { type: "boolean", default: false }, name: { type: "string", short: "t" } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    return { paths: positionals, changed: values.changed, name: values.name };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\nSay paths, --changed, or -t with words of a test's name\n`);
    process.exit(exitCodes.usage);
  }
}

/**
 * Runs a step to its end; the proofs among the unit tests run at full size only when everything runs. The tests start
 * some thousand processes of the product: what one of them compiled the others read.
 */
function run(step: Step): Promise<number> {
  const compiled = { NODE_COMPILE_CACHE: path.join(env.root, "node_modules/.cache/compiled") };
  const some = { ...compiled, TEST_SIZE: "quick" };
  const whole = { ...compiled, TEST_SIZE: "whole", PROOF_SEED: String(seed) };
  const child = spawn(process.execPath, step, {
    cwd: env.root,
    stdio: "inherit",
    env: environmentWith(isPartial ? some : whole),
  });
  running.add(child);
  const overdue = setTimeout(() => {
    process.stderr.write(`${step.join(" ")}: not done after ${longestMinutes} minutes\n`);
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 10_000).unref();
  }, longestMinutes * 60_000);
  return new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? exitCodes.failure));
  }).finally(() => {
    running.delete(child);
    clearTimeout(overdue);
  });
}
