import fs from "node:fs";
import path from "node:path";

/** A long-running process of this installation; without `environment` where this user may not look into it. */
export type Running = { part: "web" | "worker"; pid: number; environment?: Record<string, string> };

/** The web and worker processes of this checkout that run on this machine; none where the system has no /proc. */
export function runningParts(root: string): Running[] {
  if (!fs.existsSync("/proc/self/cmdline")) return [];
  const pids = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    const part = partOf(pid, root);
    return part ? [{ part, pid: Number(pid), ...environmentOf(pid) }] : [];
  });
}

/** What this process was started as, when its program is one of this checkout. */
function partOf(pid: string, root: string): Running["part"] | undefined {
  const words = read(pid, "cmdline")?.split("\0") ?? [];
  const at = words.findIndex((word) => /(^|\/)(cli\/main|app\/server)\.ts$/.test(word));
  const program = words[at];
  if (program === undefined) return undefined;
  const file = path.normalize(path.resolve(folderOf(pid, root), program));
  if (file === path.join(root, "app/server.ts")) return "web";
  if (file !== path.join(root, "cli/main.ts")) return undefined;
  if (words[at + 1] === "serve") return "web";
  return words[at + 1] === "worker" ? "worker" : undefined;
}

/** The folder a process is in; another user's cannot be seen, and is taken to be the checkout as units and image set it. */
function folderOf(pid: string, root: string): string {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return root;
  }
}

/** The variables a process was started with. */
function environmentOf(pid: string): Pick<Running, "environment"> {
  const pairs = read(pid, "environ")?.split("\0").filter(Boolean);
  if (!pairs) return {};
  return {
    environment: Object.fromEntries(
      pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
    ),
  };
}

/** A file of a process; undefined when it ended meanwhile or belongs to somebody else. */
function read(pid: string, file: string): string | undefined {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}
