import { z } from "zod";
import { publicResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { liveStream } from "#app/http/process/live-stream.server.ts";
import { publicId } from "#modules/kernel/validation.ts";

/** The live stream of one ticket, for anyone with its link; it only says that something changed. */
export const loader = publicResource(
  { limit: reads.stream, query: z.object({ id: publicId }) },
  (_anyone, { id }, { request, address }) => liveStream(request, { topics: [`ticket:${id}`], address }),
);
