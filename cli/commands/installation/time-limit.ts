import { setTimeout as pause } from "node:timers/promises";
import { environmentWith } from "#modules/kernel/env.server.ts";
import { exitCodes, printFailure } from "../../run.ts";

/** How long what was begun may take to be put away. */
const cleanupMs = 5_000;

type Limit = {
  ms: number;
  /** What is said when the time is over. */
  message: string;
  json: boolean;
  cleanUp?: () => Promise<void>;
};

export type TimeLimit = {
  /** Ends the limit. */
  lift(): void;
  /** Whether the time is over: then the process is being ended, and what fails meanwhile fails because of that. */
  isOver(): boolean;
};

/**
 * Ends the process with a sentence and exit code 1 when the time is over, also while a disk or a database does not
 * answer.
 */
export function timeLimit({ ms, message, json, cleanUp = async () => {} }: Limit): TimeLimit {
  let over = false;
  const timer = setTimeout(async () => {
    over = true;
    await Promise.race([cleanUp().catch(() => {}), pause(cleanupMs)]);
    endNow(printFailure(message, "unavailable", exitCodes.failure, { json }));
  }, ms);
  return { lift: () => clearTimeout(timer), isOver: () => over };
}

/** An ordinary exit joins the threads of the pool, and a disk that does not answer holds them: `execve` ends them all. */
function endNow(code: number): never {
  process.execve?.("/bin/sh", ["sh", "-c", `exit ${code}`], environmentWith({}));
  process.exit(code);
}
