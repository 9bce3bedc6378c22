import { centerResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { liveStream } from "#app/http/process/live-stream.server.ts";
import { callerOf } from "#modules/kernel/actor.ts";

/** The live stream of one signed-in center: something of its own changed. */
export const loader = centerResource({ can: "desk", limit: reads.stream }, (center, _input, { request, address }) => {
  const { centerId, sessionId } = center;
  return liveStream(request, { topics: [`center:${centerId}`], address, account: callerOf(center)!, sessionId });
});
