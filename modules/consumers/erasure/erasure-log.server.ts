import { mkdir, open, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { env } from "#modules/kernel/env.server.ts";

/*
 * The log of erasures: one line for each, without the person, in a file beside the database. A backup of the database
 * that is older than an erasure does not know it; the log does, and whoever comes back with the backup is erased again.
 */

const Line = z.object({ id: z.uuid(), consumerId: z.uuid().nullable(), key: z.string(), at: z.coerce.date() });
/** One erasure; `key` is a keyed hash of the phone. */
export type LoggedErasure = z.output<typeof Line>;

const file = () => path.join(env.dataDir, "erasures.jsonl");

/** All logged erasures, oldest first, each once; a last line that a crash cut off is left out. */
export async function loggedErasures(): Promise<LoggedErasure[]> {
  const text = await readFile(file(), "utf8").catch((error: { code?: string }) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const found = text.split("\n").flatMap((line) => {
    try {
      return [Line.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
  // Two processes may write the same one.
  return [...new Map(found.map((each) => [each.id, each])).values()];
}

/** Adds an erasure, if it is not there yet, and flushes it to the disk. */
export async function logErasure(erasure: LoggedErasure): Promise<void> {
  if ((await loggedErasures()).some(({ id }) => id === erasure.id)) return;
  await mkdir(env.dataDir, { recursive: true });
  const log = await open(file(), "a", 0o600);
  try {
    // A line of its own, also after one that a crash cut off.
    await log.write(`\n${JSON.stringify(erasure)}\n`);
    await log.sync();
  } finally {
    await log.close();
  }
}
