import { adminResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { liveStream } from "#app/http/process/live-stream.server.ts";

/** The live stream of the admin console: a request was made or changed, or the admin's own file or bulk act progressed. */
export const loader = adminResource(
  { limit: reads.stream, can: "any admin" },
  ({ adminId, sessionId }, _input, { request, address }) =>
    liveStream(request, { topics: ["requests", `admin:${adminId}`], address, account: `admin:${adminId}`, sessionId }),
);
