import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { findLimit } from "#app/http/doors/use-limit.server.ts";
import type { Entry, FindResult } from "#app/ui/frame/find.ts";
import { text } from "#modules/kernel/validation.ts";
import { findAnywhere } from "#modules/tickets/index.ts";

const FindQuery = z.object({ q: text(60) });

/** What the console's search finds for a few typed letters; of each kind a few, masked as in the lists. */
export const loader = adminResource(
  { can: "view_ticket.full_access", limit: findLimit, query: FindQuery },
  async (admin, { q }) => {
    const { requests, centers, technicians } = await findAnywhere(admin, q);
    const result: FindResult = {
      requests: requests.map(({ id, number, name, service }) => ({
        to: `/view-ticket?ticketId=${id}`,
        strong: number,
        label: name,
        hint: service.name,
      })),
      centers: centers.map(requestsOf),
      technicians: technicians.map(requestsOf),
    };
    return Response.json(result);
  },
);

/** A center or technician, which leads to the requests that its code or name finds. */
const requestsOf = ({ name, code }: { name: string; code: string | null }): Entry => ({
  to: `/Tickets?${new URLSearchParams({ search: code ?? name, days: "all" })}`,
  label: name,
  hint: code,
});
