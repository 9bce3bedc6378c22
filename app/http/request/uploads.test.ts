import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect as dial, type Socket } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Held } from "#app/testing/processes/uploads.ts";
import { openSession } from "#modules/access/index.ts";
import { unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { appUrl, folder, openDatabase } from "#modules/testing/database.ts";
import { anAddress } from "#modules/testing/factories.ts";
import { fc } from "#modules/testing/property.ts";
import { aJob } from "#modules/testing/work.ts";

openDatabase();

/*
 * Uploads over the network to a separate process: an aborted one leaves nothing, a slow one uses little memory, and
 * concurrent ones take turns.
 */

const mebibyte = 1024 * 1024;

let child: ChildProcess;
let port = 0;
let lines: AsyncIterator<string>;
beforeAll(async () => {
  child = spawn(
    process.execPath,
    [
      "--expose-gc",
      "--max-semi-space-size=32",
      "--max-old-space-size=320",
      path.join(env.root, "app/testing/processes/uploads.ts"),
    ],
    {
      env: environmentWith({ DATABASE_URL: appUrl, DATA_DIR: folder, MALLOC_ARENA_MAX: "2" }),
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  port = (await next<{ port: number }>()).port;
});
afterAll(async () => {
  const gone = once(child, "exit");
  child.stdin!.end();
  await gone;
});

const next = async <T>() => JSON.parse((await lines.next()).value as string) as T;

/** Questions to the server process go one at a time. */
let queue: Promise<unknown> = Promise.resolve();

/** The server's current usage. */
function held(how: "" | "whole" = ""): Promise<Held> {
  const ask = () => {
    child.stdin!.write(`${how}\n`);
    return next<Held>();
  };
  const mine = queue.then(ask, ask);
  queue = mine;
  return mine;
}

/** The server's usage once no request is running. */
const atRest = () =>
  vi.waitFor(
    async () => {
      expect(await held()).toMatchObject({ running: 0 });
      return held("whole");
    },
    { timeout: 60_000, interval: 50 },
  );

type Center = { ticket: string; headers: Record<string, string> };

async function aCenterAtWork(): Promise<Center> {
  const { center, ticket } = await aJob();
  const address = anAddress();
  const { token } = await openSession({ kind: "center", subjectId: center.id, address, via: "cookie" });
  return { ticket: ticket.publicId, headers: { cookie: `center_session=${token}`, "x-from": address } };
}

async function some(count: number) {
  const centers: Center[] = [];
  for (let n = 0; n < count; n++) centers.push(await unitOfWork(aCenterAtWork));
  return centers;
}

/** The bytes of a form as a browser sends them, head and body. */
async function requestOf(to: string, headers: Record<string, string>, form: FormData) {
  const draft = new Request("http://localhost", { method: "POST", body: form });
  const body = Buffer.from(await draft.arrayBuffer());
  const type = draft.headers.get("content-type")!;
  const head = headOf(to, { ...headers, "content-type": type, "content-length": String(body.length) });
  return { head, body };
}

const headOf = (to: string, headers: Record<string, string>) =>
  Buffer.from(
    [`POST ${to} HTTP/1.1`, "host: localhost", ...Object.entries(headers).map((pair) => pair.join(": ")), "", ""].join(
      "\r\n",
    ),
  );

function aForm(field: string, bytes: Buffer) {
  const form = new FormData();
  form.set("remark", "x".repeat(500));
  form.set(field, new File([new Uint8Array(bytes)], "photo.jpg", { type: "image/jpeg" }));
  return form;
}

async function reach(): Promise<Socket> {
  const socket = dial(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: "black", noise: { type: "gaussian", mean: 128, sigma: 70 } },
  });

test("1,000 forms that break off at any byte leave no file", async () => {
  const centers = await some(10);
  const photo = await noise(300, 300).jpeg().toBuffer();
  const forms = await Promise.all(
    centers.flatMap(({ ticket, headers }) => [
      requestOf(`/pictures/${ticket}`, headers, aForm("picture", photo)),
      requestOf("/technician-images/profile", headers, aForm("image", photo)),
    ]),
  );
  // Where the upload is cut (by place in the form, and in the file's part) and how the connection ends.
  const breaks = fc.sample(
    fc.record({
      part: fc.double({ min: 0, max: 0.9999, noNaN: true }),
      rude: fc.boolean(),
      pieces: fc.nat(3),
      waits: fc.boolean(),
    }),
    { numRuns: 1_000, seed: 7 },
  );
  const before = await atRest();
  async function breakOff(at: number) {
    const { head, body } = forms[at % forms.length]!;
    const { part, rude, pieces, waits } = breaks[at]!;
    const socket = await reach();
    const sent = Buffer.concat([head, body.subarray(0, Math.floor(part * body.length))]);
    for (let piece = 0; piece <= pieces; piece++) {
      const [from, to] = [piece, piece + 1].map((n) => Math.floor((sent.length * n) / (pieces + 1)));
      await new Promise((written) => socket.write(sent.subarray(from, to), written));
    }
    // Every second upload is aborted once its file is being written, or once it is clear that none will be.
    const { begun } = await held();
    for (let tries = 0; waits && tries < 40 && (await held()).begun === begun; tries++);
    if (rude) socket.resetAndDestroy();
    else socket.destroy();
  }
  const left = breaks.map((_, at) => at);
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let at = left.pop(); at !== undefined; at = left.pop()) await breakOff(at);
    }),
  );
  const after = await atRest();
  expect(after.files).toBe(0);
  // The others were aborted before their sender was known.
  expect(after.begun - before.begun).toBeGreaterThan(50);
}, 120_000);

