import { z } from "zod";
import { forWhoeverMay } from "#app/http/asker.server.ts";
import { sendFile } from "#app/http/download.server.ts";
import { publicResource } from "#app/http/page.server.ts";
import { technicianPicture } from "#modules/tickets/index.ts";
import { ticketReference } from "#modules/tickets/shared.ts";

const Which = z.object({ ticketId: ticketReference });

/** The profile picture of a request's technician, for whoever sees the request's details (R084). */
export const loader = publicResource({ query: Which }, async (_anyone, { ticketId }, door) =>
  sendFile(await forWhoeverMay(door, (asker) => technicianPicture(asker, ticketId))),
);
