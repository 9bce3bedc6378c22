import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit } from "#app/http/doors/use-limit.server.ts";
import {
  assignTechnician,
  broadcastTicket,
  cancelTicket,
  closeTicket,
  noOfferReason,
  paidFor,
} from "#modules/tickets/index.ts";
import { AdminCloseTicket, AssignTechnician, BroadcastTicket, CancelTicket } from "#modules/tickets/shared.ts";
import { type Contract, call } from "../line/call.server.ts";
import { optionalTextRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import { NewTicketShape, newTicket } from "../shapes/booked.ts";
import { TicketShape, ticket } from "../shapes/ticket.ts";
import { assignNames, broadcastConflicts, closingNames, closingRefusals, ticketName } from "./shared-names.ts";

const adminClosingNames = {
  ...closingNames,
  center_id: "centerId",
  "remarks.revisit_remarks": "revisitRemarks",
  revisit_price: "revisitPrice",
};

/** It moves what was paid for the request; above the configured sum that is money. */
const endingPaid = { fresh: "work", moves: paidFor } as const;

const adminClose = () =>
  call({
    as: ["admin"],
    limit: callLimit,
    can: "edit_ticket.full_access",
    summary: "Close a request as an admin; the amount in whole rupees",
    input: wire(adminClosingNames, AdminCloseTicket, closingRefusals),
    run: closeTicket,
    refuses: {
      403: ["ticket.fieldNotSettable"],
      404: ["ticket.notFound"],
      409: ["ticket.alreadyClosed"],
      422: ["close.otherCenter"],
    },
    answer: TicketShape,
    reply: ticket,
    say: "ticket.closed",
    once: "in its transaction",
    ...endingPaid,
  });

/** What admins do with requests (C077, C079–C081, C087). */
export const adminTickets = {
  "POST admin/assigning-ticket-technician": call({
    fresh: "work",
    as: ["admin"],
    limit: callLimit,
    can: "edit_ticket.full_access",
    summary: "Send a technician; gives a request without a center to the technician's one",
    input: wire(assignNames, AssignTechnician, ["form.id"]),
    run: assignTechnician,
    refuses: { 404: ["technician.notFound", "ticket.notFound"] },
    answer: TicketShape,
    reply: ticket,
    say: "ticket.technicianAssigned",
    once: "in its transaction",
  }),
  "POST admin/admin-broadcast": call({
    fresh: none("Asks centers, for no money"),
    as: ["admin"],
    limit: callLimit,
    can: "edit_ticket.full_access",
    summary: "Offer a request to centers that were not asked yet",
    input: wire(ticketName, BroadcastTicket, ["form.id"]),
    run: broadcastTicket,
    refuses: {
      404: ["ticket.notFound"],
      409: broadcastConflicts,
    },
    answer: NewTicketShape.extend({ centers_asked: z.number() }),
    reply: ({ ticket, asked }) => ({ ...newTicket(ticket), centers_asked: asked }),
    say: (done) => noOfferReason(done) ?? "ticket.requestBroadcasted",
    once: "in its transaction",
  }),
  "POST admin/close-ticket": adminClose(),
  "POST admin/close-ticket-by-admin": adminClose(),
  "PUT admin/cancelTickets/{ticketId}": call({
    ...endingPaid,
    as: ["admin"],
    limit: callLimit,
    can: "edit_ticket.full_access",
    scope: "requests:cancel",
    summary: "Cancel a request; a reason becomes its team remarks, a booking fee goes back to its source",
    input: wire({ ticketId: "ticketId", reason: "reason" }, CancelTicket, [...optionalTextRefusals, "form.id"]),
    run: cancelTicket,
    refuses: { 404: ["ticket.notFound"], 409: ["ticket.notCancellable"] },
    answer: z.null(),
    reply: () => null,
    say: "ticket.cancelled",
    once: "in its transaction",
  }),
} satisfies Contract;
