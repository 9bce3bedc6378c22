import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import { DomainError, invalid } from "#modules/kernel/errors.ts";
import { asDiskRefusal } from "#modules/kernel/gateways/files.server.ts";
import type { MessageKey } from "#modules/kernel/messages/index.ts";

/** A file of a form, on disk until the request ends; `name` and `mime` are only what the sender claims. */
export type UploadedFile = { path: string; name: string; mime: string; size: number };
export type FormValue = string | UploadedFile;
export type Form = { fields: Map<string, FormValue[]>; discard: () => Promise<void> };
export type UploadLimits = { fileSize: number; files: number };

/**
 * A multipart form, its files streamed to a temporary folder under names of ours. Whoever reads it calls `discard` in
 * the end; when reading fails nothing is left. Beyond a limit the rest is read and dropped, so that the refusal can
 * still be delivered.
 */
export async function readMultipart(request: Request, limits: UploadLimits): Promise<Form> {
  const fields: Form["fields"] = new Map();
  const add = (name: string, value: FormValue) => fields.set(name, [...(fields.get(name) ?? []), value]);
  const writes: Promise<unknown>[] = [];
  const paths: string[] = [];
  const discard = async () => {
    // A file that is still being opened would appear again after its deletion.
    await Promise.allSettled(writes);
    await Promise.all(paths.map((file) => rm(file, { force: true })));
  };

  let refusal: MessageKey | undefined;
  const refuse = (key: MessageKey) => () => {
    refusal ??= key;
  };
  const parser = parserFor(request, limits)
    .on("filesLimit", refuse("upload.tooManyFiles"))
    .on("fieldsLimit", refuse("upload.tooManyFields"))
    .on("partsLimit", refuse("upload.tooManyFields"))
    .on("field", (name, value, { valueTruncated }) => (valueTruncated ? refuse("error.tooLarge")() : add(name, value)))
    .on("file", (name, stream, { filename, mimeType }) => {
      // A file input left empty is sent as a nameless file of no bytes.
      if (!filename) return void stream.resume();
      const file = { path: path.join(tmpdir(), `upload-${randomUUID()}`), name: filename, mime: mimeType, size: 0 };
      add(name, file);
      paths.push(file.path);
      stream.on("limit", refuse("error.tooLarge"));
      const write = keep(stream, file);
      // Awaited below; a form that breaks off must not end the process as an unhandled rejection before that.
      write.catch(() => {});
      writes.push(write);
    });

  try {
    await pipeline(request.body ? Readable.fromWeb(request.body as never) : Readable.from([]), parser);
    await Promise.all(writes);
    if (refusal) throw invalid(refusal);
    return { fields, discard };
  } catch (error) {
    await discard();
    const known = asDiskRefusal(error);
    throw known instanceof DomainError ? known : invalid("upload.interrupted");
  }
}

function parserFor(request: Request, limits: UploadLimits) {
  try {
    return busboy({
      headers: { "content-type": request.headers.get("content-type") ?? "" },
      defParamCharset: "utf8",
      limits: { ...limits, fields: 300, fieldSize: 64 * 1024, parts: 400 },
    });
  } catch {
    throw invalid("upload.notMultipart");
  }
}

/** Write a file of a form; one the disk does not take is read to its end all the same, or the form would stand still. */
async function keep(stream: Readable, file: UploadedFile) {
  // Heard below as well; a form that breaks off before that must not end the process.
  stream.on("error", () => {});
  let problem: unknown;
  const noted = (error: unknown) => {
    problem ??= error;
    return undefined;
  };
  const target = await open(file.path, "wx", 0o600).catch(noted);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      file.size += chunk.length;
      if (!problem) await target?.appendFile(chunk).catch(noted);
    }
  } finally {
    await target?.close().catch(noted);
  }
  if (problem) throw problem;
}
