import { readFileSync } from "node:fs";
import { environmentWith } from "#modules/kernel/env.server.ts";
import { exitCodes, ownsInterrupt } from "./run.ts";

/** A second Ctrl-C this soon is the same one: npm hands the terminal's on to us. */
const sameMomentMs = 1_500;

/** Waits for Ctrl-C or a stop signal and answers the exit code to end with; `impatient` hears every later one. */
export function untilStopped(impatient: () => void): Promise<number> {
  ownsInterrupt();
  return new Promise((resolve) => {
    let first = 0;
    const hear = (signal: NodeJS.Signals) => {
      if (first && performance.now() - first > sameMomentMs) impatient();
      first ||= performance.now();
      resolve(signal === "SIGINT" ? exitCodes.interrupted : exitCodes.ok);
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, hear);
    whenNpmIsGone(() => hear("SIGTERM"));
  });
}

/**
 * npm runs us through a shell, which hands on no signal: whoever ends npm alone would leave us running unseen. (Started
 * without npm, we may well outlive our parent, as a service does.)
 */
function whenNpmIsGone(tellOf: () => void) {
  if (!environmentWith({}).npm_lifecycle_event) return;
  const parents = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const first = parents();
  const watch = setInterval(() => {
    if (parents() === first) return;
    clearInterval(watch);
    tellOf();
  }, 500).unref();
}

function parentOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? "";
  } catch {
    return "";
  }
}
