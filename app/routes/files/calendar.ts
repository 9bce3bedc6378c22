import { z } from "zod";
import { publicResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { visitCalendar } from "#modules/tickets/index.ts";
import { ticketReference } from "#modules/tickets/shared.ts";

/** The visit of a request for the calendar of whoever has its link. */
export const loader = publicResource(
  { limit: reads.blob, query: z.object({ ticketId: ticketReference }) },
  async (anyone, { ticketId }, door) => {
    const { name, text } = await visitCalendar(anyone, ticketId, door.locale);
    return new Response(text, {
      headers: {
        "content-type": "text/calendar; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
        "cache-control": "private, no-store",
      },
    });
  },
);
