import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readMultipart, type UploadedFile } from "./upload.server.ts";

const limits = { fileSize: 1000, files: 2 };
let folder: string;
// A temporary folder of its own, so that what other processes upload meanwhile is not counted.
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "uploads-"));
  vi.stubEnv("TMPDIR", folder);
});
afterEach(async () => {
  expect(await readdir(folder)).toEqual([]);
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const posted = (form: FormData) => new Request("http://x/", { method: "POST", body: form });
const aFile = (bytes: number, name = "photo.jpg") => new File([Buffer.alloc(bytes, 7)], name, { type: "image/jpeg" });

function aForm(...parts: [string, string | File][]) {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
}

test("texts and files are read in their order, files under a name of ours, and discarded", async () => {
  const form = await readMultipart(
    posted(aForm(["remark", "नमस्ते"], ["photo", aFile(10, "../../evil.php")], ["photo", aFile(999, "दो.jpg")])),
    limits,
  );
  expect(form.fields.get("remark")).toEqual(["नमस्ते"]);
  const [first, second] = form.fields.get("photo") as UploadedFile[];
  expect([first!.size, second!.size]).toEqual([10, 999]);
  expect(second!.name).toBe("दो.jpg");
  expect(first!.path.startsWith(`${folder}/upload-`)).toBe(true);
  expect(await readFile(first!.path)).toEqual(Buffer.alloc(10, 7));
  expect((await stat(first!.path)).mode & 0o777).toBe(0o600);
  await form.discard();
});

test("an empty file input is no file", async () => {
  const form = await readMultipart(posted(aForm(["photo", new File([], "")], ["a", "b"])), limits);
  expect([...form.fields.keys()]).toEqual(["a"]);
  await form.discard();
});

test.each([
  ["a file over the limit", aForm(["photo", aFile(1001)]), "error.tooLarge"],
  ["too many files", aForm(["a", aFile(1)], ["b", aFile(1)], ["c", aFile(1)]), "upload.tooManyFiles"],
  ["a text over 64 KB", aForm(["a", "x".repeat(70_000)]), "error.tooLarge"],
  [
    "too many fields",
    aForm(...Array.from({ length: 301 }, (_, i) => [`f${i}`, "x"] as [string, string])),
    "upload.tooManyFields",
  ],
])("%s is refused and leaves nothing", async (_, form, key) => {
  await expect(readMultipart(posted(form), limits)).rejects.toMatchObject({ kind: "invalid", key });
});

test("a form that breaks off or is none is refused and leaves nothing", async () => {
  const whole = Buffer.from(await posted(aForm(["photo", aFile(900)])).arrayBuffer());
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
  await expect(readMultipart(request, { fileSize: 10 * 1024 * 1024, files: 1 })).rejects.toMatchObject({
    key: "error.tooLarge",
  });
  expect(process.memoryUsage().rss - rss).toBeLessThan(80 * 1024 * 1024);
});

test("a disk that takes no file is said to be busy, and the rest of the form is read to its end", async () => {
  vi.stubEnv("TMPDIR", path.join(folder, "not-there"));
  const form = aForm(["photo", aFile(999)], ["photo", aFile(999)], ["remark", "x".repeat(60_000)]);
  await expect(readMultipart(posted(form), limits)).rejects.toMatchObject({ kind: "unavailable" });
});
