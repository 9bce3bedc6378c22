import { Readable } from "node:stream";
import { z } from "zod";
import { centerResource } from "#app/http/page.server.ts";
import { preparedFile } from "#modules/kernel/prepared-export.server.ts";

/** A file that was prepared for this center, as long as it is kept. */
export const loader = centerResource({ query: z.object({ id: z.uuid() }) }, async (center, wanted) => {
  const { stream, mime, bytes, name } = await preparedFile(center, wanted);
  return new Response(Readable.toWeb(stream) as ReadableStream, {
    headers: {
      "content-type": mime,
      "content-length": String(bytes),
      "content-disposition": `attachment; filename="${name}"`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
});
