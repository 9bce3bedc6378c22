import { type LostErasure, type Replayed, replayErasures } from "#modules/consumers/index.ts";
import {
  type BackupContent,
  BrokenBackup,
  checkBackup,
  type EndedAccess,
  endAccess,
  NotEmpty,
  type Restored,
  refuseFiles,
  refuseUsed,
  restoreBackup,
  type Verified,
  verifyInstallation,
} from "#modules/installation/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { needAll } from "#modules/kernel/actor.ts";
import { istDate, istTime } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { installation, record } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";
import { figure } from "#modules/kernel/figure.ts";
import { type Hold, heldSince, hold, release } from "#modules/kernel/outside/hold.server.ts";
import { countWaiting } from "#modules/kernel/work/job-list.server.ts";
import { existingDatabase, openDatabase, withDatabase } from "../../embedded/database.ts";
import { house } from "../../house.ts";
import { inPlainWords } from "../../plain-words.ts";
import { Conflict, Failed, Stopped, show, stoppable, Trouble, tell, UsageError } from "../../run.ts";
import { type Acting, acting, tellDone } from "../desk/operator.ts";

type Options = Acting & {
  verify?: boolean;
  anySecret?: boolean;
  keepAccess?: boolean;
  release?: boolean;
  leaveUnerased?: boolean;
  hold?: boolean;
  verbose?: boolean;
};

/** `restore`: brings a backup back into an empty database, or releases or holds a copy that was brought back. */
export async function restore(options: Options, from?: string) {
  const modeCount = [from !== undefined, options.release, options.hold].filter(Boolean).length;
  if (modeCount !== 1) throw new UsageError("say a backup, --release or --hold");
  if (options.keepAccess && options.release) throw new UsageError("--keep-access goes with a backup or --hold");
  if (options.release) return releaseCopy(options);
  if (options.hold) return holdCopy(options);
  if (options.as !== undefined) throw new UsageError("an empty database knows no admin: leave --as out");
  return options.dryRun ? check(options, from!) : bringBack(options, from!);
}

/** Needs the backup and the secret alone: database and blob folder are looked at where they can be. */
async function check(options: Options, from: string) {
  const checkedBackup = await checkBackup(from, options).catch(asRefusal);
  const notChecked = [await notLooked("database", databaseIsFit), await notLooked("blob folder", refuseFiles)].filter(
    (why) => why !== undefined,
  );
  const text = [`The backup is whole. Would restore ${described(checkedBackup)}`, ...notChecked].join("\n");
  show({ wouldDo: checkedBackup, notChecked }, text, options);
}

async function databaseIsFit() {
  const { owner } = await existingDatabase();
  if (!owner) throw new Trouble("OWNER_DATABASE_URL is not set");
  await refuseUsed(owner);
}

/** Why a place was not looked at; undefined when it was and a backup may be restored into it. */
async function notLooked(place: string, look: () => Promise<void>): Promise<string | undefined> {
  try {
    await look();
    return undefined;
  } catch (error) {
    if (error instanceof NotEmpty) throw new Conflict(error.message);
    const why = error instanceof Trouble ? error.message : inPlainWords(error)?.message;
    if (why === undefined) throw error;
    return `The ${place} was not looked at: ${why}`;
  }
}

async function bringBack(options: Options, from: string) {
  const { jobs } = await import("#modules/index.ts");
  const { at, embedded } = await openDatabase();
  try {
    if (!at.owner)
      throw new UsageError("DATABASE_URL names a role that may not change the schema: set OWNER_DATABASE_URL");
    const onProgress = (words: string) => options.verbose && tell(words, options);
    const { anySecret, keepAccess } = options;
    const done = await stoppable((stop) =>
      restoreBackup(from, { at, jobs, anySecret, keepAccess, onProgress, stop }).catch(asRefusal),
    ).catch((error) => {
      if (error instanceof Stopped) tell("Stopped: database and blob folder are empty as before", options);
      throw error;
    });
    const verified = await withDatabase(async () => {
      const { at: of, rows: written, files, ended } = done;
      const data = { of, rows: written, files, ended };
      await transaction(() => record(house(), { ...installation, event: "installation.restored", data }));
      return options.verify ? verifyInstallation(onProgress) : undefined;
    });
    show({ done, verified, held: true }, restoreSummary(done, verified, options), options);
    if (verified && verified.faults.length > 0) throw new Failed();
  } finally {
    if (embedded?.started) await embedded.stop();
  }
}

