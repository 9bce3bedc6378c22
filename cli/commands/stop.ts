import { readFileSync } from "node:fs";
import { environmentWith } from "#modules/kernel/env.server.ts";
import { exitCodes, ownsInterrupt } from "../run.ts";

/** A second Ctrl-C within this time is the same key press: npm passes the terminal's signal on to us. */
const sameMomentMs = 1_500;

/** Waits for Ctrl-C or a stop signal and returns the exit code; `impatient` is called on every later one. */
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
 * npm runs us through a shell that passes on no signal: if only npm is ended, we would go on running unnoticed. Started
 * without npm we may outlive our parent, as a service does.
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
