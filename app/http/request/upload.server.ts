import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import type { Actor } from "#modules/kernel/actor.ts";
import { DomainError, invalid } from "#modules/kernel/errors.ts";
import { asDiskRefusal } from "#modules/kernel/files/files.server.ts";
import { add, type Fields, mostFields, refuseName } from "./bounds.ts";
import { forget, newPlace, openPlace } from "./upload-folder.server.ts";

/** An uploaded file, on disk until the request ends; `name` and `mime` are claims of the sender. */
export type UploadedFile = { path: string; name: string; mime: string; size: number };
export type FormValue = string | UploadedFile;
export type Form = {
  fields: Fields<FormValue>;
  /** Whether files came with it that were left out. */
  withoutFiles?: boolean;
  discard: () => Promise<void>;
};

/** The files a form may bring: the names of their fields, how many of them together, and the most bytes of each. */
export type FilesTaken = { readonly names: readonly string[]; readonly most: number; readonly bytes: number };

/** The files a form may bring, or a function of the fields before a file that decides; none unless declared. */
export type FilesOf = FilesTaken | ((before: Form["fields"]) => FilesTaken | undefined);

/** The files a form may bring, and who sends them. */
export type Taking = { files: FilesOf; actor: Actor; address: string };

const mebibyte = 1024 * 1024;
/** The most bytes of all texts of a form with files; one text may have a quarter of them. */
const mostText = mebibyte / 4;
/** The most bytes beside the files: texts, part headers and boundaries. */
const mostExtraBytes = mebibyte;
const mostBytes = 64 * mebibyte;
/** The longest boundary allowed (RFC 2046): the parser searches all data for it. */
const longestBoundary = 70;
/** How many bytes are parsed at once: each boundary among them costs a stream, also of a form that is refused by then. */
const piece = 2 * 1024;
/** The most bytes of a part's headers; more are ignored. */
const longestHead = 16 * 1024;

/** Whether a request says that it is a multipart form. */
export const isMultipart = ({ headers }: Request) => /^multipart\/form-data\b/i.test(headers.get("content-type") ?? "");

/** Files are passed over, and texts that come behind too many of their bytes are lost. */
type LeftOut = "left out";

const none: FilesTaken = { names: [], most: 0, bytes: 0 };

/**
 * Parses a multipart form and streams its files to our folder under generated names (R10). The caller must call `discard`;
 * when reading fails, no file is left. Reading stops at the first thing that is refused. `reportBytes` is called with the
 * number of bytes as they arrive. With its files left out, a form that is too long is what came of it until then.
 */
