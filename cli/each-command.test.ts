import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { program } from "./main.ts";
import { commandFile } from "./testing/one-file.ts";
import { everyCommand, examplesIn, wordsOf } from "./testing/written-commands.ts";

/*
 * Each command is run as its help shows first, without a terminal, on a database that takes connections and says nothing:
 * what is slow may be interrupted, what its reader leaves ends, and what goes wrong is told in a sentence.
 */

/** They run until they are stopped, and have tests of their own. */
const lasting = ["demo", "serve", "worker"];
/** They need no database: a secret that stands in the configuration is changed there, as `keys rotate` says. */
const alone = ["completion", "messages templates", "messages languages", "keys rotate", "config check"];

const leaves = everyCommand(program)
  .filter(({ name, command }) => command.commands.length === 0 && !lasting.includes(name))
  .map(({ name, command }) => ({ name, group: name.split(" ")[0]!, words: wordsOf(examplesIn(command)[0]!) }));
/** The first command of each group. */
const firsts = leaves.filter(({ group }, at) => leaves.findIndex((other) => other.group === group) === at);

const folder = mkdtempSync(path.join(tmpdir(), "each-command-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Child = { kill(signal: NodeJS.Signals): boolean; stdout: Readable; stderr: Readable };

/** Runs a command on a database that says nothing; `onConnection` is called with the first connection, and returns when it ended. */
async function run(words: string[], onConnection: (child: Child, socket: Socket) => void) {
  let isConnected = false;
  const file = await commandFile();
  const silent = createServer((socket) => {
    socket.on("error", () => {});
    if (isConnected) return void socket.destroy();
    isConnected = true;
    onConnection(child, socket);
  });
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const url = `postgresql://nobody:none@127.0.0.1:${(silent.address() as AddressInfo).port}/none`;
  const child = spawn(process.execPath, [file, ...words], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: environmentWith({
      NODE_ENV: "development",
      DATA_DIR: path.join(folder, "data"),
      LOG_LEVEL: "silent",
      DATABASE_URL: url,
      OWNER_DATABASE_URL: url,
      APP_SECRET: "a-secret-for-tests-0123456789-abcdefghijkl",
    }),
  });
  const outputs = [child.stdout, child.stderr].map((stream) => text(stream).catch(() => ""));
  const [code, signal] = await once(child, "exit");
  silent.close();
  const [out, err] = await Promise.all(outputs);
  return { ended: code ?? signal, out: out!, err: err!, isConnected };
}

type Result = Awaited<ReturnType<typeof run>>;
type Leaf = (typeof leaves)[number];
const unanswered = new Map<string, Promise<Result>>();

/** What becomes of a command whose database does not answer; two tests look at one run. */
function withoutAnswer({ name, words }: Leaf): Promise<Result> {
  const result = unanswered.get(name) ?? run([...words, "--json"], (_child, socket) => socket.destroy());
  unanswered.set(name, result);
  return result;
}

/** What a command tells of a database that does not answer. */
function expectRefusal(name: string, result: Result) {
  const error = { kind: expect.any(String), message: expect.any(String) };
  if (alone.includes(name)) expect([result.ended, result.err]).toEqual([0, ""]);
  else if (name === "doctor") expect([result.ended, JSON.parse(result.out)]).toEqual([1, expect.anything()]);
  else expect([result.out, JSON.parse(result.err)]).toEqual(["", { error }]);
  expect(result.err).not.toMatch(/at .*\.[jt]s:\d/);
}

test.each(env.testSize === "whole" ? leaves : [])(
  "$name tells in one JSON value what went wrong",
  async (leaf) => {
    expectRefusal(leaf.name, await withoutAnswer(leaf));
  },
  60_000,
);

test.each(firsts)(
  "$name, as the others of its group, is ended by Ctrl-C and ends quietly when its reader left",
  async (leaf) => {
    const { name, words } = leaf;
    const [stopped, refused, left] = await Promise.all([
      run(words, (child) => child.kill("SIGINT")),
      withoutAnswer(leaf),
      run(words, (child, socket) => {
        for (const stream of [child.stdout, child.stderr]) stream.destroy();
        socket.destroy();
      }),
    ]);
    expectRefusal(name, refused);
    if (alone.includes(name)) expect(stopped.ended).toBe(0);
    else if (name === "doctor") expect(refused.ended).toBe(1);
    else if (refused.isConnected)
      expect([refused.ended, left.ended, stopped]).toEqual([
        1,
        141,
        { ended: 130, out: "", err: "", isConnected: true },
      ]);
    // What its example names is not there.
    else
      expect([stopped.ended, left.ended, refused.err.trim().split("\n").length]).toEqual([
        refused.ended,
        refused.ended,
        1,
      ]);
  },
  60_000,
);
