import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { findBlob, openBlob, removeBlob, storeBlob, sweepBlobs } from "./blobs.server.ts";
import { diskStore } from "./files.server.ts";
import { acceptImage } from "./images.server.ts";

openDatabase();

const plain = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: "#3366cc" }, limitInputPixels: false });
const jpeg = () => plain().jpeg().toBuffer();

const gps = {
  IFD0: { Make: "SecretPhone", ImageDescription: "at home" },
  IFD3: { GPSLatitudeRef: "N", GPSLatitude: "12/1 58/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "77/1 35/1 0/1" },
};

test("EXIF, position and camera are gone after the picture is written anew, and it is upright", async () => {
  const tagged = await plain(80, 40)
    .withExif(gps)
    .withMetadata({ orientation: 6 })
    .withExifMerge(gps)
    .jpeg()
    .toBuffer();
  expect((await sharp(tagged).metadata()).exif?.toString("latin1")).toContain("SecretPhone");
  const accepted = await acceptImage(tagged);
  const after = await sharp(accepted.bytes).metadata();
  expect(after).toMatchObject({ format: "jpeg" });
  expect([after.exif, after.xmp, after.iptc, after.icc, after.orientation]).toEqual(Array(5).fill(undefined));
  expect(accepted.bytes.toString("latin1")).not.toContain("SecretPhone");
  expect([accepted.width, accepted.height]).toEqual([40, 80]);
});

test("PNG and WebP become JPEG, and a large picture is shrunk to the longer edge", async () => {
  for (const picture of [await plain(3000, 1500).png().toBuffer(), await plain(3000, 1500).webp().toBuffer()]) {
    expect(await acceptImage(picture)).toMatchObject({ width: 1600, height: 800, mime: "image/jpeg" });
  }
  expect(await acceptImage(await plain(3000, 1500).jpeg().toBuffer(), { maxEdge: 400 })).toMatchObject({ width: 400 });
});

test("what hides behind a picture's first bytes does not survive", async () => {
  const script = "<script>alert(1)</script>";
  const after = Buffer.concat([
    await jpeg(),
    Buffer.from(`<?php system($_GET[0]); ?>${script}`),
    Buffer.from("PK\x03\x04"),
  ]);
  const commented = await plain()
    .withExif({ IFD0: { ImageDescription: script } })
    .jpeg()
    .toBuffer();
  for (const polyglot of [after, commented]) {
    const encoded = (await acceptImage(polyglot)).bytes.toString("latin1");
    for (const hidden of ["<script", "<?php", "PK\x03\x04"]) expect(encoded).not.toContain(hidden);
  }
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';
test.each([
  ["an SVG", async () => Buffer.from(svg), "image.type"],
  ["an SVG behind an XML declaration", async () => Buffer.from(`<?xml version="1.0"?>${svg}`), "image.type"],
  ["HTML", async () => Buffer.from("<html><script>alert(1)</script>"), "image.type"],
  ["a GIF", () => plain().gif().toBuffer(), "image.type"],
  ["a TIFF", () => plain().tiff().toBuffer(), "image.type"],
  ["an AVIF", () => plain().avif().toBuffer(), "image.type"],
  ["a PDF", async () => Buffer.from("%PDF-1.7\n%âãÏÓ\n"), "image.type"],
  ["nothing", async () => Buffer.alloc(0), "image.missing"],
  [
    "a JPEG's first bytes before a script",
    async () => Buffer.concat([(await jpeg()).subarray(0, 24), Buffer.from(svg)]),
    "image.broken",
  ],
  ["half a JPEG", async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 600), "image.broken"],
  ["a PNG with a broken checksum", async () => broken(await plain().png().toBuffer()), "image.broken"],
])("%s is refused", async (_, make, key) => {
  await expect(acceptImage(await make())).rejects.toMatchObject({ kind: "invalid", key });
});

test("a PNG where only jpeg is taken is told to be a jpeg, not what it is (R156)", async () => {
  await expect(acceptImage(await plain().png().toBuffer(), { types: ["image/jpeg"] })).rejects.toMatchObject({
    kind: "invalid",
    key: "image.jpegOnly",
  });
});

const broken = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 45), Buffer.alloc(20, 7), bytes.subarray(65)]);