test("five slow strangers hold less than 10 MB, on the disk and in memory together", async () => {
  const before = await atRest();
  const multipart = { "content-type": "multipart/form-data; boundary=b", "content-length": String(60 * mebibyte) };
  const urlencoded = { "content-type": "application/x-www-form-urlencoded", "content-length": String(mebibyte) };
  const chunked = { "content-type": "application/json", "transfer-encoding": "chunked" };
  const text = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`;
  const file = '--b\r\ncontent-disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\n';
  const strangers: [string, Record<string, string>, string, Buffer][] = [
    ["/technician-images/profile", multipart, file, Buffer.alloc(8 * mebibyte, 7)],
    ["/pictures/x", multipart, file, Buffer.alloc(8 * mebibyte, 7)],
    ["/language", multipart, text("lang"), Buffer.from(`${"x".repeat(60_000)}\r\n${text("to")}`.repeat(140))],
    ["/language", urlencoded, "lang=", Buffer.alloc(mebibyte - 100, 120)],
    ["/api/center/login-with-otp", chunked, `${(900_000).toString(16)}\r\n{"a":"`, Buffer.alloc(899_000, 120)],
  ];
  const sockets = await Promise.all(strangers.map(reach));
  await Promise.all(
    sockets.map(async (socket, at) => {
      const [to, headers, first, rest] = strangers[at]!;
      const ended = new Promise((resolve) => socket.on("close", resolve));
      socket.write(headOf(to, { ...headers, "x-from": anAddress() }));
      socket.write(first);
      // Until the server stops reading, or all but the end was sent.
      for (let sent = 0; sent < rest.length && !socket.destroyed; sent += 64 * 1024) {
        const part = rest.subarray(sent, sent + 64 * 1024);
        const taken = new Promise((written) => socket.write(part, written));
        await Promise.race([taken, ended]);
      }
    }),
  );
  const now = await held("whole");
  for (const socket of sockets) socket.destroy();
  expect(now.files).toBe(0);
  expect(now.heap - before.heap).toBeLessThan(10 * mebibyte);
  await atRest();
});

test("30 uploads of 9 MB at once are worked on in turn, within 150 MB; who comes too many is told when to come again", async () => {
  const centers = await some(6);
  const picture = await noise(600, 600).jpeg().toBuffer();
  const photo = Buffer.concat([picture, Buffer.alloc(9 * mebibyte - picture.length, 7)]);
  const send = async ({ headers, ticket }: Center, n: number) => {
    const [to, field] = n % 2 ? [`/pictures/${ticket}`, "picture"] : ["/technician-images/profile", "image"];
    const answer = await fetch(`http://127.0.0.1:${port}${to}`, {
      method: "POST",
      headers,
      body: aForm(field!, photo),
    });
    return { status: answer.status, when: answer.headers.get("retry-after"), body: (await answer.json()) as object };
  };
  expect((await send(centers[0]!, 0)).status).toBe(200);
  const before = await atRest();
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => send(centers[n % 6]!, n)));
  const after = await atRest();
  const busy = answers.filter(({ status }) => status === 503);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect(busy.length).toBeLessThanOrEqual(10);
  for (const { when, body } of busy) expect([when, body]).toMatchObject(["10", { problem: "image.busy" }]);
  expect(after.files).toBe(0);
  expect(after.mostRss - before.rss).toBeLessThan(150 * mebibyte);
}, 120_000);

test("one sender has eight uploads at once, whatever they call from; more wait unread, and too many are refused", async () => {
  const center = await aCenterAtWork();
  const picture = aForm("image", await noise(300, 300).jpeg().toBuffer());
  const { head, body } = await requestOf("/technician-images/profile", center.headers, picture);
  const begin = async (count: number) => {
    const sockets = await Promise.all(Array.from({ length: count }, reach));
    for (const socket of sockets) socket.write(Buffer.concat([head, body.subarray(0, body.length - 100)]));
    return sockets;
  };
  const until = (held8: object) =>
    vi.waitFor(async () => expect(await held()).toMatchObject(held8), { timeout: 20_000, interval: 50 });
  const first = await begin(8);
  await until({ files: 8, running: 8 });
  const waiting = await begin(120);
  await until({ files: 8, running: 128, waiting: 120 });
  const more = () =>
    fetch(`http://127.0.0.1:${port}/technician-images/profile`, {
      method: "POST",
      headers: { ...center.headers, "x-from": anAddress() },
      body: aForm("image", Buffer.from("x")),
    });
  const refused = await more();
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(await refused.json()).toMatchObject({ problem: "upload.tooManyAtOnce" });
  const { begun } = await held();
  for (const socket of first) socket.destroy();
  await vi.waitFor(async () => expect((await held()).begun).toBe(begun + 8), { timeout: 20_000, interval: 50 });
  expect((await held()).files).toBe(8);
  for (const socket of waiting) socket.destroy();
  expect(await atRest()).toMatchObject({ files: 0 });
  expect((await more()).status).toBe(422);
}, 90_000);
