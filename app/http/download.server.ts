import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type Blob, openBlob } from "#modules/kernel/gateways/blobs.server.ts";

/**
 * The answer that streams a stored file. Whoever calls it has checked that this caller may see it; the browser is told
 * to take its type as it is and, with `name`, to save it instead of showing it. It keeps a copy only when told that
 * nothing personal is in it: of an identity paper every view is asked for, so that every view is recorded (H22).
 */
export async function sendBlob(
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

/** Up to this many bytes a file goes in one piece, which costs less than its way through three streams. */
const smallFile = 256 * 1024;

type OpenFile = { stream: Readable; mime: string; bytes: number; name: string };

/** A file a module opened for this caller; `save` asks the browser to keep it instead of showing it. */
export const sendFile = async ({ stream, mime, bytes, name }: OpenFile, { save = false } = {}) =>
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

/** A PDF that was made for this caller just now, to be saved. */
export const sendPdf = ({ pdf, name }: { pdf: Buffer; name: string }) =>
  new Response(new Uint8Array(pdf), {
    headers: {
      "content-type": "application/pdf",
      "content-length": String(pdf.length),
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