export async function readMultipart(
  request: Request,
  files: FilesOf | LeftOut = none,
  reportBytes: (bytes: number) => void = () => {},
): Promise<Form> {
  const leftOut = files === "left out";
  const most = leftOut
    ? mostExtraBytes
    : typeof files === "function"
      ? mostBytes
      : mostExtraBytes + files.most * files.bytes;
  if (!leftOut && Number(request.headers.get("content-length") ?? 0) > most) throw invalid("error.tooLarge");
  const parser = parserFor(request);
  const fields: Form["fields"] = new Map();
  const writes: Promise<unknown>[] = [];
  const places: string[] = [];
  const streams: Readable[] = [];
  const discard = async () => {
    // A file that is still being opened would appear again after it was deleted.
    await Promise.allSettled(writes);
    await Promise.all(places.map(forget));
  };

  let withoutFiles = false;
  let refusal: unknown;
  const refuse = (why: unknown) => {
    refusal ??= why;
  };
  const counted = { files: 0, text: 0 };

  function addText(name: string | undefined, value: string, cut: boolean) {
    refuseHead(name);
    counted.text += value.length;
    if (cut || counted.text > mostText) throw invalid("error.tooLarge");
    if (name) add(fields, name, value);
  }

  function addFile(name: string | undefined, filename: string | undefined, mime: string) {
    refuseHead(name, filename);
    // Browsers send an empty file input as a file without name or bytes.
    if (!filename) return undefined;
    if (files === "left out") {
      withoutFiles = true;
      return undefined;
    }
    const taken = typeof files === "function" ? files(fields) : files;
    if (!name || !taken?.names.includes(name)) throw invalid("upload.notTaken");
    if (++counted.files > taken.most) throw invalid("upload.tooManyFiles");
    const file: UploadedFile = { path: newPlace(), name: filename, mime, size: 0 };
    places.push(file.path);
    add(fields, name, file);
    return { file, most: taken.bytes };
  }

  function unlessRefused<T>(work: () => T): T | undefined {
    try {
      return refusal ? undefined : work();
    } catch (why) {
      refuse(why);
      return undefined;
    }
  }

  parser
    // An aborted form emits errors on the parser and its file streams; they are reported where the form is awaited.
    .on("error", () => {})
    .on("partsLimit", () => refuse(invalid("error.tooManyFields")))
    .on("field", (name, value, _nameCut, cut) => unlessRefused(() => addText(name, value, cut)))
    .on("file", (name, stream, filename, _encoding, mime) => {
      stream.on("error", () => {});
      const added = unlessRefused(() => addFile(name, filename, mime));
      if (!added) return void stream.resume();
      streams.push(stream);
      const write = keep(stream, added.file, () => {
        if (added.file.size > added.most) refuse(invalid("error.tooLarge"));
        return refusal === undefined;
      });
      // Awaited below; without a handler an aborted form would end the process as an unhandled rejection first.
      write.catch(() => {});
      writes.push(write);
    });

  const delimiter = Buffer.from(`\r\n--${boundaryOf(request)}`);
  let seen = 0;
  let parts = 0;
  /** Passes the body on in small pieces, so that little of a refused one is parsed, and none of one of too many parts. */
  async function* gate(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      seen += chunk.length;
      reportBytes(chunk.length);
      if (seen > most) refuse(invalid("error.tooLarge"));
      for (let at = chunk.indexOf(delimiter); at >= 0 && parts <= mostFields + 1; at = chunk.indexOf(delimiter, at + 1))
        parts += 1;
      // One of them ends the form.
      if (parts > mostFields + 1) refuse(invalid("error.tooManyFields"));
      for (let at = 0; at < chunk.length; at += piece) {
        if (refusal) throw refusal;
        yield chunk.subarray(at, at + piece);
      }
    }
  }
  try {
    await pipeline(request.body ? Readable.fromWeb(request.body as never) : Readable.from([]), gate, parser);
    await Promise.all(writes);
    if (refusal) throw refusal;
    return { fields, withoutFiles, discard };
  } catch (error) {
    // A parser that failed does not end its file streams; writing them would wait forever.
    for (const stream of streams) stream.destroy();
    await discard();
    if (leftOut && seen > most) return { fields, withoutFiles, discard };
    const known = asDiskRefusal(refusal ?? error);
    throw known instanceof DomainError ? known : invalid("upload.interrupted");
  }
}

/** The boundary that a form says is between its parts; no part contains it after a line break (RFC 2046, 5.1.1). */
function boundaryOf({ headers }: Request): string {
  const [, quoted, plain] = /boundary=(?:"([^"]*)"|([^;]*))/i.exec(headers.get("content-type") ?? "") ?? [];
  return quoted ?? plain?.trim() ?? "";
}

function parserFor(request: Request) {
  const type = request.headers.get("content-type") ?? "";
  try {
    const limits = { parts: mostFields, fieldSize: mostText / 4, headerPairs: 20, headerSize: longestHead };
    const parser = new Busboy({ headers: { "content-type": type }, limits });
    if (boundaryOf(request).length > longestBoundary) throw new Error("a boundary is shorter");
    return parser;
  } catch {
    throw invalid("upload.notMultipart");
  }
}

/** Refuses part headers no browser writes: the parser accepts names with control characters. */
function refuseHead(...names: (string | undefined)[]) {
  if (names.some((name) => name && /(?!\t)\p{Cc}/u.test(name))) throw invalid("upload.interrupted");
  refuseName(names[0] ?? "");
}

/**
 * Writes a file of a form while `goesOn`; when the disk fails it is still read to its end, or the parser would stall.
 */
async function keep(stream: Readable, file: UploadedFile, goesOn: () => boolean) {
  let problem: unknown;
  const noted = (error: unknown) => {
    problem ??= error;
    return undefined;
  };
  const target = await openPlace(file.path).catch(noted);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      file.size += chunk.length;
      if (goesOn() && !problem) await target?.appendFile(chunk).catch(noted);
    }
  } finally {
    await target?.close().catch(noted);
  }
  if (problem) throw problem;
}
