import { open } from "node:fs/promises";
import { invalid } from "../errors.ts";
import { log } from "../log.server.ts";

export type ImageType = "image/jpeg" | "image/png" | "image/webp";
export type AcceptedImage = { bytes: Buffer; width: number; height: number; mime: "image/jpeg" };

type Limits = {
  /** Of the file as it came; 10 MB unless told. */
  maxBytes?: number;
  types?: readonly ImageType[];
  /** The longer edge of what is kept, in pixels. */
  maxEdge?: number;
};

const mebibyte = 1024 * 1024;
const maxPixels = 40_000_000;

/** The decoder, loaded with the first picture: a process that starts waits for nothing it may never need. */
let loaded: ReturnType<typeof load> | undefined;
const decoder = () => (loaded ??= load());

async function load() {
  const { default: sharp } = await import("sharp");
  // Only the three formats we accept can be decoded at all: no SVG, PDF, TIFF or HEIF parser ever sees a stranger's file.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });
  // A picture may take 160 MB while it is decoded; they are worked on one after the other, each on one thread.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/**
 * A stranger's picture (bytes, or the path of an uploaded file) made safe: its type is read from its content, it is
 * decoded, turned upright, shrunk and written anew as JPEG, so that nothing but pixels survives: no EXIF, no position,
 * no second format hidden inside. What cannot be used is refused with `image.*` keys (H21).
 */
export async function acceptImage(
  source: Buffer | string,
  { maxBytes = 10 * mebibyte, types = ["image/jpeg", "image/png", "image/webp"], maxEdge = 1600 }: Limits = {},
): Promise<AcceptedImage> {
  const bytes = typeof source === "string" ? await read(source, maxBytes) : source;
  if (bytes.length === 0) throw invalid("image.missing");
  if (bytes.length > maxBytes) throw invalid("error.tooLarge");
  const { fileTypeFromBuffer } = await import("file-type");
  const found = await fileTypeFromBuffer(bytes.subarray(0, 64 * 1024));
  if (!found || !types.includes(found.mime as ImageType))
    throw invalid(types.includes("image/png") ? "image.type" : "image.jpegOnly");
  return oneAtATime(() => encode(bytes, maxEdge));
}

async function encode(bytes: Buffer, maxEdge: number): Promise<AcceptedImage> {
  const sharp = await decoder();
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", pages: 1, sequentialRead: true });
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

/** Read a file, but never more than one byte beyond the limit. */
async function read(path: string, maxBytes: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > maxBytes) throw invalid("error.tooLarge");
    return await file.readFile();
  } finally {
    await file.close();
  }
}

let line: Promise<unknown> = Promise.resolve();

function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = line.then(work, work);
  line = mine.catch(() => {});
  return mine;
}
