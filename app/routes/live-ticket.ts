import { z } from "zod";
import { liveStream } from "#app/http/live-stream.server.ts";
import { publicResource } from "#app/http/page.server.ts";

/** News of one ticket for whoever holds its link; it says only that something changed. */
export const loader = publicResource(
  { query: z.object({ id: z.string().regex(/^[\w-]{20,30}$/) }) },
  (_anyone, { id }, { request, address }) => liveStream(request, { topics: [`ticket:${id}`], address }),
);
