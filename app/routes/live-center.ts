import { liveStream } from "#app/http/live-stream.server.ts";
import { centerResource } from "#app/http/page.server.ts";

/** News for one signed-in center: something of its own changed. */
export const loader = centerResource(({ centerId, sessionId }, _input, { request, address }) =>
  liveStream(request, { topics: [`center:${centerId}`], address, sessionId }),
);
