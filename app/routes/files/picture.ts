import { z } from "zod";
import { publicResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { fileResponse } from "#app/http/request/download.server.ts";
import { withPermittedAsker } from "#app/http/session/asker.server.ts";
import { id } from "#modules/kernel/validation.ts";
import { onsitePicture } from "#modules/tickets/index.ts";
import { ticketReference } from "#modules/tickets/shared.ts";

const Which = z.object({ ticketId: ticketReference, pictureId: id });

/** An on-site picture, for actors who may see the request's details. */
export const loader = publicResource({ limit: reads.blob, query: Which }, async (_anyone, which, door) =>
  fileResponse(await withPermittedAsker(door, (asker) => onsitePicture(asker, which))),
);
