import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { configure, env } from "#modules/kernel/env.server.ts";
import { type FilesTaken, type FormValue, readMultipart, type UploadedFile } from "./upload.server.ts";
import { sweepUploads, uploadFolder } from "./upload-folder.server.ts";

const limits: FilesTaken = { names: ["photo", "a", "b", "c", "f"], most: 2, bytes: 1000 };
const { dataDir } = env;
let folder: string;
// A folder of its own, so that uploads of other processes are not counted.
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "uploads-"));
  configure({ dataDir: folder });
});
afterEach(async () => {
  expect(await readdir(uploadFolder()).catch(() => [])).toEqual([]);
  configure({ dataDir });
  await rm(folder, { recursive: true });
});

/** A form as it arrives over the network, in chunks. */
async function posted(form: FormData) {
  const { headers, bytes } = await wholeOf(form);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 1400) }, (_, n) =>
    bytes.subarray(n * 1400, (n + 1) * 1400),
  );
  const init = { method: "POST", headers, body: Readable.toWeb(Readable.from(pieces)), duplex: "half" };
  return new Request("http://x/", init as RequestInit);
}
async function wholeOf(form: FormData) {
  const whole = new Response(form);
  return { headers: whole.headers, bytes: Buffer.from(await whole.arrayBuffer()) };
}
const aFile = (bytes: number, name = "photo.jpg") => new File([Buffer.alloc(bytes, 7)], name, { type: "image/jpeg" });

function aForm(...parts: [string, string | File][]) {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
}

test("texts and files are read in their order, files under a name of ours, and discarded", async () => {
  const form = await readMultipart(
    await posted(aForm(["remark", "नमस्ते"], ["photo", aFile(10, "../../evil.php")], ["photo", aFile(999, "दो.jpg")])),
    limits,
  );
  expect(form.fields.get("remark")).toEqual(["नमस्ते"]);
  const [first, second] = form.fields.get("photo") as UploadedFile[];
  expect([first!.size, second!.size]).toEqual([10, 999]);
  expect(second!.name).toBe("दो.jpg");
  expect(first!.path.startsWith(`${uploadFolder()}/upload-`)).toBe(true);
  expect(await readFile(first!.path)).toEqual(Buffer.alloc(10, 7));
  expect((await stat(first!.path)).mode & 0o777).toBe(0o600);
  expect((await stat(uploadFolder())).mode & 0o777).toBe(0o700);
  await form.discard();
});

const fields = (count: number, value = "x") =>
  Array.from({ length: count }, (_, i) => [`f${i}`, value] as [string, string]);

test("an empty file input is no file", async () => {
  const form = await readMultipart(await posted(aForm(["photo", new File([], "")], ["a", "b"])), limits);
  expect([...form.fields.keys()]).toEqual(["a"]);
  await form.discard();
});

test.each([
  ["a file over the limit", aForm(["photo", aFile(1001)]), "error.tooLarge"],
  ["too many files", aForm(["a", aFile(1)], ["b", aFile(1)], ["c", aFile(1)]), "upload.tooManyFiles"],
  ["a text over 64 KB", aForm(["a", "x".repeat(70_000)]), "error.tooLarge"],
  ["too many fields", aForm(...fields(301)), "error.tooManyFields"],
  ["as many files and fields together", aForm(...fields(299), ["a", aFile(1)], ["b", aFile(1)]), "error.tooManyFields"],
  ["texts that are too long together", aForm(...fields(5, "x".repeat(60_000))), "error.tooLarge"],
  ["a name of 101 bytes", aForm([`${"न".repeat(33)}xx`, "x"]), "error.tooDeep"],
  ["a name of five parts", aForm(["a.b.c.d.e", "x"]), "error.tooDeep"],
  ["a file nobody asked for", aForm(["evil", aFile(1)]), "upload.notTaken"],
])("%s is refused and leaves nothing", async (_, form, key) => {
  await expect(readMultipart(await posted(form), limits)).rejects.toMatchObject({ kind: "invalid", key });
});

test("a form that breaks off or is none is refused and leaves nothing", async () => {
  const { bytes: whole } = await wholeOf(aForm(["photo", aFile(900)]));
  const boundary = whole.subarray(2, whole.indexOf("\r\n")).toString();
  const send = (body: BodyInit, type: string) =>
    readMultipart(
      new Request("http://x/", {
        method: "POST",
        headers: { "content-type": type },
        body,
        duplex: "half",
      } as RequestInit),
      limits,
    );
  const type = `multipart/form-data; boundary=${boundary}`;
  await expect(send(whole.subarray(0, 500), type)).rejects.toMatchObject({ key: "upload.interrupted" });
  await expect(send("x", "multipart/form-data")).rejects.toMatchObject({ key: "upload.notMultipart" });
  const longest = `multipart/form-data; boundary="${"b".repeat(71)}"`;
  await expect(send("x", longest)).rejects.toMatchObject({ key: "upload.notMultipart" });
  const dying = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(whole.subarray(0, 500)));
    },
    pull(controller) {
      controller.error(new Error("connection reset"));
    },
  });
  await expect(send(dying, type)).rejects.toMatchObject({ key: "upload.interrupted" });
});

