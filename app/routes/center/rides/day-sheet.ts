import { buffer } from "node:stream/consumers";
import { centerResource } from "#app/http/doors/page.server.ts";
import { fileLimit } from "#app/http/doors/use-limit.server.ts";
import { daySheetFile } from "#modules/tickets/index.ts";
import { RideDay } from "#modules/tickets/shared.ts";

/** The driver's day sheet as a CSV download. */
export const loader = centerResource(
  { can: "desk", limit: fileLimit, query: RideDay },
  async (center, { day }, { locale }) => {
    const { stream, mime, name } = await daySheetFile(center, { day, locale });
    return new Response(await buffer(stream), {
      headers: {
        "content-type": mime,
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      },
    });
  },
);
