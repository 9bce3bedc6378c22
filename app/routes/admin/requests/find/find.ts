import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { findLimit } from "#app/http/doors/use-limit.server.ts";
import type { FindResult } from "#app/ui/frame/find.ts";
import { text } from "#modules/kernel/validation.ts";
import { findAnywhere } from "#modules/tickets/index.ts";

const FindQuery = z.object({ q: text(60) });

/** What the console's search finds for a few typed letters; of each kind a few, masked as in the lists. */
export const loader = adminResource(
  { can: "view_ticket.full_access", limit: findLimit, query: FindQuery },
  async (admin, { q }) => {
    const { requests, centers, technicians } = await findAnywhere(admin, q);
    const matches: FindResult = {
      requests: requests.map(({ id, number, name, displayedStatus, service }) => ({
        id,
        number,
        name,
        status: displayedStatus,
        service: service.name,
      })),
      centers,
      technicians,
    };
    return Response.json(matches);
  },
);
