import { type FileHandle, open } from "node:fs/promises";
import type { MessageKey } from "#modules/messages/index.ts";
import { invalid, unavailable } from "../errors.ts";
import { log } from "../log.server.ts";

export type ImageType = "image/jpeg" | "image/png" | "image/webp";
export type AcceptedImage = { bytes: Buffer; width: number; height: number; mime: "image/jpeg" };

type Limits = {
  /** Limit for the uploaded file; 10 MB by default. */
  maxBytes?: number;
  types?: readonly ImageType[];
  /** What a larger file is told. */
  tooLarge?: MessageKey;
  /** Longest edge of the stored picture, in pixels. */
  maxEdge?: number;
};

const mebibyte = 1024 * 1024;
const maxPixels = 40_000_000;

/** The decoder is loaded with the first picture, so that it does not slow down the start of every process. */
let loaded: ReturnType<typeof load> | undefined;
const decoder = () => (loaded ??= load());

async function load() {
  const { default: sharp } = await import("sharp");
  // Only JPEG, PNG and WebP can be decoded at all: no SVG, PDF, TIFF or HEIF parser sees an uploaded file.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });
  // Decoding a picture can take 160 MB of memory, so pictures are processed one at a time, each on one thread.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/**
 * Make an uploaded picture (bytes or file path) safe: detect its type from the content, decode it, turn it upright,
 * shrink it and encode it as a new JPEG, so that only pixels remain (no EXIF, no GPS position, no second format hidden
 * inside). Unusable pictures are refused with `image.*` keys (H21), and with 503 while too many wait.
 */
export async function acceptImage(
  source: Buffer | string,
  {
    maxBytes = 10 * mebibyte,
    types = ["image/jpeg", "image/png", "image/webp"],
    maxEdge = 1600,
    tooLarge = "error.tooLarge",
  }: Limits = {},
): Promise<AcceptedImage> {
  const { size, start } = await lookAt(source);
  if (size === 0) throw invalid("image.missing");
  if (size > maxBytes) throw invalid(tooLarge);
  const { fileTypeFromBuffer } = await import("file-type");
  const fileType = await fileTypeFromBuffer(start);
  if (!fileType || !types.includes(fileType.mime as ImageType)) throw invalid(wrongType(types));
  // The decoder reads the file itself, only when its turn has come.
  return oneAtATime(() => encode(source, maxEdge));
}

const wrongType = (types: readonly ImageType[]) =>
  types.includes("image/webp") ? "image.type" : types.includes("image/png") ? "image.pngOrJpeg" : "image.jpegOnly";

const head = 64 * 1024;

/** The size of a picture file and its first bytes. */
async function lookAt(source: Buffer | string): Promise<{ size: number; start: Buffer }> {
  if (typeof source !== "string") return { size: source.length, start: source.subarray(0, head) };
  const file = await open(source);
  try {
    return { size: (await file.stat()).size, start: await startOf(file) };
  } finally {
    await file.close();
  }
}

async function startOf(file: FileHandle) {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(head), 0, head, 0);
  return buffer.subarray(0, bytesRead);
}

async function encode(source: Buffer | string, maxEdge: number): Promise<AcceptedImage> {
  const sharp = await decoder();
  const picture = sharp(source, { limitInputPixels: maxPixels, failOn: "error", pages: 1, sequentialRead: true });
  try {
    const { data, info } = await picture
      .rotate()
      .resize(maxEdge, maxEdge, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 82, mozjpeg: true })
      .timeout({ seconds: 20 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height, mime: "image/jpeg" };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.info({ reason }, "picture refused");
    throw invalid(/pixel limit/i.test(reason) ? "image.tooManyPixels" : "image.broken");
  }
}

/** The library that draws pictures. */
export type Sharp = Awaited<ReturnType<typeof load>>;

/** Draw a picture of our own, in the same line as those that are uploaded; refuses with `image.busy`. */
export const drawPicture = (draw: (sharp: Sharp) => Promise<Buffer>): Promise<Buffer> =>
  oneAtATime(async () => draw(await decoder()));

let line: Promise<unknown> = Promise.resolve();
let inLine = 0;
/** How many pictures may wait: the last one still finishes before its uploader's request times out. */
const longestLine = 20;
/** The suggested retry delay in seconds: a full queue takes about that long, at half a second per picture. */
const lineSeconds = 10;

/** Runs work one at a time; refuses with `image.busy` when too many are waiting. */
async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (inLine > longestLine) throw unavailable("image.busy", { seconds: lineSeconds });
  inLine += 1;
  const mine = line.then(work, work);
  line = mine.catch(() => {});
  try {
    return await mine;
  } finally {
    inLine -= 1;
  }
}
