import { z } from "zod";
import { publicResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { fileResponse } from "#app/http/request/download.server.ts";
import { withPermittedAsker } from "#app/http/session/asker.server.ts";
import { id } from "#modules/kernel/validation.ts";
import { needPicture } from "#modules/tickets/index.ts";

/** A picture a customer added to a request, for who may see it; the link alone shows none. */
export const loader = publicResource(
  { limit: reads.blob, query: z.object({ pictureId: id }) },
  async (_anyone, { pictureId }, door) =>
    fileResponse(await withPermittedAsker(door, (asker) => needPicture(asker, pictureId))),
);
