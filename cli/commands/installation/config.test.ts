import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { appUrl, folder, openDatabase } from "#modules/testing/database.ts";
import { runningParts } from "../../supervise/running.ts";
import { cliWith } from "../../testing/command.ts";

openDatabase();

const file = path.join(folder, "config", "env");
mkdirSync(path.dirname(file), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = "-----BEGIN PRIVATE KEY-----\\nMIIEvQ\\n-----END PRIVATE KEY-----\\n";
const lines = [
  "# how it is filled in",
  "OPERATOR_ADDRESS=#12, 4th Cross",
  `FCM_PRIVATE_KEY="${key}"`,
  "MAPS_API_KEY=letmein#0123456789",
  "SUPPORT_PHONE=1800-111-2222",
  "SUPORT_HOURS=08:00-20:00",
];
type ConfigReport = {
  variables: { name: string; value: string; from: string }[];
  running: { part: string; pid: number; differs?: { name: string; value: string }[] }[];
  warnings: string[];
};

test("config check shows what is read and where it stands, names what is doubtful, and tells no secret", async () => {
  writeFileSync(file, lines.join("\n"));
  const { code, out } = await cliWith({ CONFIG_FILE: file, SUPPORT_PHONE: "" }, "config", "check", "--json");
  const { variables, warnings } = JSON.parse(out) as ConfigReport;
  const shown = Object.fromEntries(variables.map(({ name, value, from }) => [name, `${value} from ${from}`]));
  expect(code).toBe(0);
  expect(shown).toMatchObject({
    OPERATOR_ADDRESS: `#12, 4th Cross from ${file}:2`,
    FCM_PRIVATE_KEY: expect.stringMatching(/^\(61 characters in 3 lines, mark [0-9a-f]{6}\) from /),
    MAPS_API_KEY: expect.stringMatching(/^\(18 characters, mark [0-9a-f]{6}\) from /),
    SUPPORT_PHONE: "(empty: as if not set) from environment",
    DATABASE_URL: expect.stringMatching(/^postgresql:\/\/\w+:\(\d+ characters, mark [0-9a-f]{6}\)@/),
    APP_SECRET: expect.stringMatching(/^\(\d+ characters, mark/),
  });
  expect(warnings.map((warning) => /([A-Z_]+) (has|is)/.exec(warning)?.[1])).toEqual([
    "OPERATOR_ADDRESS",
    "MAPS_API_KEY",
    "SUPORT_HOURS",
  ]);
  for (const secret of ["letmein", "MIIEvQ", env.appSecret, new URL(appUrl).password].filter(Boolean))
    expect(out).not.toContain(secret);
});

test("config check shows what a running worker reads otherwise", async () => {
  writeFileSync(file, lines.join("\n"));
  // Nobody answers there: the worker waits for its database.
  const variables = {
    DATABASE_URL: "postgresql://nobody:none@127.0.0.1:1/none",
    CONFIG_FILE: file,
    SUPPORT_PHONE: "1",
  };
  const worker = spawn(process.execPath, ["cli/main.ts", "worker"], {
    cwd: env.root,
    stdio: "ignore",
    env: environmentWith({ NODE_ENV: "development", DATA_DIR: folder, LOG_LEVEL: "silent", ...variables }),
  });
  onTestFinished(() => void worker.kill("SIGKILL"));
  await vi.waitFor(() => expect(runningParts(env.root).map(({ pid }) => pid)).toContain(worker.pid), 10_000);
  const { out } = await cliWith({ CONFIG_FILE: file, SUPPORT_PHONE: "" }, "config", "check", "--json");
  const { running } = JSON.parse(out) as ConfigReport;
  const its = running.find(({ pid }) => pid === worker.pid);
  expect(its).toMatchObject({ part: "worker", files: [file] });
  expect(its!.differs!.find(({ name }) => name === "SUPPORT_PHONE")).toMatchObject({ value: "1", from: "environment" });
  expect(its!.differs!.map(({ name }) => name)).not.toContain("OPERATOR_ADDRESS");
  const { out: text } = await cliWith({ CONFIG_FILE: file }, "config", "check");
  expect(text).toContain(`worker (process ${worker.pid}) reads ${file}, and otherwise than this command:`);
});

test("a file that cannot be read as it stands ends every command with code 78 and each of its lines", async () => {
  writeFileSync(file, "PORT=3000\nhunter2\nHOST='x");
  const { code, err } = await cliWith({ CONFIG_FILE: file }, "config", "check");
  expect([code, err.split("\n")]).toEqual([
    78,
    [
      "The configuration has 2 problem(s) (see .env.example):",
      `  ${file}, line 2 is not NAME=value`,
      `  ${file}, line 3: HOST has no closing quote`,
      "",
    ],
  ]);
});
