import { z } from "zod";
import { forWhoeverMay } from "#app/http/asker.server.ts";
import { sendBlob } from "#app/http/download.server.ts";
import { publicResource } from "#app/http/page.server.ts";
import { readableDocument } from "#modules/centers/index.ts";

/** A stored document or picture by its id: services' pictures for all, identity papers only for their center. */
export const loader = publicResource({ query: z.object({ id: z.uuid() }) }, async (_anyone, { id }, door) => {
  const blob = await forWhoeverMay(door, (asker) => readableDocument(asker, id));
  return sendBlob(blob, { keep: blob.ownerKind === "service" });
});
