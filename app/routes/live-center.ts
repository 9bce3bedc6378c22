import { liveStream } from "#app/http/live-stream.server.ts";
import { centerResource } from "#app/http/page.server.ts";

/** News for one signed-in center: something of its own changed. */
export const loader = centerResource((center, _input, { request }) =>
  liveStream(request, [`center:${center.centerId}`], center.sessionId),
);
