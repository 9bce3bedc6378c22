import { z } from "zod";
import { needFreshCall } from "#app/http/doors/fresh.server.ts";
import { publicResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { blobResponse } from "#app/http/request/download.server.ts";
import { withPermittedAsker } from "#app/http/session/asker.server.ts";
import { tokenOf } from "#app/http/session/session.server.ts";
import { readableDocument } from "#modules/centers/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { id } from "#modules/kernel/validation.ts";

/** A file's id, also with the `.jpg` that ends the addresses of papers on the wire (Q64). */
const fileId = z.preprocess((sent) => (typeof sent === "string" ? sent.replace(/\.jpg$/i, "") : sent), id);

/**
 * A stored document or picture by its id: pictures of services, banners and posts are public, identity papers only for
 * their center and for admins who gave their password in the last ten minutes (fixed point 27).
 */
export const loader = publicResource(
  { limit: reads.blob, query: z.object({ id: fileId }) },
  async (_anyone, { id }, door) => {
    const byToken = Boolean(tokenOf(door.request));
    const fresh = (viewer: Actor) => needFreshCall(viewer, door, { byToken, kind: "money" });
    const blob = await withPermittedAsker(door, (asker) => readableDocument(asker, id, fresh));
    return blobResponse(blob, { keep: ["service", "banner", "blog"].includes(blob.ownerKind) });
  },
);
