import { z } from "zod";
import { forWhoeverMay } from "#app/http/asker.server.ts";
import { sendFile } from "#app/http/download.server.ts";
import { publicResource } from "#app/http/page.server.ts";
import { onsitePicture } from "#modules/tickets/index.ts";
import { ticketReference } from "#modules/tickets/shared.ts";

const Which = z.object({ ticketId: ticketReference, pictureId: z.uuid() });

/** An on-site picture, for whoever may see the request's details. */
export const loader = publicResource({ query: Which }, async (_anyone, which, door) =>
  sendFile(await forWhoeverMay(door, (asker) => onsitePicture(asker, which))),
);
