import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { env, environmentWith } from "#modules/kernel/env.server.ts";

/* A backup that fails is made known: by Compose as an unhealthy container, by systemd in the log and by mail. */

const read = (file: string) => readFileSync(path.join(env.root, file), "utf8");
const folder = mkdtempSync(path.join(tmpdir(), "watched-backups-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder of programs that stand in for others. */
function programs(name: string, scripts: Record<string, string>): string {
  const place = path.join(folder, name);
  mkdirSync(place);
  for (const [program, script] of Object.entries(scripts)) {
    writeFileSync(path.join(place, program), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(place, program), 0o755);
  }
  return place;
}

const { PATH } = environmentWith({});
const runIn = (place: string, variables: Record<string, string> = {}) => ({
  encoding: "utf8" as const,
  env: environmentWith({ PATH: `${place}:${PATH}`, ...variables }),
});

test("Compose's backups are unhealthy from a failure to the next success, and the log says so", () => {
  const { command, healthcheck } = parse(read("docker-compose.yml"), { merge: true }).services.backup;
  const mark = path.join(folder, "backed-up");
  const here = (text: string) => text.replaceAll("/tmp/backed-up", mark).replaceAll("$$", "$");
  const [shell, flag, loop] = command.map(here) as [string, string, string];
  // One round: what would sleep ends the loop.
  const round = (name: string, code: number) => {
    const place = programs(name, { node: `exit ${code}`, sleep: "kill $PPID" });
    return spawnSync(shell, [flag, loop], runIn(place)).stderr;
  };
  const [kind, ...check] = healthcheck.test.map(here) as string[];
  const healthy = () => spawnSync(check[0]!, check.slice(1)).status === 0;
  expect([kind, healthy()]).toEqual(["CMD", false]);
  expect([round("well", 0), healthy()]).toEqual(["", true]);
  expect([round("ill", 1), healthy()]).toEqual(["BACKUP FAILED with code 1, tried again in 30 minutes\n", false]);
  expect([round("well-again", 0), healthy()]).toEqual(["", true]);
  execFileSync("touch", ["-d", "7 hours ago", mark]);
  expect(healthy()).toBe(false);
});

test("a backup of systemd's that fails starts the unit that reports it, which is there", () => {
  const [, name] = /^OnFailure=(\S+)$/m.exec(read("deploy/systemd/gharseva-backup.service"))!;
  expect(name).toBe("gharseva-failure@%n.service");
  const unit = read("deploy/systemd/gharseva-failure@.service");
  const [, script] = /^ExecStart=\/bin\/sh \/opt\/gharseva\/(\S+) %i$/m.exec(unit)!;
  expect(existsSync(path.join(env.root, script!))).toBe(true);
});

test("a failed unit stands in the log, and its last lines are mailed where the machine sends mail", () => {
  const outputFile = path.join(folder, "said");
  const logs = { logger: `echo "log: $*" >> ${outputFile}`, uname: "echo shop", systemctl: 'echo "status: $*"' };
  const report = (place: string, variables = {}) => {
    rmSync(outputFile, { force: true });
    const script = path.join(env.root, "deploy/report-failure");
    const { status } = spawnSync("/bin/sh", [script, "gharseva-backup.service"], {
      ...runIn(place),
      env: environmentWith({ PATH: place, ...variables }),
    });
    return [status, readFileSync(outputFile, "utf8")];
  };
  const logged = "log: -p daemon.crit -t gharseva gharseva-backup.service failed on shop\n";
  expect(report(programs("without-mail", logs))).toEqual([0, logged]);
  const cat = execFileSync("sh", ["-c", "command -v cat"], { encoding: "utf8" }).trim();
  const mail = programs("with-mail", {
    ...logs,
    sendmail: `echo "mail: $*" >> ${outputFile}; ${cat} >> ${outputFile}`,
  });
  expect(report(mail, { REPORT_TO: "ops@shop.example" })).toEqual([
    0,
    `${logged}mail: -i -t
To: ops@shop.example
Subject: gharseva-backup.service failed on shop

status: status --full --no-pager --lines=30 gharseva-backup.service
`,
  ]);
});
