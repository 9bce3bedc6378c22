import { z } from "zod";
import { readForm } from "#app/http/form.server.ts";
import { centerResource } from "#app/http/page.server.ts";
import { invalid } from "#modules/kernel/errors.ts";
import { addOnsitePicture } from "#modules/tickets/index.ts";
import { ticketReference } from "#modules/tickets/shared.ts";

const Which = z.object({ ticketId: ticketReference });

/** One on-site picture, sent by the job completion dialog as soon as it is chosen; its progress can be watched. */
export const action = centerResource({ query: Which }, async (center, { ticketId }, { request }) => {
  const form = await readForm(request, { fileSize: 10 * 1024 * 1024, files: 1 });
  try {
    const upload = form.fields.get("picture")?.at(-1);
    if (!upload || typeof upload === "string") throw invalid("image.missing");
    return Response.json({ id: (await addOnsitePicture(center, { ticketId, upload: upload.path })).id });
  } finally {
    await form.discard();
  }
});
