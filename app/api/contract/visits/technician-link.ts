import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit } from "#app/http/doors/use-limit.server.ts";
import { sendLinkAgain } from "#modules/tickets/index.ts";
import { TicketRef } from "#modules/tickets/shared.ts";
import { type Contract, call } from "../../line/call.server.ts";
import { wire } from "../../line/wire.ts";

/* The link with which a technician opens a visit. */

export const technicianLink = {
  "POST center/tickets/{id}/technician-link": call({
    own: true,
    fresh: none("Sends a link to the technician alone, for no money"),
    as: ["center", "desk", "admin"],
    can: "edit_ticket.full_access",
    limit: callLimit,
    summary:
      "Send the link to an open visit again to the phone of its technician; a center twice a day for a request, operators once",
    input: wire({ id: "ticketId" }, TicketRef, ["form.id"]),
    run: sendLinkAgain,
    refuses: { 404: ["ticket.notFound"], 409: ["ticket.ended", "ticket.noTechnician"] },
    answer: z.null(),
    reply: () => null,
    say: "center.sendLink.sent",
    once: "in its transaction",
  }),
} satisfies Contract;
