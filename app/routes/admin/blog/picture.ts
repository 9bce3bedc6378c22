import { adminResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { blogPermission, storeBlogPicture } from "#modules/catalog/index.ts";
import { pictureFiles } from "./picture-files.ts";

/** Uploads the picture of a post as soon as it is chosen; the form carries its id. */
export const action = adminResource({ limit: reads.upload, can: blogPermission }, async (admin, _input, door) => {
  const form = await readForm(door.request, { files: pictureFiles, actor: admin, address: door.address });
  try {
    const upload = form.fields.get("picture")?.find((value) => typeof value !== "string");
    return Response.json({ id: (await storeBlogPicture(admin, { upload })).pictureId });
  } finally {
    await form.discard();
  }
});
