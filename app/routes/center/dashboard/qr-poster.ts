import { centerResource } from "#app/http/doors/page.server.ts";
import { fileLimit } from "#app/http/doors/use-limit.server.ts";
import { pdfResponse } from "#app/http/request/download.server.ts";
import { qrPoster } from "#modules/centers/index.ts";
import { AskPoster } from "#modules/centers/shared.ts";

/** The printable poster of the center's QR code: A4 or A5. */
export const loader = centerResource(
  { can: "desk", limit: fileLimit, query: AskPoster.omit({ qrId: true }) },
  async (center, { size }) => pdfResponse(await qrPoster(center, { size })),
);