const part = (head: string, body: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
const file = 'name="photo"; filename="a.jpg"';

test.each([
  ["a head that cannot be read", part('name="\0"', "x"), "upload.interrupted"],
  ["such a head before a file that breaks off", part('name="\0"', "x") + part(file, "abc"), "upload.interrupted"],
  ["a file that breaks off behind such a head", part(file, "abc") + part('name="\0"', "x"), "upload.interrupted"],
  ["several such heads", part('name="\0"', "x").repeat(3) + part(file, "abc"), "upload.interrupted"],
  ["such a head in a whole form", `${part('name="\0"', "x")}--b--\r\n`, "upload.interrupted"],
  [
    "a file's name that cannot be one",
    `${part('name="photo"; filename="a\0.jpg"', "x")}--b--\r\n`,
    "upload.interrupted",
  ],
  ["more parts than fields, none with a head", `${"--b\r\n\r\n\r\n".repeat(301)}--b--\r\n`, "error.tooManyFields"],
])("%s ends the reading, and nothing waits for the rest", async (_what, body, key) => {
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const request = new Request("http://x/", { method: "POST", headers, body });
  await expect(readMultipart(request, limits)).rejects.toMatchObject({ kind: "invalid", key });
});

test("a part without a name is nobody's, and neither is what stands before or behind a form", async () => {
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const body = `before\r\n${part('name=""', "x")}${part("", "x")}${part('name="a"', "b")}--b--\r\n${part('name="c"', "d")}`;
  const form = await readMultipart(new Request("http://x/", { method: "POST", headers, body }), limits);
  expect([...form.fields]).toEqual([["a", ["b"]]]);
  await form.discard();
});

test.each([
  ["as bytes of UTF-8", 'name="photo"; filename="दो.jpg"', "दो.jpg"],
  ["in its own charset", "name=photo; filename*=UTF-8''%E0%A4%A6%E0%A5%8B.jpg", "दो.jpg"],
  ["with a path", 'name="photo"; filename="C:\\\\scans\\\\दो.jpg"', "दो.jpg"],
])("a file's name is read %s", async (_how, head, name) => {
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const body = `${part(head, "abc")}--b--\r\n`;
  const form = await readMultipart(new Request("http://x/", { method: "POST", headers, body }), limits);
  expect(form.fields.get("photo")).toMatchObject([{ name, size: 3 }]);
  await form.discard();
});

test("ten times the limit does not stay in memory", async () => {
  const chunk = new Uint8Array(1024 * 1024);
  const head = new TextEncoder().encode('--b\r\ncontent-disposition: form-data; name="f"; filename="f.jpg"\r\n\r\n');
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (sent === 0) controller.enqueue(head);
      if (sent++ < 100) controller.enqueue(chunk);
      else {
        controller.enqueue(new TextEncoder().encode("\r\n--b--\r\n"));
        controller.close();
      }
    },
  });
  const rss = process.memoryUsage().rss;
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const request = new Request("http://x/", { method: "POST", headers, body, duplex: "half" } as RequestInit);
  await expect(readMultipart(request, { names: ["f"], most: 1, bytes: 10 * 1024 * 1024 })).rejects.toMatchObject({
    key: "error.tooLarge",
  });
  expect(process.memoryUsage().rss - rss).toBeLessThan(80 * 1024 * 1024);
});

test("a disk that takes no file is said to be busy, and the rest of the form is read to its end", async () => {
  // A file in place of the folder makes writing fail.
  await writeFile(path.join(folder, "full"), "");
  configure({ dataDir: path.join(folder, "full") });
  const form = aForm(["photo", aFile(999)], ["photo", aFile(999)], ["remark", "x".repeat(60_000)]);
  await expect(readMultipart(await posted(form), limits)).rejects.toMatchObject({ kind: "unavailable" });
});

test("files are taken where the fields before them say so, and nowhere else", async () => {
  const ofIntent = (before: Map<string, FormValue[]>) => (before.get("intent")?.[0] === "send" ? limits : undefined);
  const sent = await readMultipart(await posted(aForm(["intent", "send"], ["photo", aFile(9)])), ofIntent);
  expect((sent.fields.get("photo") as UploadedFile[])[0]!.size).toBe(9);
  await sent.discard();
  for (const form of [
    aForm(["intent", "other"], ["photo", aFile(9)]),
    aForm(["photo", aFile(9)], ["intent", "send"]),
    aForm(["photo", aFile(9)]),
  ])
    await expect(readMultipart(await posted(form), ofIntent)).rejects.toMatchObject({ key: "upload.notTaken" });
  await expect(readMultipart(await posted(aForm(["photo", aFile(9)])))).rejects.toMatchObject({
    key: "upload.notTaken",
  });
});

test("what lies longer than a request runs is swept, what a running request has is not, however old", async () => {
  const form = await readMultipart(await posted(aForm(["photo", aFile(9)])), limits);
  const [{ path: running }] = form.fields.get("photo") as [UploadedFile];
  const [left, fresh] = ["upload-left", "upload-fresh"].map((name) => path.join(uploadFolder(), name));
  for (const file of [left!, fresh!]) await writeFile(file, "x");
  const longAgo = new Date(Date.now() - 60 * 60_000);
  for (const file of [running, left!]) await utimes(file, longAgo, longAgo);
  expect(await sweepUploads()).toBe(1);
  expect((await readdir(uploadFolder())).sort()).toEqual([path.basename(running), "upload-fresh"].sort());
  await form.discard();
  expect(await sweepUploads(Date.now() + 60 * 60_000)).toBe(1);
});
