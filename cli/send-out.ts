import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Conflict, exitCodes, ownsEnds, Stopped } from "./run.ts";

const codes = { SIGINT: exitCodes.interrupted, SIGTERM: 143 } as const;
type Signal = keyof typeof codes;

/** Refuses a file that is there, unless it may be written over. */
export function needFree(file: string, { yes }: { yes?: boolean | undefined }) {
  if (!yes && existsSync(file)) throw new Conflict(`${file} is there already: --yes writes over it`);
}

/**
 * Sends a stream into a file that only its owner reads or, without one, to stdout. The file bears its name once it is
 * whole. Ctrl-C, SIGTERM and a reader who went away reject with `Stopped` and leave no file.
 */
export async function sendOut(stream: Readable, file: string | undefined): Promise<void> {
  const stop = new AbortController();
  const stopped = (signal: Signal) => stop.abort(new Stopped(codes[signal]));
  ownsEnds();
  for (const signal of Object.keys(codes) as Signal[]) process.once(signal, stopped);
  try {
    if (file === undefined) await pipeline(stream, process.stdout, { signal: stop.signal });
    else await whole(file, stream, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason;
    throw (error as NodeJS.ErrnoException).code === "EPIPE" ? new Stopped(exitCodes.brokenPipe) : error;
  } finally {
    for (const signal of Object.keys(codes) as Signal[]) process.off(signal, stopped);
  }
}

async function whole(file: string, stream: Readable, signal: AbortSignal) {
  const draft = `${file}.part`;
  // Opened first, so that what is removed after a failure was there before.
  const handle = await open(draft, "w", 0o600);
  try {
    await pipeline(stream, handle.createWriteStream({ flush: true }), { signal });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
