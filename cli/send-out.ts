import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Conflict, exitCodes, Stopped, stoppable, UsageError } from "./run.ts";

/** Refuses a file that is there, unless it may be written over. */
export function needFree(file: string, { yes }: { yes?: boolean | undefined }) {
  if (!yes && existsSync(file)) throw new Conflict(`${file} is there already: --yes writes over it`);
}

/** What a file is to be by its ending; another is refused in the option's name. */
export function sheetKind(option: string, file: string): "csv" | "xlsx" {
  const [, kind] = /\.(csv|xlsx)$/.exec(file) ?? [];
  if (!kind) throw new UsageError(`${option} ends with .csv or .xlsx`);
  return kind as "csv" | "xlsx";
}

/**
 * Sends a stream into a file that only its owner reads or, without one, to stdout. The file bears its name once it is
 * whole. Ctrl-C, SIGTERM and a reader who went away reject with `Stopped` and leave no file.
 */
export const sendOut = (stream: Readable, file: string | undefined): Promise<void> =>
  stoppable(async (stop) => {
    if (file !== undefined) return wholeFile(stream, file, stop);
    await pipeline(stream, process.stdout, { signal: stop }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === "EPIPE" ? new Stopped(exitCodes.brokenPipe) : error;
    });
  });

/** Writes a stream into a file that bears its name once it is whole; a stream that fails leaves none. */
export async function wholeFile(stream: Readable, file: string, stop?: AbortSignal) {
  const draft = `${file}.part`;
  // Opened first, so that what is removed after a failure was there before.
  const handle = await open(draft, "w", 0o600);
  try {
    await pipeline(stream, handle.createWriteStream({ flush: true }), stop ? { signal: stop } : {});
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
