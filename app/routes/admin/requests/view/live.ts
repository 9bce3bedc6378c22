import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { liveStream } from "#app/http/process/live-stream.server.ts";
import { requestTopic } from "#modules/tickets/index.ts";
import { ticketReference } from "#modules/tickets/shared.ts";

/** The live stream of an open request, for who may see it. */
export const loader = adminResource(
  { limit: reads.stream, can: "any admin", query: z.object({ ticketId: ticketReference }) },
  async (admin, { ticketId }, { request, address }) =>
    liveStream(request, {
      topics: [await requestTopic(admin, ticketId)],
      address,
      account: `admin:${admin.adminId}`,
      sessionId: admin.sessionId,
    }),
);
