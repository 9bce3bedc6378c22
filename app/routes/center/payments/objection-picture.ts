import { centerResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { type FilesTaken, readForm } from "#app/http/request/form.server.ts";
import { storeObjectionPicture } from "#modules/wallet/index.ts";

const files: FilesTaken = { names: ["picture"], most: 1, bytes: 10 * 1024 * 1024 };

/** Uploads the picture of an objection as soon as it is chosen; the form carries its id. */
export const action = centerResource(
  { can: "owner", limit: reads.upload },
  async (center, _input, { request, address }) => {
    const form = await readForm(request, { files, actor: center, address });
    try {
      const upload = form.fields.get("picture")?.find((value) => typeof value !== "string");
      return Response.json({ id: (await storeObjectionPicture(center, { upload })).pictureId });
    } finally {
      await form.discard();
    }
  },
);
