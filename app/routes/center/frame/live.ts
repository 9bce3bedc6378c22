import { centerResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { liveStream } from "#app/http/process/live-stream.server.ts";

/** The live stream of one signed-in center: something of its own changed. */
export const loader = centerResource(
  { can: "desk", limit: reads.stream },
  ({ centerId, sessionId }, _input, { request, address }) =>
    liveStream(request, { topics: [`center:${centerId}`], address, account: `center:${centerId}`, sessionId }),
);
