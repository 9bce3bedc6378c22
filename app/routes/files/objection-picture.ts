import { z } from "zod";
import { publicResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { blobResponse } from "#app/http/request/download.server.ts";
import { withPermittedAsker } from "#app/http/session/asker.server.ts";
import { id } from "#modules/kernel/validation.ts";
import { objectionPicture } from "#modules/wallet/index.ts";

/** A picture of an objection to a penalty, for its center and the admins who decide on it. */
export const loader = publicResource({ limit: reads.blob, query: z.object({ id }) }, async (_anyone, { id }, door) =>
  blobResponse(await withPermittedAsker(door, (asker) => objectionPicture(asker, id))),
);
