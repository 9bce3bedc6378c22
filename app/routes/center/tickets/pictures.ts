import { z } from "zod";
import { centerResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { type FilesTaken, readForm } from "#app/http/request/form.server.ts";
import { invalid } from "#modules/kernel/errors.ts";
import { addOnsitePicture } from "#modules/tickets/index.ts";
import { ticketReference } from "#modules/tickets/shared.ts";

const Which = z.object({ ticketId: ticketReference });

const files: FilesTaken = { names: ["picture"], most: 1, bytes: 10 * 1024 * 1024 };

/** Uploads one on-site picture as soon as it is chosen; the job completion dialog shows its progress. */
export const action = centerResource(
  { can: "desk", limit: reads.upload, query: Which },
  async (center, { ticketId }, { request, address }) => {
    const form = await readForm(request, { files, actor: center, address });
    try {
      const upload = form.fields.get("picture")?.at(-1);
      if (!upload || typeof upload === "string") throw invalid("image.missing");
      return Response.json({ id: (await addOnsitePicture(center, { ticketId, upload: upload.path })).id });
    } finally {
      await form.discard();
    }
  },
);
