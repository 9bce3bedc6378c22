import { z } from "zod";
import { centerResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { type FilesTaken, readForm } from "#app/http/request/form.server.ts";
import { storeTechnicianImage } from "#modules/centers/index.ts";
import { technicianImages } from "#modules/centers/shared.ts";

const Which = z.object({ kind: z.enum(technicianImages, "form.choice") });

const files: FilesTaken = { names: ["image"], most: 1, bytes: 10 * 1024 * 1024 };

/** Uploads one picture of a technician as soon as it is chosen; the form shows its progress (R158). */
export const action = centerResource(
  { can: "owner", limit: reads.upload, query: Which },
  async (center, { kind }, { request, address }) => {
    const form = await readForm(request, { files, actor: center, address });
    try {
      const upload = form.fields.get("image")?.find((value) => typeof value !== "string");
      return Response.json({ id: (await storeTechnicianImage(center, { kind, upload })).blobId });
    } finally {
      await form.discard();
    }
  },
);
