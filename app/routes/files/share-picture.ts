import { publicResource } from "#app/http/doors/page.server.ts";
import { fileLimit } from "#app/http/doors/use-limit.server.ts";
import { SharePicture, sharePicture } from "#modules/tickets/index.ts";

/** The picture of a shared tracking link: a service and a state, the same for every request that is in it. */
export const loader = publicResource({ limit: fileLimit, query: SharePicture }, async (_anyone, shown) => {
  const picture = await sharePicture(shown);
  return new Response(new Uint8Array(picture), {
    headers: { "content-type": "image/png", "cache-control": "public, max-age=86400" },
  });
});
