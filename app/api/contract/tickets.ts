import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { getCenter } from "#modules/centers/index.ts";
import { isDesk } from "#modules/kernel/actor.ts";
import { invalid, missing } from "#modules/kernel/errors.ts";
import { cursor, id as uuid } from "#modules/kernel/validation.ts";
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
  handBack,
  listBroadcasts,
  listTickets,
  needMay,
  noOfferReason,
  ticketDetail as readTicket,
  recordPayment,
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
  HandBackTicket,
  ListBroadcasts,
  RecordPayment,
  TicketQuery,
  TicketRef,
} from "#modules/tickets/shared.ts";
import { moment } from "../line/answer.ts";
import { type Contract, call } from "../line/call.server.ts";
import {
  listRefusals,
  optionalTextRefusals,
  pictureRefusals,
  textRefusals,
  visitTimeRefusals,
} from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import { NewTicketShape, newTicket, PaymentShape } from "../shapes/booked.ts";
import { BroadcastShape, broadcast } from "../shapes/broadcast.ts";
import { CenterShape, center, centerOfDesk } from "../shapes/center.ts";
import {
  CreatedTicketShape,
  createdTicket,
  TicketDetailShape,
  TicketShape,
  ticket,
  ticketDetail,
} from "../shapes/ticket.ts";
import { bookingNames, ticketOnce } from "./booking.ts";
import {
  assignNames,
  broadcastConflicts,
  callbackNames,
  closingNames,
  closingRefusals,
  ticketName,
} from "./shared-names.ts";

const broadcastName = { broadcast_obj_id: "broadcastId" };