function restoreSummary(done: Restored, verified: Verified | undefined, options: Options): string {
  const faults = verified?.faults ?? [];
  return [
    `Restored ${described(done)}`,
    ...(done.missing.length > 0 ? [`${done.missing.length} files were missing when the backup was made.`] : []),
    ...(done.migrated.length > 0 ? [`${done.migrated.length} newer migration(s) run.`] : []),
    ...faults,
    ...(verified && faults.length === 0
      ? [`Verified: the ledger keeps its rules, and ${verified.files} files are as their rows say.`]
      : []),
    accessWords(done.ended, options),
    "It sends nothing and works no queue until it is released: restore --release --yes",
  ].join("\n");
}

/** Who is let in by a copy, and what to do about who is not. */
function accessWords({ admins, keys, webhooks }: EndedAccess, { keepAccess }: Options): string {
  if (keepAccess)
    return "Everybody signs in anew; admins, API keys and webhooks are as they were, also those taken away since (--keep-access).";
  const ended = `switched off: ${admins} admin(s), ${webhooks} webhook(s); revoked: ${keys} API key(s)`;
  return `The copy lets nobody in, because what was taken away since the backup would be back with it. ${ended}.
Let in who shall be: users enable <user name> --yes`;
}

const moment = (at: Date) => `${istDate(at)} ${istTime(at)}`;
const described = ({ at, tables, rows, files }: BackupContent) =>
  `${tables} tables with ${figure(rows)} rows and ${figure(files)} files, as of ${moment(at)}`;

/** A damaged backup and a database in use are no bugs: their sentence is enough. */
function asRefusal(error: Error): never {
  if (error instanceof BrokenBackup) throw new Trouble(error.message);
  if (error instanceof NotEmpty) throw new Conflict(error.message);
  throw error;
}

async function releaseCopy(options: Options) {
  const done = await acting(options, "restore --release", async (actor: Actor) => {
    needAll(actor);
    // The log may have come after the processes of the copy have started. Before anything is sent, it is obeyed.
    const erasures = await replayErasures({ giveUp: options.leaveUnerased ?? false });
    const waiting = await countWaiting(actor);
    const released = await release();
    if (released.length > 0 && erasures.lost.length > 0 && !options.leaveUnerased)
      throw new Conflict(lostWords(erasures.lost));
    for (const { at, backupAt } of released)
      await record(actor, {
        ...installation,
        event: "installation.released",
        data: { at, backupAt, erasedAgain: erasures.again, leftUnerased: erasures.lost.map(({ id }) => id) },
      });
    return { released, waiting, erasures };
  });
  const { released, waiting, erasures } = done.result;
  if (released.length === 0) return show({ done: done.result }, "Nothing is held.", options);
  const begins = waiting.map(({ name, count: n }) => `  ${name.padEnd(36)}${n}`);
  const what = `${named(released[0]!)} works and sends again; jobs that begin${begins.length > 0 ? ":" : ": none"}`;
  const words = [what, ...begins, ...erasureWords(erasures)].join("\n");
  if (done.happened) return show({ done: done.result }, words, options);
  if (!options.dryRun) throw new UsageError(`This would be: ${words}\nSay --yes to do it.`);
  show({ wouldDo: done.result }, `would be: ${words}`, options);
}

function erasureWords({ logged, again, lost }: Replayed): string[] {
  const times = again === 1 ? "1 erasure" : `${again} erasures`;
  if (logged === 0)
    return [`No erasures.jsonl is in ${env.dataDir}: whoever was erased after the backup was made is in the copy`];
  return [
    ...(again > 0 ? [`${times} that the backup does not know, done again`] : []),
    ...(lost.length > 0 ? [`${lost.length} left undone, as was said (--leave-unerased)`] : []),
  ];
}

const mostLost = 20;

function lostWords(lost: LostErasure[]): string {
  const more = lost.length > mostLost ? [`  and ${lost.length - mostLost} more`] : [];
  return [
    `${lost.length} erasures cannot be done, because the secret they were made with is not known here:`,
    ...lost.slice(0, mostLost).map(({ id, at }) => `  ${id} of ${moment(at)}`),
    ...more,
    "List that secret in APP_SECRET_PREVIOUS. If it is lost, --leave-unerased releases the copy with whoever they name in it.",
  ].join("\n");
}

const named = ({ at, backupAt }: Hold) =>
  backupAt ? `The copy of ${moment(backupAt)}` : `The copy that is held since ${moment(at)}`;

async function holdCopy(options: Options) {
  const done = await acting(options, "restore --hold", async (actor: Actor) => {
    needAll(actor);
    const before = await heldSince();
    const held = before ?? (await hold());
    const ended = before ? undefined : await endAccess(rows, options);
    await record(actor, { ...installation, event: "installation.held", data: { ended } });
    return { ...held, ended };
  });
  const { ended } = done.result;
  const words = [
    "held: it sends nothing and works no queue until it is released",
    ...(ended ? [accessWords(ended, options)] : []),
  ];
  tellDone(done, words.join("\n"), options);
}
