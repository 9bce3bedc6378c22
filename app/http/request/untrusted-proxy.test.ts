import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { exchange, inProduction, type Served, serveEcho } from "#app/testing/server/serve.ts";
import { env, environmentWith } from "#modules/kernel/env.server.ts";

const folder = path.join(env.testDir, `untrusted-proxy-${process.pid}`);
mkdirSync(folder, { recursive: true });
const started: Served[] = [];
afterAll(async () => {
  await Promise.all(started.map(({ stop }) => stop()));
  rmSync(folder, { recursive: true, force: true });
});

type Finding = { check: string; ok: boolean; look?: boolean; found: string; advice: string };

/** What `doctor` reports about proxies with these variables. */
function doctorsWord(variables: Record<string, string>) {
  const { stdout } = spawnSync(process.execPath, ["cli/main.ts", "doctor", "--json"], {
    cwd: env.root,
    env: environmentWith({ ...inProduction(1), DATA_DIR: folder, ...variables }),
    encoding: "utf8",
  });
  return (JSON.parse(stdout) as { findings: Finding[] }).findings.find(({ check }) => check === "proxies");
}

const own = "gharseva.example";
const forwarded = [
  `X-Forwarded-Host: evil.example`,
  "X-Forwarded-For: 203.0.113.7",
  "X-Forwarded-Proto: javascript",
  "Forwarded: for=203.0.113.7",
  "X-Real-IP: 203.0.113.7",
];

test("forwarded headers of a stranger are ignored, and said once in the log and to the doctor", async () => {
  // This machine is not a trusted proxy here.
  const variables = { TRUST_PROXY: "10.9.8.7", DATA_DIR: folder };
  expect(doctorsWord(variables)).toMatchObject({ ok: true, found: "10.9.8.7 may speak for others" });
  const served = await serveEcho(variables);
  started.push(served);
  for (const header of [...forwarded, ...forwarded]) {
    const bytes = ["GET /asked HTTP/1.1", `Host: ${own}`, header, "connection: close", "", ""].join("\r\n");
    const answer = await exchange(served.port, bytes);
    expect([header, answer.split("\r\n")[0]]).toEqual([header, "HTTP/1.1 200 OK"]);
    expect(answer).not.toContain("evil");
  }
  expect(served.output().match(/forwarded headers of a peer that is not trusted/g)).toHaveLength(1);
  expect(doctorsWord(variables)).toMatchObject({
    ok: true,
    look: true,
    found: expect.stringMatching(/^(::ffff:)?127\.0\.0\.1 spoke for others at .* was not believed$/),
    advice: expect.stringContaining("TRUST_PROXY (now 10.9.8.7)"),
  });
  // Once the list names the proxy, the note made under the other list no longer counts.
  expect(doctorsWord({ ...variables, TRUST_PROXY: "loopback" })?.look).toBeUndefined();
});

test("a proxy that is trusted is not warned about", async () => {
  const served = await serveEcho({ DATA_DIR: folder });
  started.push(served);
  const bytes = ["GET /asked HTTP/1.1", `Host: ${own}`, "X-Forwarded-For: 203.0.113.7", "connection: close", "", ""];
  await exchange(served.port, bytes.join("\r\n"));
  expect(served.output()).not.toMatch(/not trusted/);
});