test("a pixel bomb is refused before it is decoded", async () => {
  const bomb = await plain(15_000, 15_000).png({ compressionLevel: 9 }).toBuffer();
  expect(bomb.length).toBeLessThan(2_000_000);
  const before = process.memoryUsage().rss;
  await expect(acceptImage(bomb)).rejects.toMatchObject({ key: "image.tooManyPixels" });
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

test("a file over the limit is refused, as bytes and from disk without being read", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "images-"));
  const file = path.join(folder, "big.jpg");
  await writeFile(file, Buffer.concat([await jpeg(), Buffer.alloc(2000)]));
  await expect(acceptImage(file, { maxBytes: 1000 })).rejects.toMatchObject({ key: "error.tooLarge" });
  await expect(acceptImage(Buffer.alloc(2000), { maxBytes: 1000 })).rejects.toMatchObject({ key: "error.tooLarge" });
  expect(await acceptImage(file, { maxBytes: 100_000 })).toMatchObject({ width: 64 });
  await rm(folder, { recursive: true });
});

const mine = { kind: "onsite", ownerKind: "ticket", ownerId: "t-1" };

test("a stored picture is a row and a file named .jpg that reads back whole", async () => {
  const { bytes, ...picture } = await acceptImage(await plain().png().toBuffer());
  const stored = await storeBlob(bytes, { ...mine, ...picture });
  expect(stored).toMatchObject({ ...mine, mime: "image/jpeg", width: 64, height: 48 });
  expect(stored.key).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{30}\.jpg$/);
  const blob = await findBlob(stored.id);
  expect(blob).toEqual(stored);
  expect((await buffer(await openBlob(blob))).length).toBe(stored.bytes);
});

test("a removed blob is gone after the commit, and stays when the transaction fails", async () => {
  const stored = await storeBlob(Buffer.from("invoice"), { ...mine, kind: "invoice", mime: "application/pdf" });
  await transaction(async () => {
    await removeBlob(stored.id);
    throw new Error("changed my mind");
  }).catch(() => {});
  expect((await buffer(await openBlob(await findBlob(stored.id)))).toString()).toBe("invoice");
  await transaction(() => removeBlob(stored.id));
  await expect(findBlob(stored.id)).rejects.toMatchObject({ kind: "missing" });
  await expect
    .poll(() =>
      openBlob(stored).then(
        () => "there",
        () => "gone",
      ),
    )
    .toBe("gone");
});

test("the sweep deletes old files without a row and nothing else", async () => {
  const storedBlob = await storeBlob(Buffer.from("kept"), { ...mine, mime: "application/pdf" });
  const orphan = await storeBlob(Buffer.from("orphan"), { ...mine, mime: "application/pdf" });
  await rows(sql`delete from blobs where id = ${orphan.id}`);
  expect(await sweepBlobs()).toBe(0);
  const old = new Date(Date.now() - 3 * 86_400_000);
  for (const { key } of [storedBlob, orphan]) await utimes(path.join(env.blobDir, key), old, old);
  expect(await sweepBlobs()).toBe(1);
  expect((await buffer(await openBlob(storedBlob))).toString()).toBe("kept");
});

test("a file whose writing fails leaves nothing behind and may be sent again, and a key never leaves the folder", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "store-"));
  const store = diskStore(folder);
  const { Readable } = await import("node:stream");
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from("half");
      throw new Error("the line went dead");
    })(),
  );
  await expect(store.put(failing, "jpg")).rejects.toThrow("the line went dead");
  expect(await readdir(path.join(folder, "drafts"))).toEqual([]);
  await expect(store.get("../../etc/passwd")).rejects.toThrow("not a blob key");
  await expect(diskStore("/dev/null/full").put(Buffer.from("x"), "jpg")).rejects.toMatchObject({ kind: "unavailable" });
  await rm(folder, { recursive: true });
});
