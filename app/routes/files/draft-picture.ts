import { z } from "zod";
import { publicResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { fileResponse } from "#app/http/request/download.server.ts";
import { id } from "#modules/kernel/validation.ts";
import { draftPicture } from "#modules/tickets/index.ts";

/** A picture of a booking in progress, for the browser that holds its draft. */
export const loader = publicResource(
  { limit: reads.blob, query: z.object({ pictureId: id }) },
  async (_anyone, { pictureId }, door) => fileResponse(await draftPicture(door.cookie("draft"), pictureId)),
);
