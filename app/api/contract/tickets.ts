import { z } from "zod";
import { getCenter } from "#modules/centers/index.ts";
import { can, need } from "#modules/kernel/actor.ts";
import { invalid, missing } from "#modules/kernel/errors.ts";
import { id as uuid } from "#modules/kernel/validation.ts";
import {
  acceptPaid,
  acceptUnpaid,
  addOnsitePicture,
  addRemarks,
  assignTechnician,
  broadcastTicket,
  changeTechnician,
  closeTicket,
  confirmAcceptance,
  createCenterTicket,
  deleteTicket,
  listBroadcasts,
  listTickets,
  ticketDetail as readTicket,
  rejectBroadcast,
  ticketsCreatedNotAssigned,
} from "#modules/tickets/index.ts";
import {
  AddRemarks,
  AssignTechnician,
  BroadcastRef,
  CenterTicket,
  CheckoutCallback,
  CloseTicket,
  ListBroadcasts,
  TicketQuery,
  TicketRef,
} from "#modules/tickets/shared.ts";
import { type Contract, call } from "../call.server.ts";
import { wire } from "../wire.ts";
import { bookingNames, ticketOnce } from "./booking.ts";
import { center } from "./center-shape.ts";
import { assignNames, closingNames, ticketName } from "./ticket-names.ts";
import { bookedTicket, broadcast, createdTicket, ticket, ticketDetail } from "./ticket-shape.ts";

const broadcastName = { broadcast_obj_id: "broadcastId" };

/** A remark by itself, or as the ticket holds it. */
const remarkNames = {
  ...ticketName,
  "remarks.technician_remarks": "text",
  remarks: "text",
  technician_remarks: "text",
  remark: "text",
};

const listNames = {
  start_date: "from",
  end_date: "to",
  status: "status",
  search: "search",
  after: "after",
  take: "take",
};

const CenterQuery = TicketQuery.extend({ centerId: uuid });

