import fs from "node:fs";
import path from "node:path";
import { env } from "#modules/kernel/env.server.ts";
import { untrustedProxyNote } from "#modules/kernel/untrusted-proxy.server.ts";
import type { Finding } from "./finding.ts";

/* What `doctor` finds without the database: the configuration, this process and its folders. */

const leastFreeBytes = 1024 ** 3;

export const configuration = (): Finding => ({
  check: "configuration",
  ok: true,
  found: `${env.nodeEnv}${env.sandbox ? ", sandbox (no message or payment leaves this machine)" : ""}, ${env.publicUrl}`,
});

/** Anybody can send proxy headers, so ignored ones alone are not a fault. */
export function proxies(): Finding {
  const check = "proxies";
  const note = untrustedProxyNote();
  if (!note) return { check, ok: true, found: `${env.trustProxy} may speak for others` };
  return {
    check,
    ok: true,
    look: true,
    found: `${note.peer} spoke for others at ${note.at} and was not believed`,
    advice: `if it is your proxy, name it in TRUST_PROXY (now ${env.trustProxy}): until then all its callers count as one`,
  };
}

export function runtime(): Finding {
  const [major = 0] = process.versions.node.split(".").map(Number);
  return {
    check: "node",
    ok: major >= 24,
    found: process.version,
    advice: "run it through npm, which brings its own Node 24",
  };
}

/** Whether telecom operators deliver every text as it is registered; without it the web process does not start. */
export async function texts(): Promise<Finding> {
  const { templateProblems } = await import("#modules/notifications/index.ts");
  const problems = templateProblems();
  const more = problems.length > 3 ? `; and ${problems.length - 3} more` : "";
  return {
    check: "texts",
    ok: problems.length === 0,
    found: problems.length === 0 ? "every message can be delivered" : `${problems.slice(0, 3).join("; ")}${more}`,
    advice:
      "npm run --silent cli -- messages templates shows the texts to register; then DLT_REGISTER and MSG91_TEMPLATES",
  };
}

/** Whether this user may write to the folders, or make those that are not there yet, and how much room they have. */
export function disks(): Finding[] {
  return [
    { check: "data folder", place: env.dataDir },
    { check: "blob folder", place: env.blobDir },
  ].map(({ check, place }) => {
    try {
      const there = nearest(place);
      fs.accessSync(there, fs.constants.W_OK | fs.constants.X_OK);
      const { bavail, bsize } = fs.statfsSync(there);
      const free = bavail * bsize;
      const state = there === place ? "" : " (not there yet: web and worker make it)";
      const summary = `${place}${state}, ${(free / 1024 ** 3).toFixed(1)} GB free`;
      return { check, ok: free >= leastFreeBytes, found: summary, advice: "make room: at least 1 GB" };
    } catch (error) {
      return {
        check,
        ok: false,
        found: (error as Error).message,
        advice: `make ${place} a folder this user can write to`,
      };
    }
  });
}

/** A folder, or the nearest one above it that is there; fails where a file is in the way. */
function nearest(place: string): string {
  const stats = fs.statSync(place, { throwIfNoEntry: false });
  if (!stats) return nearest(path.dirname(place));
  if (!stats.isDirectory()) throw new Error(`${place} is no folder`);
  return place;
}

export async function browser(): Promise<Finding> {
  // Imported by path: the file belongs to the browser tests, which a production install may not have.
  const { findBrowser, howToGetOne } = await import(path.join(env.root, "app", "e2e", "browser.ts"));
  const installedBrowser = await findBrowser();
  return {
    check: "browser",
    ok: installedBrowser !== undefined,
    found: installedBrowser?.executablePath ?? "none",
    advice: howToGetOne,
  };
}
