import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type Blob, openBlob } from "#modules/kernel/files/blobs.server.ts";

/**
 * Streams a stored file. The caller has checked that this actor may see it. The browser must not sniff the type and,
 * with `name`, saves the file instead of showing it. It may cache only a file without personal data (`keep`): every
 * view of an identity paper must reach the server, so that every view is recorded (H22).
 */
export async function blobResponse(
  blob: Pick<Blob, "key" | "mime" | "bytes" | "sha256" | "sealed">,
  { name, keep = false }: { name?: string; keep?: boolean } = {},
) {
  const bytes = await openBlob(blob);
  return new Response(Readable.toWeb(bytes) as ReadableStream, {
    headers: {
      "content-type": blob.mime,
      "content-length": String(blob.bytes),
      "content-disposition": name ? `attachment; filename*=UTF-8''${encodeURIComponent(name)}` : "inline",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": keep ? "private, max-age=3600" : "no-store",
      etag: `"${blob.sha256}"`,
    },
  });
}

/** Files up to this many bytes are sent in one piece, which costs less than three streams. */
const smallFile = 256 * 1024;

type OpenFile = { stream: Readable; mime: string; bytes: number; name: string };

/** Sends a file a module opened for this actor; `save` makes the browser save it instead of showing it. */
export const fileResponse = async ({ stream, mime, bytes, name }: OpenFile, { save = false } = {}) =>
  new Response(bytes <= smallFile ? await buffer(stream) : (Readable.toWeb(stream) as ReadableStream), {
    headers: {
      "content-type": mime,
      "content-length": String(bytes),
      "content-disposition": `${save ? "attachment" : "inline"}; filename*=UTF-8''${encodeURIComponent(name)}`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, max-age=300",
    },
  });

/** Sends an archive as a download while it is written; how long it will be is not known before. */
export const zipResponse = ({ stream, name }: { stream: Readable; name: string }) =>
  new Response(Readable.toWeb(stream) as ReadableStream, {
    headers: {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, no-store",
    },
  });

/** Sends a freshly made PDF as a download. */
export const pdfResponse = ({ pdf, name }: { pdf: Buffer; name: string }) =>
  new Response(new Uint8Array(pdf), {
    headers: {
      "content-type": "application/pdf",
      "content-length": String(pdf.length),
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