/** A remark's fields, flat or nested as in the ticket. */
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
    as: ["center", "desk"],
    limit: callLimit,
    summary: "Write down a request as a center; matched at once",
    input: wire({ ...bookingNames, "personal_details.alternate_phone.mobile_number": "alternatePhone" }, CenterTicket, [
      ...optionalTextRefusals,
      ...visitTimeRefusals,
      "form.email",
      "form.id",
      "form.phone",
      "form.pincode",
      "form.state",
    ]),
    run: createCenterTicket,
    refuses: { 503: ["booking.notYet"] },
    answer: NewTicketShape,
    reply: ({ ticket }) => newTicket(ticket),
    say: "ticket.created",
    once: ticketOnce,
  }),
  "GET center/get-all-ticket": call({
    as: ["center", "desk"],
    limit: reads.own,
    summary: "The center's requests, newest first; `after` is the `next` of the page before",
    input: wire(listNames, TicketQuery, [...optionalTextRefusals, ...listRefusals]),
    run: listTickets,
    answer: z.array(TicketShape),
    reply: ({ rows }) => rows.map(ticket),
    next: ({ next }) => next,
  }),
  "GET center/get-single-ticket": call({
    as: ["center", "desk", "technician"],
    limit: reads.own,
    summary: "One request with pictures, remarks, steps and feedback",
    input: wire(ticketName, TicketRef, ["form.id"]),
    run: (actor, { ticketId }) => readTicket(actor, ticketId),
    refuses: { 404: ["ticket.notFound"] },
    answer: TicketDetailShape,
    reply: ticketDetail,
  }),
  "GET center/get-all-center-ticket/{centerObjId}": call({
    as: ["center", "desk", "admin"],
    can: "any admin",
    limit: reads.own,
    summary: "The requests of one center; a center only its own",
    input: wire({ centerObjId: "centerId", ...listNames }, CenterQuery, [
      ...optionalTextRefusals,
      ...listRefusals,
      "form.id",
    ]),
    run: (actor, query) => {
      if (actor.kind === "center" && actor.centerId !== query.centerId) throw missing("center.notFound");
      needMay(actor, "seeRequestsOfCenter");
      return listTickets(actor, query);
    },
    refuses: { 404: ["center.notFound"] },
    answer: z.array(TicketShape),
    reply: ({ rows }) => rows.map(ticket),
    next: ({ next }) => next,
  }),
  "GET center/get-all-tickets-created-not-assigned": call({
    as: ["center", "desk", "admin"],
    can: "view_pending_ticket",
    limit: reads.own,
    summary: "Requests a center created that another one has, or nobody yet; for admins those of all centers",
    input: wire({ after: "after" }, z.object({ after: cursor }), ["form.cursor"]),
    run: (actor, query) => ticketsCreatedNotAssigned(actor, query),
    answer: z.array(CreatedTicketShape),
    reply: ({ rows }) => rows.map(createdTicket),
    next: ({ next }) => next,
  }),
  "POST center/close-ticket": call({
    as: ["center", "desk"],
    limit: callLimit,
    summary: "Close a request; work done needs a picture and the customer's happy or unhappy code",
    input: wire(
      { ...closingNames, ticket_status: "status", "remarks.over_all_rating": "overAllRating" },
      CloseTicket,
      closingRefusals,
    ),
    run: closeTicket,
    refuses: { 404: ["ticket.notFound"], 409: ["ticket.alreadyClosed"], 422: ["close.codeWrong", "close.pictures"] },
    answer: TicketShape,
    reply: ticket,
    say: "ticket.closed",
    once: "in its transaction",
  }),
  "POST center/assigning-ticket-technician": call({
    as: ["center", "desk"],
    limit: callLimit,
    summary: "Send one of the center's technicians",
    input: wire(assignNames, AssignTechnician, ["form.id"]),
    run: assignTechnician,
    refuses: {
      404: ["technician.notFound", "ticket.notFound"],
      409: ["technician.busy", "technician.notAuthorized", "ticket.ended", "ticket.hasTechnician"],
    },
    answer: TicketShape,
    reply: ticket,
    say: "ticket.technicianAssigned",
    once: "in its transaction",
  }),
  "POST center/change-ticket-technician": call({
    as: ["center", "desk"],
    limit: callLimit,
    summary: "Send another technician instead",
    input: wire(assignNames, AssignTechnician, ["form.id"]),
    run: changeTechnician,
    refuses: {
      404: ["technician.notFound", "ticket.notFound"],
      409: ["technician.busy", "technician.notAuthorized", "ticket.ended"],
    },
    answer: TicketShape,
    reply: ticket,
    say: "ticket.technicianChanged",
    once: "in its transaction",
  }),
  "PUT center/tickets/{id}/hand-back": call({
    as: ["center", "desk"],
    limit: callLimit,
    summary:
      "Hand an accepted job back before a start, with one of five reasons; free within 15 minutes of accepting, three times in 30 days",
    input: wire({ id: "ticketId", reason: "reason", free: "free" }, HandBackTicket, ["form.choice", "form.id"]),
    run: handBack,
    refuses: {
      404: ["ticket.notFound"],
      409: ["handBack.notAccepted", "handBack.notFree", "handBack.notFreeLead", "handBack.started"],
    },
    answer: z.strictObject({ free: z.boolean().describe("Whether the lead price went back and it is not counted") }),
    reply: ({ free }) => ({ free }),
    say: "handBack.done",
    once: "in its transaction",
  }),
  "PUT center/tickets/{id}/paid": call({
    fresh: "work",
    as: ["center", "desk", "admin"],
    can: "edit_ticket.full_access",
    limit: callLimit,
    summary: "Enter the reference of an online payment, once, of a request that was closed as not yet paid",
    input: wire({ id: "ticketId", payment_reference: "paymentReference" }, RecordPayment, [
      "form.id",
      "jobPayment.reference",
    ]),
    run: recordPayment,
    refuses: { 404: ["ticket.notFound"], 409: ["jobPayment.notClosed", "jobPayment.recordedBefore"] },
    answer: TicketShape,
    reply: ticket,
    say: "jobPayment.recorded",
    once: "in its transaction",
  }),
  "POST center/add-remarks-ticket": call({
    as: ["center", "desk"],
    limit: callLimit,
    summary: "Write a remark on a request that is not closed",
    input: wire(remarkNames, AddRemarks, [...textRefusals, "form.id", "remarks.empty"]),
    run: addRemarks,
    refuses: { 404: ["ticket.notFound"], 409: ["remarks.closed"] },
    answer: z.strictObject({ _id: z.string(), remark: z.string(), createdAt: moment }),
    reply: ({ id, text, createdAt }) => ({ _id: id, remark: text, createdAt }),
    say: "remarks.saved",
    once: "in its transaction",
  }),
  "DELETE center/deleteTickets/{ticketId}": call({
    as: ["center", "desk"],
    limit: callLimit,
    summary: "Delete a pending, unpaid request the center created",
    input: wire({ ticketId: "ticketId" }, TicketRef, ["form.id"]),
    run: deleteTicket,
    refuses: { 404: ["ticket.notFound"] },
    answer: z.null(),
    reply: () => null,
    say: "ticket.deleted",
    once: "in its transaction",
  }),
  "GET center/get-all-available-broadcast": call({
    as: ["center", "desk"],
    limit: reads.own,
    summary: "Requests offered to the center; names, phones and houses come with acceptance",
    input: wire({ status_of_ticket: "status", after: "after" }, ListBroadcasts, ["form.choice", "form.cursor"]),
    run: listBroadcasts,
    answer: z.array(BroadcastShape),
    reply: ({ rows }) => rows.map(broadcast),
    next: ({ next }) => next,
  }),
  "POST center/accepted-broadcast-request": call({
    as: ["center", "desk"],
    limit: callLimit,
    summary: "Accept a request the customer paid for: from the wallet, or reserved until the payment (amount in paise)",
    input: wire(broadcastName, BroadcastRef, ["form.id"]),
    run: async (actor, input) => ({
      ...(await acceptPaid(actor, input)),
      center: await getCenter(actor.centerId),
      ofDesk: isDesk(actor),
    }),
    refuses: {
      404: ["broadcast.notFound"],
      409: ["broadcast.noWindows", "broadcast.reserved", "broadcast.windowFull"],
    },
    answer: z.strictObject({
      payment_response: PaymentShape.omit({ order_id: true })
        .extend({ id: z.string(), reserved_until: moment })
        .nullable(),
      paid_from: z.string().nullable(),
      centerDetails: CenterShape,
    }),
    reply: (answer) => ({
      payment_response: answer.accepted ? null : answer.payment,
      paid_from: answer.accepted ? answer.paidFrom : null,
      centerDetails: answer.ofDesk ? centerOfDesk(answer.center) : center(answer.center),
    }),
    say: ({ accepted }) => (accepted ? "broadcast.accepted" : "booking.completePayment"),
    once: "as often as asked",
  }),
  "POST center/accepted-broadcast-request-unpaid-ticket": call({
    as: ["center", "desk"],
    limit: callLimit,
    summary: "Accept a request nobody paid for",
    input: wire(broadcastName, BroadcastRef, ["form.id"]),
    run: acceptUnpaid,
    refuses: {
      404: ["broadcast.notFound"],
      409: ["broadcast.capacity", "broadcast.noWindows", "broadcast.payFirst", "broadcast.windowFull"],
    },
    answer: z.null(),
    reply: () => null,
    say: "broadcast.accepted",
    once: "in its transaction",
  }),
  "POST center/accept-ticket-after-payment": call({
    as: ["center", "desk"],
    limit: callLimit,
    summary: "Confirm an acceptance by the checkout's three callback fields",
    input: wire(callbackNames, CheckoutCallback, textRefusals),
    run: confirmAcceptance,
    refuses: { 404: ["payment.missing"], 422: ["payment.notProven"] },
    answer: z.strictObject({ state: z.string(), accepted: z.boolean() }),
    reply: ({ state, accepted }) => ({ state, accepted }),
    // H7: a payment still being confirmed, or credited to the wallet because it came too late, accepts nothing.
    failed: ({ accepted }) => !accepted,
    say: ({ message }) => message,
    once: "as often as asked",
  }),
  "POST center/reject-broadCast-technician": call({
    as: ["center", "desk"],
    limit: callLimit,
    summary: "Refuse an offered request; it is not offered again",
    input: wire(broadcastName, BroadcastRef, ["form.id"]),
    run: rejectBroadcast,
    refuses: { 404: ["broadcast.notFound"], 409: ["broadcast.acceptedAlready"] },
    answer: z.null(),
    reply: () => null,
    say: "broadcast.rejected",
    once: "in its transaction",
  }),
  // R178: it answers whether it was done, and nothing of the request.
  "POST technicianApp/ticket-broadcast": call({
    fresh: none("Asks centers, for no money"),
    as: ["technician", "center", "desk", "admin"],
    can: "edit_ticket.full_access",
    limit: callLimit,
    summary: "Offer a request to centers that were not asked yet",
    input: wire(ticketName, TicketRef, ["form.id"]),
    run: broadcastTicket,
    refuses: {
      404: ["ticket.notFound"],
      409: broadcastConflicts,
    },
    answer: z.null(),
    reply: () => null,
    say: (done) => noOfferReason(done) ?? "ticket.broadcasted",
    once: "in its transaction",
  }),
  "POST technicianApp/upload-ticket-onsite-picture/{ticket}": call({
    as: ["technician", "center", "desk"],
    limit: callLimit,
    summary: "Send a picture taken on site (multipart, field OnsitePicture)",
    input: wire({ ticket: "ticketId" }, TicketRef, ["form.id"]),
    file: "OnsitePicture",
    run: (actor, { ticketId, upload }) => {
      if (!upload) throw invalid("close.pictures", { upload: "close.pictures" });
      return addOnsitePicture(actor, { ticketId, upload: upload.path });
    },
    refuses: { 404: ["ticket.notFound"], 409: ["ticket.ended"], 422: [...pictureRefusals, "close.pictures"] },
    answer: z.strictObject({ _id: z.string(), createdAt: moment }),
    reply: ({ id, createdAt }) => ({ _id: id, createdAt }),
    once: "in its transaction",
  }),
} satisfies Contract;