/** What centers and their technicians do with requests. */
export const tickets = {
  "POST center/create-ticket": call({
    as: ["center"],
    summary: "Write down a request as a center; matched at once",
    input: wire({ ...bookingNames, "personal_details.alternate_phone.mobile_number": "alternatePhone" }, CenterTicket),
    run: createCenterTicket,
    reply: ({ ticket }) => bookedTicket(ticket),
    say: "ticket.created",
    once: ticketOnce,
  }),
  "GET center/get-all-ticket": call({
    as: ["center"],
    summary: "The center's requests, newest first; `after` is the `next` of the page before",
    input: wire(listNames, TicketQuery),
    run: listTickets,
    reply: ({ rows }) => rows.map(ticket),
    next: ({ next }) => next,
  }),
  "GET center/get-single-ticket": call({
    as: ["center", "technician"],
    summary: "One request with pictures, remarks, steps and feedback",
    input: wire(ticketName, TicketRef),
    run: (actor, { ticketId }) => readTicket(actor, ticketId),
    reply: ticketDetail,
  }),
  "GET center/get-all-center-ticket/{centerObjId}": call({
    as: ["center", "admin"],
    summary: "The requests of one center; a center only its own",
    input: wire({ centerObjId: "centerId", ...listNames }, CenterQuery),
    run: (actor, query) => {
      if (actor.kind === "center" && actor.centerId !== query.centerId) throw missing("center.notFound");
      if (actor.kind === "admin" && !can(actor, "view_center_ticket")) need(actor, "view_ticket.full_access");
      return listTickets(actor, query);
    },
    reply: ({ rows }) => rows.map(ticket),
    next: ({ next }) => next,
  }),
  "GET center/get-all-tickets-created-not-assigned": call({
    as: ["center"],
    summary: "Requests the center created that another one has, or nobody yet",
    input: wire({ after: "after" }, z.object({ after: z.string().max(100).optional() })),
    run: (center, query) => ticketsCreatedNotAssigned(center, query),
    reply: ({ rows }) => rows.map(createdTicket),
    next: ({ next }) => next,
  }),
  "POST center/close-ticket": call({
    as: ["center"],
    summary: "Close a request; work done needs a picture and the customer's happy or unhappy code",
    input: wire({ ...closingNames, ticket_status: "status", "remarks.over_all_rating": "overAllRating" }, CloseTicket),
    run: closeTicket,
    reply: ticket,
    say: "ticket.closed",
    once: "in its transaction",
  }),
  "POST center/assigning-ticket-technician": call({
    as: ["center"],
    summary: "Send one of the center's technicians",
    input: wire(assignNames, AssignTechnician),
    run: assignTechnician,
    reply: ticket,
    say: "ticket.technicianAssigned",
    once: "in its transaction",
  }),
  "POST center/change-ticket-technician": call({
    as: ["center"],
    summary: "Send another technician instead",
    input: wire(assignNames, AssignTechnician),
    run: changeTechnician,
    reply: ticket,
    say: "ticket.technicianChanged",
    once: "in its transaction",
  }),
  "POST center/add-remarks-ticket": call({
    as: ["center"],
    summary: "Write a remark on a request that is not closed",
    input: wire(remarkNames, AddRemarks),
    run: addRemarks,
    reply: ({ id, text, createdAt }) => ({ _id: id, remark: text, createdAt }),
    say: "remarks.saved",
    once: "in its transaction",
  }),
  "DELETE center/deleteTickets/{ticketId}": call({
    as: ["center"],
    summary: "Delete a pending, unpaid request the center created",
    input: wire({ ticketId: "ticketId" }, TicketRef),
    run: deleteTicket,
    reply: () => null,
    say: "ticket.deleted",
    once: "in its transaction",
  }),
  "GET center/get-all-available-broadcast": call({
    as: ["center"],
    summary: "Requests offered to the center; names, phones and houses come with acceptance",
    input: wire({ status_of_ticket: "status", after: "after" }, ListBroadcasts),
    run: listBroadcasts,
    reply: ({ rows }) => rows.map(broadcast),
    next: ({ next }) => next,
  }),
  "POST center/accepted-broadcast-request": call({
    as: ["center"],
    summary: "Accept a request the customer paid for: from the wallet, or reserved until the payment (amount in paise)",
    input: wire(broadcastName, BroadcastRef),
    run: async (actor, input) => ({ ...(await acceptPaid(actor, input)), center: await getCenter(actor.centerId) }),
    reply: (answer) => ({
      payment_response: answer.accepted ? null : answer.payment,
      paid_from: answer.accepted ? answer.paidFrom : null,
      centerDetails: center(answer.center),
    }),
    say: ({ accepted }) => (accepted ? "broadcast.accepted" : "booking.completePayment"),
    once: "as often as asked",
  }),
  "POST center/accepted-broadcast-request-unpaid-ticket": call({
    as: ["center"],
    summary: "Accept a request nobody paid for",
    input: wire(broadcastName, BroadcastRef),
    run: acceptUnpaid,
    reply: () => null,
    say: "broadcast.accepted",
    once: "in its transaction",
  }),
  "POST center/accept-ticket-after-payment": call({
    as: ["center"],
    summary: "Confirm an acceptance by the checkout's three callback fields",
    input: wire(
      {
        razorpay_order_id: "razorpay_order_id",
        razorpay_payment_id: "razorpay_payment_id",
        razorpay_signature: "razorpay_signature",
      },
      CheckoutCallback,
    ),
    run: confirmAcceptance,
    reply: ({ state, accepted }) => ({ state, accepted }),
    // H7: a payment that is still being confirmed, or came too late and went to the wallet, has accepted nothing.
    failed: ({ accepted }) => !accepted,
    say: ({ message }) => message,
    once: "as often as asked",
  }),
  "POST center/reject-broadCast-technician": call({
    as: ["center"],
    summary: "Refuse an offered request; it is not offered again",
    input: wire(broadcastName, BroadcastRef),
    run: rejectBroadcast,
    reply: () => null,
    say: "broadcast.rejected",
    once: "in its transaction",
  }),
  "POST technicianApp/ticket-broadcast": call({
    as: ["technician", "center", "admin"],
    summary: "Offer a request to centers that were not asked yet",
    input: wire(ticketName, TicketRef),
    run: broadcastTicket,
    reply: () => null,
    say: "ticket.broadcasted",
    once: "in its transaction",
  }),
  "POST technicianApp/upload-ticket-onsite-picture/{ticket}": call({
    as: ["technician", "center"],
    summary: "Send a picture taken on site (multipart, field OnsitePicture)",
    input: wire({ ticket: "ticketId" }, TicketRef),
    file: "OnsitePicture",
    run: (actor, { ticketId, upload }) => {
      if (!upload) throw invalid("close.pictures", { upload: "close.pictures" });
      return addOnsitePicture(actor, { ticketId, upload: upload.path });
    },
    reply: ({ id, createdAt }) => ({ _id: id, createdAt }),
    once: "in its transaction",
  }),
} satisfies Contract;
