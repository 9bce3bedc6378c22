import { mkdir, open, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { hmac, keyIds } from "#modules/kernel/crypto.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { erasureKey } from "#modules/kernel/person/erasure-key.server.ts";

/*
 * The log of erasures: one line for each, without the person, in a file beside the database. A backup of the database
 * that is older than an erasure does not know it; the log does, and whoever comes back with the backup is erased again.
 */

const Line = z.object({
  id: z.uuid(),
  consumerId: z.uuid().nullable(),
  /** A keyed hash of the phone. */
  key: z.string(),
  /** The id of the secret the hash was made with; lines of the first versions have none. */
  keyId: z.string().optional(),
  at: z.coerce.date(),
});
/** One erasure. */
export type LoggedErasure = z.output<typeof Line>;

const file = () => path.join(env.dataDir, "erasures.jsonl");

/** All logged erasures, oldest first, each once; a last line that a crash cut off is left out. */
export async function loggedErasures(): Promise<LoggedErasure[]> {
  const text = await readFile(file(), "utf8").catch((error: { code?: string }) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const entries = text.split("\n").flatMap((line) => {
    try {
      return [Line.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
  // Two processes may write the same one.
  return [...new Map(entries.map((each) => [each.id, each])).values()];
}

type Erasure = Pick<LoggedErasure, "id" | "consumerId" | "at"> & { phone: string };

/** Adds an erasure, if it is not there yet, and flushes it to the disk. */
export async function logErasure({ phone, ...erasure }: Erasure): Promise<void> {
  if ((await loggedErasures()).some(({ id }) => id === erasure.id)) return;
  const line: LoggedErasure = { ...erasure, key: hmac(erasureKey, phone), keyId: keyIds()[0] };
  await mkdir(env.dataDir, { recursive: true });
  const log = await open(file(), "a", 0o600);
  try {
    // A line of its own, also after one that a crash cut off.
    await log.write(`\n${JSON.stringify(line)}\n`);
    await log.sync();
  } finally {
    await log.close();
  }
}
