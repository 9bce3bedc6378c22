import { z } from "zod";
import { publicResource } from "#app/http/doors/page.server.ts";
import { fileLimit } from "#app/http/doors/use-limit.server.ts";
import { zipResponse } from "#app/http/request/download.server.ts";
import { withPermittedAsker } from "#app/http/session/asker.server.ts";
import { onsitePictures } from "#modules/tickets/index.ts";
import { ticketReference } from "#modules/tickets/shared.ts";

/** All on-site pictures of a request as one ZIP, for actors who may see each of them. */
export const loader = publicResource(
  { limit: fileLimit, query: z.object({ ticketId: ticketReference }) },
  async (_anyone, { ticketId }, door) =>
    zipResponse(await withPermittedAsker(door, (asker) => onsitePictures(asker, ticketId))),
);
