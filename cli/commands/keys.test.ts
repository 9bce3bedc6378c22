import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keyIds } from "#modules/kernel/crypto.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { rotateStoredSecret } from "#modules/kernel/kept-with-data.server.ts";
import { asOwner, openDatabase, folder as testFolder } from "#modules/testing/database.ts";
import { house } from "../house.ts";
import { cliWith } from "../testing/command.ts";

openDatabase();

const folder = path.join(testFolder, "keys");
const { appSecret, previousSecrets } = env;
const storedLines = (name: string) => readFileSync(path.join(folder, name), "utf8").split("\n").filter(Boolean);

beforeEach(() => {
  mkdirSync(folder, { recursive: true });
  // The secret of these tests is in the data folder, as in a sandbox.
  writeFileSync(path.join(folder, "app-secret"), appSecret, { mode: 0o600 });
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  configure({ appSecret, previousSecrets });
});

const withStoredSecret = (variables: Record<string, string>, ...args: string[]) =>
  cliWith({ DATA_DIR: folder, APP_SECRET: "", ...variables }, ...args);

/** What the installation's history tells, newest last. */
const history = () => asOwner("select event, actor_kind, data from history where subject = 'installation' order by id");

test("a secret that lies with the data is changed there, by two at once too, and the ones before it stay until they are dropped", async () => {
  const both = await Promise.all([withStoredSecret({}, "keys", "rotate"), withStoredSecret({}, "keys", "rotate")]);
  expect(both.map(({ code, err }) => [code, err])).toEqual([
    [0, ""],
    [0, ""],
  ]);
  const [current] = storedLines("app-secret");
  const retired = storedLines("app-secret-previous");
  expect(retired).toHaveLength(2);
  expect(retired[1]).toBe(appSecret);
  expect(new Set([current, ...retired]).size).toBe(3);
  expect(readdirSync(folder).sort()).toEqual(["app-secret", "app-secret-previous"]);
  for (const name of readdirSync(folder)) expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);

  const { code, out } = await withStoredSecret({}, "keys", "status", "--json");
  expect(code).toBe(0);
  configure({ appSecret: current!, previousSecrets: retired });
  expect(JSON.parse(out)).toMatchObject({ current: keyIds()[0], retired: keyIds().slice(1) });
  for (const secret of [current!, ...retired]) expect(out).not.toContain(secret);

  expect((await withStoredSecret({}, "keys", "drop")).code).toBe(2);
  // The role of the test server keeps its password, so that other tests go on working.
  const dropped = await withStoredSecret({}, "keys", "drop", "--yes");
  expect([dropped.code, dropped.err]).toEqual([0, ""]);
  expect(readdirSync(folder)).toEqual(["app-secret"]);
  expect(storedLines("app-secret")).toEqual([current]);
  const by = { actor_kind: `system:${house().name}`, data: { current: keyIds()[0] } };
  expect((await history()).slice(1)).toEqual([
    { event: "installation.secretChanged", ...by },
    { event: "installation.secretsDropped", ...by },
  ]);
}, 180_000);

test("a change that is cut off between its two files loses no secret", () => {
  const first = rotateStoredSecret(folder);
  // As after a crash: the ring was written, the new secret was not.
  writeFileSync(path.join(folder, "app-secret-previous"), [first.appSecret, ...first.previousSecrets].join("\n"));
  const second = rotateStoredSecret(folder);
  expect(second.previousSecrets).toEqual([first.appSecret, appSecret]);
});

test("a configured secret is changed in the configuration: what to set is said, and once both are set the job waits", async () => {
  const { code, out } = await withStoredSecret({ APP_SECRET: appSecret }, "keys", "rotate");
  expect(code).toBe(0);
  expect(out).toContain("APP_SECRET_PREVIOUS");
  const next = "another-secret-0123456789-abcdefghij-KLM";
  const both = { APP_SECRET: next, APP_SECRET_PREVIOUS: appSecret };
  expect((await withStoredSecret(both, "keys", "rotate")).out).toContain("The worker seals everything anew");
  expect((await history()).at(-1)).toMatchObject({ event: "installation.resealAsked" });
  const doctor = await withStoredSecret(both, "doctor", "--json");
  const finding = JSON.parse(doctor.out).findings.find(({ check }: { check: string }) => check === "keys");
  expect(finding).toMatchObject({ ok: true, found: expect.stringContaining("The retired secrets may go") });
}, 180_000);
