import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { diskStore } from "./files.server.ts";
import { closeFolder, makePrivateFolder } from "./private-folder.server.ts";

const root = fs.mkdtempSync(path.join(os.tmpdir(), "private-"));
afterAll(() => fs.rmSync(root, { recursive: true }));

const modeOf = (...parts: string[]) => (fs.statSync(path.join(root, ...parts)).mode & 0o777).toString(8);

test("a private folder is this user's alone, whatever the process masks; the folder above it is not changed", () => {
  const mask = process.umask(0o000);
  try {
    makePrivateFolder(path.join(root, "data", "logs"));
    expect([modeOf("data", "logs"), modeOf("data")]).toEqual(["700", "777"]);
  } finally {
    process.umask(mask);
  }
});

test("one that was open before is closed, as often as asked; making it again leaves an operator's choice", () => {
  fs.mkdirSync(path.join(root, "old"), { mode: 0o755 });
  fs.chmodSync(path.join(root, "old"), 0o750);
  makePrivateFolder(path.join(root, "old"));
  expect(modeOf("old")).toBe("750");
  for (let time = 0; time < 2; time++) closeFolder(path.join(root, "old"));
  expect(modeOf("old")).toBe("700");
});

test("every folder and file of stored blobs is this user's alone", async () => {
  const store = diskStore(path.join(root, "blobs"));
  const { key } = await store.put(Buffer.from("picture"), "jpg");
  const modes = fs
    .readdirSync(path.join(root, "blobs"), { recursive: true, encoding: "utf8" })
    .map((name) => [name === key ? "file" : "folder", modeOf("blobs", name)]);
  expect(new Set(modes.map(String))).toEqual(new Set(["folder,700", "file,600"]));
  expect(modeOf("blobs")).toBe("700");
});
