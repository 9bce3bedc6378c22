import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { now } from "#modules/kernel/clock.ts";
import { environmentWith } from "#modules/kernel/env.server.ts";
import { folder } from "#modules/testing/database.ts";
import { webhookGuide } from "./guide.ts";
import { headersOf } from "./payload.ts";
import { webhookReceivers } from "./receivers.ts";

/* The receivers that integrators copy, each run as it stands in the documentation. */

const secret = `whsec_${Buffer.from("s".repeat(32)).toString("base64")}`;
const other = `whsec_${Buffer.from("o".repeat(32)).toString("base64")}`;
const programs: Record<string, (file: string, port: number) => [string, string[]]> = {
  "Node.js": (file) => [process.execPath, [file]],
  Python: (file) => ["python3", [file]],
  PHP: (file, port) => ["php", ["-S", `127.0.0.1:${port}`, file]],
};
const isThere = (program: string) => spawnSync(program, ["--version"]).status === 0;
const runnable = webhookReceivers.filter(({ language }) => isThere(programs[language]!("", 0)[0]));

let running: ChildProcess | undefined;
afterEach(async () => {
  if (!running) return;
  running.kill();
  if (running.exitCode === null) await once(running, "exit");
  running = undefined;
});

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function begin({ language, file, text }: (typeof webhookReceivers)[number]) {
  await mkdir(folder, { recursive: true });
  const place = path.join(await mkdtemp(path.join(folder, "receiver-")), file);
  await writeFile(place, text);
  const port = await freePort();
  const [program, args] = programs[language]!(place, port);
  const child = spawn(program, args, {
    env: { ...environmentWith({}), WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running = child;
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const send = async (body: string, headers: Record<string, string>) => {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the receiver ended: ${output}`);
      try {
        return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).status;
      } catch (error) {
        // Not listening yet.
        if ((error as { cause?: { code?: string } }).cause?.code !== "ECONNREFUSED") throw error;
      }
    }
  };
  return { send, output: () => output };
}

test("the receiver in Node.js can be run wherever these tests run", () => {
  expect(runnable.map(({ language }) => language)).toContain("Node.js");
});

test.each(runnable)("the receiver in $language takes what we sign, each event once, and nothing else", async (one) => {
  const { send, output } = await begin(one);
  const seconds = Math.floor(now().getTime() / 1000);
  const [body, ofUpload] = (["request.restored", "upload.done"] as const).map((sent) =>
    JSON.stringify(JSON.parse(webhookGuide().events.find(({ event }) => event === sent)!.example)),
  ) as [string, string];
  const signed = headersOf([secret], "0193b1a2", seconds, body);
  expect(await send(body, signed)).toBe(204);
  // During a renewal the other secret signs, too.
  expect(await send(body, headersOf([other, secret], "0193b1a2", seconds, body))).toBe(204);
  expect(await send(body, headersOf([other], "0193b1a2", seconds, body))).toBe(401);
  expect(await send(`${body} `, signed)).toBe(401);
  expect(await send(body, headersOf([secret], "0193b1a2", seconds - 301, body))).toBe(401);
  expect(await send(body, { "content-type": "application/json" })).toBe(401);
  const large = " ".repeat(70_000);
  expect(await send(large, headersOf([secret], "0193b1a2", seconds, large))).toBe(413);
  await expect.poll(output).toContain("request.restored REQ-");
  // The examples have one id: it is another event.
  const another = ofUpload.replace("0193b1a1", "0193b1a4");
  expect(await send(another, headersOf([secret], "0193b1a5", seconds, another))).toBe(204);
  await expect.poll(output).toContain(`upload.done ${JSON.parse(ofUpload).data.upload_id}`);
  if (one.language !== "PHP") expect(output().match(/request\.restored REQ-/g)).toHaveLength(1);
});
