import { z } from "zod";
import { readForm } from "#app/http/form.server.ts";
import { centerResource } from "#app/http/page.server.ts";
import { storeTechnicianImage } from "#modules/centers/index.ts";
import { technicianImages } from "#modules/centers/shared.ts";

const Which = z.object({ kind: z.enum(technicianImages, "form.choice") });

/** One picture of a technician, sent by the form as soon as it is chosen; its progress can be watched (R158). */
export const action = centerResource({ query: Which }, async (center, { kind }, { request }) => {
  const form = await readForm(request, { fileSize: 10 * 1024 * 1024, files: 1 });
  try {
    const upload = form.fields.get("image")?.find((value) => typeof value !== "string");
    return Response.json({ id: (await storeTechnicianImage(center, { kind, upload })).blobId });
  } finally {
    await form.discard();
  }
});
