import { sendPdf } from "#app/http/download.server.ts";
import { centerResource } from "#app/http/page.server.ts";
import { qrPoster } from "#modules/centers/index.ts";
import { AskPoster } from "#modules/centers/shared.ts";

/** The poster of the center's own QR code, to print: A4 or A5. */
export const loader = centerResource({ query: AskPoster.omit({ qrId: true }) }, async (center, { size }) =>
  sendPdf(await qrPoster(center, { size })),
);
