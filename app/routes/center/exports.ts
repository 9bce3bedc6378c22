import { Readable } from "node:stream";
import { centerResource } from "#app/http/page.server.ts";
import { ExportQuery, exportCenterList } from "./export-lists.server.ts";

/**
 * One of the center's own lists as a file: with its current filter, masked as on the screen. A long one is prepared in
 * the background; the page of prepared files says how far it is.
 */
export const loader = centerResource({ query: ExportQuery }, async (center, { list, format, ...query }, door) => {
  const made = await exportCenterList(list, { center, query, format, locale: door.locale });
  if ("preparing" in made) return door.go("/exports");
  const { stream, mime, name } = made.file;
  return new Response(Readable.toWeb(stream) as ReadableStream, {
    headers: {
      "content-type": mime,
      "content-disposition": `attachment; filename="${name}"`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
});
