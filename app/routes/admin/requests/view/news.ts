import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { tallyLimit } from "#app/http/doors/use-limit.server.ts";
import { id, lenient } from "#modules/kernel/validation.ts";
import { requestNews } from "#modules/tickets/index.ts";
import { ticketReference } from "#modules/tickets/shared.ts";

const NewsQuery = z.object({ ticketId: ticketReference, since: lenient(id) });

/** What happened to an open request since the newest line its page shows. */
export const loader = adminResource({ can: "any admin", query: NewsQuery, limit: tallyLimit }, async (admin, query) =>
  Response.json({ lines: await requestNews(admin, query) }),
);
