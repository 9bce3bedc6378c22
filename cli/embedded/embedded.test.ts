import { mkdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { findEmbedded, keepRunning, startEmbedded } from "./embedded.ts";

const dataDir = path.join(inject("database").folder, "embedded");
const options = { dataDir, port: 55_480, temporary: true };
mkdirSync(dataDir, { recursive: true });

afterAll(async () => {
  const left = await startEmbedded(options);
  await left.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const postmaster = () => Number(readFileSync(path.join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);

test("it starts once, is found running, and nothing acknowledged is lost when it is killed", async () => {
  const first = await startEmbedded(options);
  expect(first.started).toBe(true);
  await query(first.url, "create table kept (id int); insert into kept values (1), (2)");

  const again = await startEmbedded(options);
  expect({ started: again.started, url: again.url }).toEqual({ started: false, url: first.url });
  expect(findEmbedded(dataDir)).toBe(first.url);

  process.kill(postmaster(), "SIGKILL");
  const after = await startEmbedded(options);
  expect(after.started).toBe(true);
  expect(await query(after.url, "select count(*)::int as n from kept")).toEqual([{ n: 2 }]);
});

test("it listens on 127.0.0.1 only, wants a password, and keeps it readable by its user alone", async () => {
  const { url } = await startEmbedded(options);
  expect(await query(url, "show listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
  expect(await query(url, "show unix_socket_directories")).toEqual([{ unix_socket_directories: "" }]);
  const wrong = new URL(url);
  wrong.password = "wrong";
  await expect(query(wrong.href, "select 1")).rejects.toThrow(/password authentication failed/);
  expect(statSync(path.join(dataDir, "embedded.json")).mode & 0o777).toBe(0o600);
});

test("a taken port is passed over for the next free one, which is remembered", async () => {
  const running = await startEmbedded(options);
  await running.stop();
  expect(findEmbedded(dataDir)).toBeUndefined();
  const stranger = createServer().listen(running.port, "127.0.0.1");
  try {
    const moved = await startEmbedded(options);
    expect(moved.port).toBeGreaterThan(running.port);
    expect((await startEmbedded(options)).port).toBe(moved.port);
  } finally {
    stranger.close();
  }
});

test("a killed server comes back on its own port, even when a stranger has that for a moment", async () => {
  const running = await startEmbedded(options);
  const messages: string[] = [];
  await running.stop();
  const stranger = createServer().listen(running.port, "127.0.0.1");
  const keeper = keepRunning(running, options, (line) => messages.push(line));
  await expect.poll(() => messages).toEqual(["PostgreSQL ended; starting it again"]);
  stranger.close();
  await expect.poll(() => findEmbedded(dataDir), { timeout: 20_000 }).toBe(running.url);
  await keeper.stop();
  expect(findEmbedded(dataDir)).toBeUndefined();
});

test("a start whose server is killed before it answers fails at once, and a watched server is started again", async () => {
  const running = await startEmbedded(options);
  // A stopped server accepts connections and answers nothing, so that the start waits for its answer.
  process.kill(postmaster(), "SIGSTOP");
  const secondWrite = settingsWritten(2);
  const started = performance.now();
  const starting = expect(startEmbedded(options)).rejects.toThrow(/the embedded database cannot be opened/);
  await secondWrite;
  process.kill(postmaster(), "SIGKILL");
  await starting;
  expect(performance.now() - started).toBeLessThan(15_000);

  const keeper = keepRunning(running, options, () => {});
  await expect.poll(() => findEmbedded(dataDir), { timeout: 20_000 }).toBe(running.url);
  await keeper.stop();
});

/** Resolves when the settings were stored so many times: once before the server is looked for, once after. */
function settingsWritten(times: number): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(dataDir, (_event, name) => {
      if (name !== "embedded.json" || --times > 0) return;
      watcher.close();
      resolve();
    });
  });
}

test("a lock file left by a killed server, whose number is a stranger's by now, does not stop the start", async () => {
  const running = await startEmbedded(options);
  await running.stop();
  writeFileSync(
    path.join(dataDir, "postgres", "postmaster.pid"),
    `${process.pid}\n${dataDir}/postgres\n1\n${running.port}\n`,
  );
  expect((await startEmbedded(options)).started).toBe(true);
});

test("data of another major version is refused with words", async () => {
  const running = await startEmbedded(options);
  await running.stop();
  const file = path.join(dataDir, "postgres", "PG_VERSION");
  const version = readFileSync(file, "utf8");
  writeFileSync(file, "14\n");
  await expect(startEmbedded(options)).rejects.toThrow(/made by PostgreSQL 14, but the installed binaries are 18/);
  writeFileSync(file, version);
});
