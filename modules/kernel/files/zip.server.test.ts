import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { zipOf } from "./zip.server.ts";

const at = new Date("2026-11-20T10:00:00Z");
const bytes = (size: number, fill: number) => Buffer.alloc(size, fill);

test("files of any size come out as they went in, under their names", async () => {
  const files = { "one.jpg": bytes(300_000, 1), "empty.jpg": bytes(0, 0), "दो.jpg": bytes(17, 2) };
  const zip = zipOf(
    Object.entries(files).map(([name, file]) => ({ name, at, open: async () => Readable.from([file]) })),
  );
  const out = unzipSync(await buffer(zip));
  expect(Object.keys(out)).toEqual(Object.keys(files));
  for (const [name, file] of Object.entries(files)) expect(Buffer.from(out[name]!).equals(file), name).toBe(true);
});

test("a file is opened when its turn comes, and closed when the reader leaves", async () => {
  const opened: string[] = [];
  const closed: string[] = [];
  const entry = (name: string) => ({
    name,
    at,
    open: async () => {
      opened.push(name);
      const file = Readable.from(
        (function* () {
          for (let n = 0; n < 100; n++) yield bytes(64 * 1024, n);
        })(),
      );
      return file.once("close", () => closed.push(name));
    },
  });
  const zip = zipOf([entry("one"), entry("two")]);
  const reader = zip[Symbol.asyncIterator]();
  await reader.next();
  expect(opened).toEqual(["one"]);
  await reader.return?.();
  await expect.poll(() => closed).toEqual(["one"]);
  expect(opened).toEqual(["one"]);
});

test("a file that cannot be read breaks the archive off", async () => {
  const open = async () => Readable.from([bytes(10, 1)]);
  const gone = async () => {
    throw new Error("gone");
  };
  await expect(
    buffer(
      zipOf([
        { name: "one", at, open },
        { name: "two", at, open: gone },
      ]),
    ),
  ).rejects.toThrow("gone");
});
