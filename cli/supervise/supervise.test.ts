import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { environmentWith } from "#modules/kernel/env.server.ts";
import { isAlive, Supervisor } from "./supervise.ts";

const folder = path.join(inject("database").folder, "supervised");
const diary = path.join(folder, "diary");
const leash = path.join(import.meta.dirname, "leash.ts");

beforeEach(() => mkdirSync(folder, { recursive: true }));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lines = () => (existsSync(diary) ? readFileSync(diary, "utf8").trim().split("\n") : []);

/** A part that writes to a file when it starts and when it is asked to stop. */
const part = (name: string) => ({
  name,
  args: [
    "--import",
    leash,
    "-e",
    `const note = (what) => require("fs").appendFileSync(${JSON.stringify(diary)}, "${name} " + what + " " + process.pid + "\\n");
     process.on("SIGTERM", () => { note("stopped"); process.exit(0); });
     setInterval(() => {}, 1000);
     note("started");`,
  ],
  env: environmentWith({}),
  cwd: folder,
});

async function until(true_: () => boolean) {
  const end = Date.now() + 15_000;
  while (!true_()) {
    if (Date.now() > end) throw new Error(`it never came to be; the diary: ${lines().join(", ")}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const pidOf = (line: string | undefined) => Number(line?.split(" ")[2]);
const startsOf = (name: string) => lines().filter((line) => line.startsWith(`${name} started`));

test("a part that dies starts again, and all stop in the given order", async () => {
  const logLines: string[] = [];
  const supervisor = new Supervisor(path.join(folder, "run"), (line) => logLines.push(line));
  for (const name of ["web", "worker"]) supervisor.run(part(name));
  await until(() => lines().length === 2);
  process.kill(pidOf(startsOf("worker")[0]), "SIGKILL");
  await until(() => startsOf("worker").length === 2);
  expect(logLines).toEqual(["worker ended (SIGKILL); it starts again in 0.5 s"]);
  await supervisor.stop(["web", "worker"]);
  const stops = lines().filter((line) => line.includes("stopped"));
  expect(stops.map((line) => line.split(" ")[0])).toEqual(["web", "worker"]);
});

test("a part that is to start anew does so once its last process has ended, and nobody counts that as a death", async () => {
  const logLines: string[] = [];
  const supervisor = new Supervisor(path.join(folder, "run"), (line) => logLines.push(line));
  supervisor.run(part("web"));
  await until(() => lines().length === 1);
  await supervisor.restart(part("web"));
  await until(() => lines().length === 3);
  expect(lines().map((line) => line.split(" ")[1])).toEqual(["started", "stopped", "started"]);
  await supervisor.stop(["web"]);
  expect(logLines).toEqual([]);
});

test("a data folder in use is not taken a second time; a dead owner's is", () => {
  const run = path.join(folder, "run");
  const first = new Supervisor(run, () => {});
  first.remember("supervisor", process.ppid);
  expect(first.claim()).toBe(process.ppid);
  // The process id exists, but it belongs to another process now.
  writeFileSync(path.join(run, "supervisor.json"), JSON.stringify({ pid: process.ppid, born: "another life" }));
  expect(first.claim()).toBeUndefined();
});

test("parts end when their parent is killed, and the next start ends those that do not", async () => {
  const parent = spawn(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { Supervisor } from ${JSON.stringify(path.join(import.meta.dirname, "supervise.ts"))};
       new Supervisor(${JSON.stringify(path.join(folder, "run"))}, () => {}).run(${JSON.stringify(part("web"))});`,
    ],
    { stdio: "ignore" },
  );
  await until(() => startsOf("web").length === 1);
  parent.kill("SIGKILL");
  await until(() => lines().some((line) => line.startsWith("web stopped")));

  const stubborn = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  const next = new Supervisor(path.join(folder, "run"), () => {});
  next.remember("worker", stubborn.pid!);
  const ended = new Promise((resolve) => stubborn.once("exit", resolve));
  await Promise.all([next.endOrphans(["web", "worker"]), ended]);
  expect(isAlive(stubborn.pid!)).toBe(false);
});
