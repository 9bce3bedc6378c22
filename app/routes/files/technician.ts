import { z } from "zod";
import { publicResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { fileResponse } from "#app/http/request/download.server.ts";
import { withPermittedAsker } from "#app/http/session/asker.server.ts";
import { technicianPicture } from "#modules/tickets/index.ts";
import { ticketReference } from "#modules/tickets/shared.ts";

const Which = z.object({ ticketId: ticketReference });

/** The profile picture of a request's technician who agreed to show it, for actors who may see the request's details (R084). */
export const loader = publicResource({ limit: reads.blob, query: Which }, async (_anyone, { ticketId }, door) =>
  fileResponse(await withPermittedAsker(door, (asker) => technicianPicture(asker, ticketId))),
);
