import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { program } from "./main.ts";
import { everyCommand, examplesIn, wordsOf } from "./testing/written-commands.ts";

/*
 * Each command is run as its help shows first, without a terminal, on a database that takes connections and says nothing:
 * what is slow may be interrupted, what its reader leaves ends, and what goes wrong is told in a sentence.
 */

/** They run until they are stopped, and have tests of their own. */
const lasting = ["demo", "serve", "worker"];
/** They need no database to begin with. */
const alone = ["completion", "messages templates"];

const each = everyCommand(program)
  .filter(({ name, command }) => command.commands.length === 0 && !lasting.includes(name))
  .map(({ name, command }) => ({ name, words: wordsOf(examplesIn(command)[0]!) }));

const folder = mkdtempSync(path.join(tmpdir(), "each-command-"));
let reached: (socket: Socket) => void = () => {};
const silent = createServer((socket) => {
  socket.on("error", () => {});
  reached(socket);
});

beforeAll(async () => {
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
});
afterAll(() => {
  silent.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command; `connected` is called with the connection once it asks the database, and returns when it ended. */
async function run(words: string[], connected: (child: ReturnType<typeof spawn>, socket: Socket) => void) {
  const url = `postgresql://nobody:none@127.0.0.1:${(silent.address() as AddressInfo).port}/none`;
  const child = spawn(process.execPath, [path.join(env.root, "cli/main.ts"), ...words], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: environmentWith({
      ...{ NODE_ENV: "development", DATA_DIR: path.join(folder, "data"), LOG_LEVEL: "silent" },
      ...{ DATABASE_URL: url, OWNER_DATABASE_URL: url, APP_SECRET: "a-secret-for-tests-0123456789-abcdefghijkl" },
    }),
  });
  let asked = false;
  reached = (socket) => {
    if (asked) return void socket.destroy();
    asked = true;
    connected(child, socket);
  };
  const said = [child.stdout!, child.stderr!].map((stream) => text(stream).catch(() => ""));
  const [code, signal] = await once(child, "exit");
  const [out, err] = await Promise.all(said);
  return { ended: code ?? signal, out: out!, err: err!, asked };
}

test.each(each)("$name is ended by Ctrl-C with 130 and without a word", async ({ name, words }) => {
  const { ended, out, err, asked } = await run(words, (child) => child.kill("SIGINT"));
  if (asked) expect([ended, out, err]).toEqual([130, "", ""]);
  else if (alone.includes(name)) expect(ended).toBe(0);
  // What is asked for in its example is not there.
  else expect([ended, err.trim().split("\n").length]).toEqual([2, 1]);
});

test.each(each)(
  "$name tells in one JSON value what went wrong, and nothing to a reader who left",
  async ({ name, words }) => {
    const told = await run([...words, "--json"], (_child, socket) => socket.destroy());
    if (alone.includes(name)) return expect([told.ended, told.err]).toEqual([0, ""]);
    if (name === "doctor") return expect([told.ended, JSON.parse(told.out)]).toEqual([1, expect.anything()]);
    expect([told.out, JSON.parse(told.err)]).toEqual([
      "",
      { error: { kind: expect.any(String), message: expect.any(String) } },
    ]);
    expect(told.err).not.toMatch(/at .*\.ts:\d/);
    expect(told.ended).toBeGreaterThan(0);
    if (!told.asked) return;
    const left = await run(words, (child, socket) => {
      child.stdout!.destroy();
      child.stderr!.destroy();
      socket.destroy();
    });
    expect(left.ended).toBe(141);
  },
);
