import { constants, existsSync } from "node:fs";
import { access, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import {
  type BackupReport,
  folderSink,
  planBackup,
  type Sink,
  streamSink,
  tarSink,
  writeBackup,
} from "#modules/installation/index.ts";
import { needAll } from "#modules/kernel/actor.ts";
import { day, hour, now } from "#modules/kernel/clock.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { installation, record } from "#modules/kernel/db/history.ts";
import { figure } from "#modules/kernel/figure.ts";
import type { Duration } from "../../declare.ts";
import { withDatabase } from "../../embedded/database.ts";
import { Conflict, exitCodes, Failed, ownsInterrupt, show, Trouble, tell, UsageError } from "../../run.ts";
import { audited, type Operating, operatorOf } from "../desk/operator.ts";
import { type TimeLimit, timeLimit } from "./time-limit.ts";

type Options = Operating & {
  into?: string;
  keep?: number;
  ifOlder?: number;
  within: Duration;
  verbose?: boolean;
  dryRun?: boolean;
};

/** `backup`: copies database and files of one moment into a folder, a tar or stdout; the product works on. */
export async function backup(options: Options, destination?: string) {
  let to = targetOf(options, destination);
  if (to !== "-") await needFolder(path.dirname(to), options);
  const young = options.into && options.ifOlder ? await youngest(options.into, options.ifOlder) : undefined;
  if (young) return show({ done: null, newest: young }, `${young} is young enough; nothing was written.`, options);
  const done = await withDatabase(async () => {
    const actor = await operatorOf(options);
    needAll(actor);
    if (options.dryRun) return { ...(await planBackup()), missing: [] };
    const opening = openSink(to);
    // Watched before the file is there: no signal may come between the two.
    const uncaught = stopBy(opening);
    const limit = timeLimit({
      ms: options.within.ms,
      message: `The backup was given up after ${options.within.text}, because database or disk did not answer or are slow: ${to} was not written. --within gives it longer`,
      json: options.json,
      cleanUp: async () => (await opening).drop(),
    });
    const report = await written(opening, limit, options);
    uncaught();
    await transaction(async () => {
      const { at, rows, files, bytes, missing } = report;
      const data = { to: to === "-" ? to : path.resolve(to), at, rows, files, bytes, missing: missing.length };
      await record(actor, { ...installation, event: "installation.backedUp", data });
      await audited(actor, "backup");
    });
    return report;
  });
  const lacks = done.missing.length > 0;
  if (lacks && options.into) to = await renamed(to, incomplete(to));
  const gone = options.dryRun || !options.into || !options.keep ? [] : await prune(options.into, options.keep, lacks);
  const line = [
    `${options.dryRun ? "would write" : "Wrote"} ${to === "-" ? "a backup" : to}: ${described(done)}`,
    ...(options.dryRun ? [] : ["APP_SECRET and erasures.jsonl are not in it: keep both, apart from it"]),
    ...(gone.length > 0 ? [`removed ${gone.join(", ")}`] : []),
  ].join("; ");
  const text = [
    line,
    ...(lacks ? [`It lacks ${figure(done.missing.length)} files; no whole backup was removed.`] : []),
    ...done.missing.slice(0, 5).map((key) => `A file has a row and is not there: ${key}`),
  ].join("\n");
  // What goes to stdout is the backup itself.
  if (to === "-" && !options.dryRun) process.stderr.write(`${options.json ? JSON.stringify(done) : text}\n`);
  else show(options.dryRun ? { wouldDo: { to, ...done } } : { done: { to, ...done }, removed: gone }, text, options);
  if (lacks) throw new Failed();
}

async function written(opening: Promise<Sink>, limit: TimeLimit, options: Options): Promise<BackupReport> {
  const onProgress = (words: string) => options.verbose && tell(words, options);
  try {
    const sink = await opening;
    return await writeBackup(sink, { onProgress }).catch(async (error) => {
      // The limit puts the backup away and ends the process with its own sentence.
      if (limit.isOver()) await new Promise(() => {});
      await sink.drop();
      throw error;
    });
  } finally {
    limit.lift();
  }
}

/** The name of a backup that lacks files: it does not count as one of a folder's. */
const incomplete = (file: string) => file.replace(/\.tar$/, ".incomplete.tar");

async function renamed(from: string, to: string): Promise<string> {
  await rename(from, to);
  return to;
}

const described = ({ tables, rows, files, bytes }: BackupReport) =>
  `${tables} tables with ${figure(rows)} rows, ${figure(files)} files, ${(bytes / 1024 ** 2).toFixed(1)} MB`;

/** Where to write: a folder, a `.tar`, `-`, or a name of its own in a folder. */
function targetOf({ into, keep, ifOlder }: Options, destination: string | undefined): string {
  if ((destination === undefined) === (into === undefined))
    throw new UsageError("say where to: a new folder, a .tar, - for stdout, or --into a folder");
  if ((keep ?? ifOlder) !== undefined && into === undefined)
    throw new UsageError("--keep and --if-older go with --into");
  if (destination === "-" && process.stdout.isTTY) throw new UsageError("a backup is no text: send stdout to a file");
  const time = now()
    .toISOString()
    .replace(/[-:]|\.\d+/g, "");
  return destination ?? path.join(into!, `gharseva-${time}.tar`);
}

/** How long a folder may take to answer. */
const folderMs = 10_000;

/** Refuses a place that is not there, is no folder, is closed to this user, or does not answer. */
async function needFolder(folder: string, { json }: Options) {
  const message = `${folder} does not answer: is what is mounted there reachable?`;
  const limit = timeLimit({ ms: folderMs, message, json });
  try {
    if (!(await stat(folder)).isDirectory()) throw new Trouble(`${folder} is no folder`);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new Trouble(`There is no folder ${folder}: is its name right? A backup makes none`);
    if (code === "ENOTDIR") throw new Trouble(`${folder} is no folder`);
    if (["EACCES", "EPERM", "EROFS"].includes(code)) throw new Trouble(`This user may not write into ${folder}`);
    throw error;
  } finally {
    limit.lift();
  }
}

async function openSink(to: string): Promise<Sink> {
  if (to === "-") return streamSink(process.stdout);
  if (existsSync(to)) throw new Conflict(`${to} is there already: a backup is never written over`);
  return to.endsWith(".tar") ? tarSink(to) : folderSink(to);
}

/** An interrupted backup leaves nothing behind; the returned function ends the watch. */
function stopBy(opening: Promise<Sink>) {
  ownsInterrupt();
  const stop = async (signal: NodeJS.Signals) => {
    await opening.then((sink) => sink.drop()).catch(() => {});
    process.exit(signal === "SIGINT" ? exitCodes.interrupted : 143);
  };
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.once(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}

const whole = /^gharseva-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar$/;

const lacking = /^gharseva-\d{8}T\d{6}Z\.incomplete\.tar$/;

/** How long ago, in milliseconds, a backup was made, by its name. */
const ageOf = (name: string) => now().getTime() - new Date(name.replace(whole, "$1-$2-$3T$4:$5:$6Z")).getTime();

/** The newest backup of a folder, if it is not older than so many hours. */
async function youngest(folder: string, hours: number): Promise<string | undefined> {
  const names = await readdir(folder).catch((): string[] => []);
  const newest = names
    .filter((name) => whole.test(name))
    .sort()
    .at(-1);
  if (!newest) return undefined;
  const age = ageOf(newest);
  // One with a date to come was not made by this clock.
  return age >= 0 && age <= hours * hour ? newest : undefined;
}

/**
 * Removes all but the newest backups of a folder, and what a killed one left; nothing that has another name. One that
 * `lacks` files takes the place of those that lack some, never that of a whole one.
 */
async function prune(folder: string, keep: number, lacks: boolean): Promise<string[]> {
  const names = await readdir(folder);
  const old = lacks
    ? names
        .filter((name) => lacking.test(name))
        .sort()
        .slice(0, -1)
    : names
        .filter((name) => whole.test(name))
        .sort()
        .slice(0, -keep);
  const parts = names.filter((name) => {
    const named = name.replace(/\.part$/, "");
    // A younger one may be that of a backup that is being written.
    return named !== name && whole.test(named) && ageOf(named) > day;
  });
  const gone = [...old, ...parts];
  for (const name of gone) await rm(path.join(folder, name), { force: true });
  return gone;
}
