import { Readable } from "node:stream";

/** Answers an export file as a download: named, not cached and not sniffed. */
export const sheetResponse = ({
  stream,
  mime,
  name,
  bytes,
}: {
  stream: Readable;
  mime: string;
  name: string;
  bytes?: number;
}) =>
  new Response(Readable.toWeb(stream) as ReadableStream, {
    headers: {
      "content-type": mime,
      "content-disposition": `attachment; filename="${name}"`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
      ...(bytes !== undefined && { "content-length": String(bytes) }),
    },
  });
