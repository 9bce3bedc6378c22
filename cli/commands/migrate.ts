import { createInterface } from "node:readline/promises";
import type { Addresses } from "#modules/kernel/db/roles.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { migrateDown, migrateUp } from "#modules/kernel/migrate.server.ts";
import { status } from "#modules/kernel/schema-state.server.ts";
import { existingDatabase, openDatabase } from "../embedded/database.ts";
import { type GlobalOptions, show as print, tell, UsageError } from "../run.ts";
import { logConfigurationWarnings } from "../supervise/configuration-warnings.ts";

/** `migrate up`: applies every pending migration, then creates queues and grants rights. */
export const up = (options: GlobalOptions) =>
  asOwner(async (at) => {
    logConfigurationWarnings();
    const { jobs } = await import("#modules/index.ts");
    const done = await migrateUp(jobs, at);
    print({ done }, done.length === 0 ? "Nothing waits." : done.map((name) => `up    ${name}`).join("\n"), options);
  });

type Down = GlobalOptions & { steps: number; dryRun?: boolean; yes?: boolean; database?: string };

/** `migrate down`: reverts the newest migrations, only when confirmed; in production by the database's name. */
export const down = (options: Down) =>
  asOwner(async (at) => {
    if (options.steps < 1) throw new UsageError("--steps is 1 or more");
    const { executed } = await status(at.owner);
    const plan = executed
      .map(({ name }) => name)
      .slice(-options.steps)
      .reverse();
    if (options.dryRun || plan.length === 0)
      return print(
        { plan },
        plan.length === 0 ? "Nothing has run." : plan.map((name) => `would take back ${name}`).join("\n"),
        options,
      );
    const database = decodeURIComponent(new URL(at.owner).pathname.slice(1));
    await confirm(`This drops what these migrations made, data included:\n  ${plan.join("\n  ")}`, database, options);
    const done = await migrateDown(plan.length, at);
    print({ done }, done.map((name) => `down  ${name}`).join("\n"), options);
  });

/** `migrate status`: reads, and starts no server. */
export const show = async (options: GlobalOptions) => {
  const at = await existingDatabase();
  const { executed, pending } = await status(at.owner || at.app);
  const lines = [
    ...executed.map(({ name, at }) => `done   ${name}  ${at.toISOString()}`),
    ...pending.map((name) => `waits  ${name}`),
  ];
  print({ executed, pending }, lines.join("\n"), options);
};

async function asOwner(work: (at: Addresses) => Promise<void>) {
  const { at, embedded } = await openDatabase();
  try {
    if (!at.owner)
      throw new UsageError("DATABASE_URL names a role that may not change the schema: set OWNER_DATABASE_URL");
    await work(at);
  } finally {
    if (embedded?.started) await embedded.stop();
  }
}

/** Asks before data is dropped; in production a yes is not enough, the database's name has to be said. */
async function confirm(what: string, database: string, options: Down) {
  const wanted = env.production ? database : "yes";
  if (env.production ? options.database === database : options.yes) return;
  if (options.database !== undefined && options.database !== database)
    throw new UsageError(`--database ${options.database} is not the database's name: nothing was changed`);
  const flag = env.production ? `--database ${database}` : "--yes";
  if (!options.input || !process.stdin.isTTY) throw new UsageError(`${what}\nRepeat with ${flag} to do it.`);
  tell(what);
  const ask = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await ask.question(`Type ${env.production ? "the database's name" : "yes"} to go on: `);
  ask.close();
  if (answer.trim() !== wanted) throw new UsageError("Nothing was changed.");
}
