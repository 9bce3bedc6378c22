import { sql } from "kysely";
import { keyIds } from "#modules/kernel/crypto.server.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { installation, record } from "#modules/kernel/db/history.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { dropRetiredSecrets, rotateStoredSecret } from "#modules/kernel/kept-with-data.server.ts";
import { withDatabase } from "../embedded/database.ts";
import { house } from "../house.ts";
import { Conflict, type GlobalOptions, show, UsageError } from "../run.ts";

/** `keys status`: the secrets by their public ids, and what is not encrypted with the current one yet. */
export async function status(options: GlobalOptions) {
  const left = await withDatabase(leftNow);
  const [current, ...retired] = keyIds();
  const lines = left
    .filter((each) => each.left > 0)
    .map(({ place, left, unknown }) => `  ${place.padEnd(28)}${left}${unknown > 0 ? `, ${unknown} unreadable` : ""}`);
  const total = left.reduce((sum, each) => sum + each.left, 0);
  const text = [
    `Sealed with ${current}; ${retired.length > 0 ? `still read with ${retired.join(", ")}` : "no other secret is known"}.`,
    total === 0 ? "Nothing is left to be sealed anew." : `${total} left to be sealed anew:`,
    ...lines,
    ...(total === 0 && retired.length > 0 ? [howToDrop()] : []),
  ];
  show({ current, retired, left }, text.join("\n"), options);
}

/**
 * `keys rotate`: a new secret. One stored in the data folder is generated here, and the old one stays in the ring; for
 * a configured one it prints what to set, and once both are set, everything is encrypted again.
 */
export async function rotate(options: GlobalOptions) {
  if (!env.isSecretStored && env.previousSecrets.length === 0) {
    const steps = [
      "The secret stands in the configuration, so it is changed there:",
      "  1. make a new one: openssl rand -base64 48",
      "  2. where processes restart one after another, list it in APP_SECRET_PREVIOUS first, everywhere",
      "  3. set APP_SECRET to the new one and APP_SECRET_PREVIOUS to the present one, and restart web and worker",
      "  4. npm run cli -- keys rotate again, or wait: the worker begins by itself when it starts",
    ];
    return show({ rotated: false, steps }, steps.join("\n"), options);
  }
  await withDatabase(async () => {
    if (env.isSecretStored) {
      await oneAtATime(async () => {
        configure(rotateStoredSecret(env.dataDir));
        await recordEvent("installation.secretChanged");
      });
      const text = `The new secret is ${keyIds()[0]}. Restart what is running: the worker then seals everything anew.`;
      return show({ rotated: true, current: keyIds()[0], restart: true }, text, options);
    }
    const { resealSoon } = await import("#modules/kernel/secrets/reseal.server.ts");
    await transaction(async () => {
      await resealSoon();
      await recordEvent("installation.resealAsked");
    });
    const text = "The worker seals everything anew; `keys status` tells what is left.";
    show({ rotated: true, current: keyIds()[0], restart: false }, text, options);
  });
}

/** `keys drop`: deletes the retired secrets from the data folder once nothing needs them. */
export async function drop(options: GlobalOptions & { yes?: boolean }) {
  if (!env.isSecretStored)
    throw new UsageError("The secrets stand in the configuration: empty APP_SECRET_PREVIOUS there.");
  if (!options.yes)
    throw new UsageError("Repeat with --yes to forget the retired secrets; what is running must know the new one.");
  await withDatabase(async () => {
    const left = (await leftNow()).reduce((sum, each) => sum + each.left, 0);
    if (left > 0) throw new Conflict(`${left} values are still to be sealed anew: is a worker running?`);
    await oneAtATime(async () => {
      await recordEvent("installation.secretsDropped");
      dropRetiredSecrets(env.dataDir);
    });
  });
  show({ dropped: env.previousSecrets.length }, "The retired secrets are forgotten. Restart what is running.", options);
}

export const howToDrop = () =>
  env.isSecretStored
    ? "The retired secrets may go: npm run cli -- keys drop --yes"
    : "The retired secrets may go: empty APP_SECRET_PREVIOUS and restart all processes together";

async function leftNow() {
  await import("#modules/index.ts");
  const { leftToReseal } = await import("#modules/kernel/secrets/reseal.server.ts");
  return leftToReseal();
}

/** Says in the installation's history who did it; a secret is named by its public id. */
const recordEvent = (event: string) => record(house(), { ...installation, event, data: { current: keyIds()[0] } });

/** The advisory lock that a command holds while it changes the secrets of a data folder. */
const lockKey = 7_203_911_427;
const oneAtATime = (change: () => Promise<void>) =>
  transaction(async () => {
    await rows(sql`select pg_advisory_xact_lock(${lockKey})`);
    await change();
  });
