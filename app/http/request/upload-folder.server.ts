import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { env } from "#modules/kernel/env.server.ts";
import { log } from "#modules/kernel/log.server.ts";

/** Longer than any request may take; an older file was left by a process that died. */
const lifeMs = 15 * 60_000;
const sweptEveryMs = 5 * 60_000;

/** The files of requests running in this process. */
const running = new Set<string>();

/** Where uploaded files stay until their request ends; web processes with the same data folder share it. */
export const uploadFolder = () => path.join(env.dataDir, "uploads");

/** A path for an uploaded file, reserved for its request until `forget`. */
export function newPlace(): string {
  const place = path.join(uploadFolder(), `upload-${randomUUID()}`);
  running.add(place);
  return place;
}

/** Creates the file at its path. */
export async function openPlace(place: string): Promise<FileHandle> {
  await makeFolder();
  return open(place, "wx", 0o600);
}

/** Deletes an uploaded file; one that cannot be deleted is left to the sweep. */
export async function forget(place: string) {
  await rm(place, { force: true }).catch(({ code }) => log.warn({ reason: code }, "an uploaded file stays behind"));
  running.delete(place);
}

/** Deletes files older than any request runs; files of requests running in this process are never touched. */
export async function sweepUploads(now = Date.now()): Promise<number> {
  let swept = 0;
  await makeFolder();
  for (const name of await readdir(uploadFolder())) {
    const place = path.join(uploadFolder(), name);
    if (running.has(place)) continue;
    const stats = await stat(place).catch(() => undefined);
    if (!stats || stats.mtimeMs > now - lifeMs) continue;
    await rm(place, { force: true });
    swept += 1;
  }
  return swept;
}

/** Sweeps now and every few minutes; returns a function that stops it. */
export async function keepUploadsSwept(): Promise<() => void> {
  await sweepUploads();
  const timer = setInterval(() => {
    sweepUploads().catch((error) => log.warn({ err: error }, "uploaded files were not swept"));
  }, sweptEveryMs).unref();
  return () => clearInterval(timer);
}

/** Uploaded identity papers lie here unencrypted: no other user of this machine may read them. */
const makeFolder = () => mkdir(uploadFolder(), { recursive: true, mode: 0o700 });
