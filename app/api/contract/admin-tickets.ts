import { assignTechnician, broadcastTicket, cancelTicket, closeTicket } from "#modules/tickets/index.ts";
import { AdminCloseTicket, AssignTechnician, CancelTicket, TicketRef } from "#modules/tickets/shared.ts";
import { type Contract, call } from "../call.server.ts";
import { wire } from "../wire.ts";
import { assignNames, closingNames, ticketName } from "./ticket-names.ts";
import { bookedTicket, ticket } from "./ticket-shape.ts";

const adminClosingNames = { ...closingNames, "remarks.revisit_remarks": "revisitRemarks" };

const adminClose = () =>
  call({
    as: ["admin"],
    can: "edit_ticket.full_access",
    summary: "Close a request as an admin; the amount in whole rupees",
    input: wire(adminClosingNames, AdminCloseTicket),
    run: closeTicket,
    reply: ticket,
    say: "ticket.closed",
    once: "in its transaction",
  });

/** What admins do with requests. */
export const adminTickets = {
  "POST admin/assigning-ticket-technician": call({
    as: ["admin"],
    can: "edit_ticket.full_access",
    summary: "Send a technician; gives a request without a center to the technician's one",
    input: wire(assignNames, AssignTechnician),
    run: assignTechnician,
    reply: ticket,
    say: "ticket.technicianAssigned",
    once: "in its transaction",
  }),
  "POST admin/admin-broadcast": call({
    as: ["admin"],
    can: "edit_ticket.full_access",
    summary: "Offer a request to centers that were not asked yet",
    input: wire(ticketName, TicketRef),
    run: broadcastTicket,
    reply: ({ ticket, asked }) => ({ ...bookedTicket(ticket), centers_asked: asked }),
    say: "ticket.requestBroadcasted",
    once: "in its transaction",
  }),
  "POST admin/close-ticket": adminClose(),
  "POST admin/close-ticket-by-admin": adminClose(),
  "PUT admin/cancelTickets/{ticketId}": call({
    as: ["admin"],
    can: "edit_ticket.full_access",
    summary: "Cancel a request; a booking fee goes back to its source",
    input: wire({ ticketId: "ticketId", reason: "reason" }, CancelTicket),
    run: cancelTicket,
    reply: () => null,
    say: "ticket.cancelled",
    once: "in its transaction",
  }),
} satisfies Contract;
