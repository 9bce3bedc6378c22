import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * A process as stored in a file; its start time is stored too, because another process may have the id after a reboot.
 */
type Remembered = { pid: number; born: string };

export type Part = {
  name: string;
  /** Arguments for node. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** The file for its output; inherited by default. */
  logFile?: string | undefined;
  cwd: string;
};

/**
 * The V8 memory limits of the parts. Their live data is far below them; without a limit the collector lets the heap
 * grow to several times that under load. The web's objects live as long as their page, so a young generation with room
 * for sixteen concurrent pages pays for itself in fewer collections. The worker gets a quarter of that: the
 * cells of a page of a spreadsheet fit in it, and the thread that reads the sheet has as much again.
 */
export const thrift = {
  web: ["--max-semi-space-size=32", "--max-old-space-size=320"],
  worker: ["--max-semi-space-size=8", "--max-old-space-size=320"],
};

/** Whether a process exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}

const firstPauseMs = 500;
const longestPauseMs = 5_000;
/** A part that ran this long started well: its next restart waits only the short pause again. */
const livedWellMs = 10_000;
/** How long a part may finish its requests and jobs before it is killed. */
const drainMs = 25_000;

/** Runs the product's long-running parts: restarts one that ends, and stops them in order. */
export class Supervisor {
  folder: string;
  say: (line: string) => void;
  children = new Map<string, ChildProcess>();
  stopping = false;

  constructor(folder: string, say: (line: string) => void) {
    this.folder = folder;
    this.say = say;
    fs.mkdirSync(folder, { recursive: true });
  }

  /** Claims the folder for this process, or returns the id of the running process that has it. */
  claim(): number | undefined {
    const other = this.recall("supervisor");
    if (other && other.pid !== process.pid && alive(other)) return other.pid;
    this.remember("supervisor", process.pid);
    return undefined;
  }

  /** Ends parts left behind by a killed parent. */
  async endOrphans(names: readonly string[]) {
    for (const name of names) {
      const orphan = this.recall(name);
      if (!orphan || !alive(orphan)) continue;
      this.say(`ending the ${name} process ${orphan.pid} that an earlier start left behind`);
      signal(orphan.pid, "SIGTERM");
      for (let waited = 0; alive(orphan) && waited < 5_000; waited += 50) await pause(50);
      if (alive(orphan)) signal(orphan.pid, "SIGKILL");
    }
  }

  /** Starts a part and restarts it when it ends. */
  run(part: Part, waitMs = firstPauseMs) {
    const startedAt = performance.now();
    const output = part.logFile ? fs.openSync(part.logFile, "a", 0o600) : "inherit";
    // Its own process group: Ctrl-C in the terminal reaches the parent only, which then stops the parts in order.
    const child = spawn(process.execPath, part.args, {
      cwd: part.cwd,
      env: part.env,
      stdio: ["ignore", output, output, "ipc"],
      detached: true,
    });
    if (typeof output === "number") fs.closeSync(output);
    this.children.set(part.name, child);
    if (child.pid) this.remember(part.name, child.pid);
    child.once("error", (error) => this.say(`${part.name} cannot be started: ${error.message}`));
    child.once("exit", (code, by) => {
      if (this.stopping || this.children.get(part.name) !== child) return;
      // An invalid configuration is not fixed by a restart.
      if (code === 78) return this.say(`${part.name} refuses its configuration${seeLog(part)}`);
      const wait = performance.now() - startedAt > livedWellMs ? firstPauseMs : waitMs;
      this.say(`${part.name} ended (${by ?? code}); it starts again in ${wait / 1000} s${seeLog(part)}`);
      setTimeout(() => !this.stopping && this.run(part, Math.min(wait * 2, longestPauseMs)), wait).unref();
    });
  }

  /** Tells a part that was started early what its environment lacked; a later start of it has both. */
  tell(part: Part, env: Record<string, string>) {
    Object.assign(part.env, env);
    if (this.lives(part.name)) this.children.get(part.name)!.send(env);
  }

  /** Restarts a part after an edit of its sources. */
  async restart(part: Part) {
    const child = this.children.get(part.name);
    if (!child || !this.lives(part.name)) return;
    this.children.delete(part.name);
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await gone;
    if (!this.stopping) this.run(part);
  }

  /** Whether a part's process is running. */
  lives = (name: string) => {
    const child = this.children.get(name);
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  };

  /** Stops the parts one after another, in the given order. */
  async stop(names: readonly string[]) {
    this.stopping = true;
    for (const name of names) {
      const child = this.children.get(name);
      if (!child || !this.lives(name)) continue;
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      const end = setTimeout(() => child.kill("SIGKILL"), drainMs);
      await gone;
      clearTimeout(end);
      fs.rmSync(this.file(name), { force: true });
    }
    fs.rmSync(this.file("supervisor"), { force: true });
  }

  /** Kills all parts without waiting for their work. */
  kill() {
    for (const child of this.children.values()) child.kill("SIGKILL");
  }

  file = (name: string) => path.join(this.folder, `${name}.json`);

  remember(name: string, pid: number) {
    fs.writeFileSync(this.file(name), JSON.stringify({ pid, born: bornAt(pid) } satisfies Remembered));
  }

  recall(name: string): Remembered | undefined {
    try {
      return JSON.parse(fs.readFileSync(this.file(name), "utf8")) as Remembered;
    } catch {
      return undefined;
    }
  }
}

const seeLog = (part: Part) => (part.logFile ? ` (see ${part.logFile})` : "");

/** A process's start time as the system reports it; empty when there is no such process. */
function bornAt(pid: number): string {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const boot = fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return state === "Z" ? "" : `${boot} ${rest[18]}`;
  } catch {
    if (process.platform === "linux") return "";
  }
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim();
  } catch {
    return "";
  }
}

const alive = ({ pid, born }: Remembered) => born !== "" && bornAt(pid) === born;

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as { code?: string }).code !== "ESRCH") throw error;
  }
}
