/** The server face of the tickets: booking, matching, accepting; and the work from the technician to the feedback. */

// Booking, matching, accepting
export { type Accepted, acceptBroadcast, acceptPaid, acceptUnpaid } from "./accept.ts";
export { afterPayment, type Returned } from "./after-payment.ts";
// From the technician to the feedback
export { assignTechnician, changeTechnician } from "./assign.ts";
export { type BookingInput, bookTicket } from "./book.ts";
export { type BookedRide, bookRide, rideBookedBefore } from "./book-ride.ts";
export { type BookingPrice, bookingPrice, priceOf } from "./booking-price.ts";
export { type Booked, bookedBefore } from "./booking-reply.ts";
export { type BookedView, type BookingState, bookingState } from "./booking-state.ts";
export type { Broadcast, BroadcastState, MatchOutcome } from "./broadcast.entity.ts";
export { broadcastTicket, type Matched, matchTicket } from "./broadcast.ts";
export { type BroadcastRow, listBroadcasts } from "./broadcasts.ts";
export { cancelTicket } from "./cancel.ts";
export {
  type CenterCounts,
  type CreatedTicket,
  centerFrame,
  centerHome,
  countedUpTo,
  offersCountedUpTo,
  ticketsCreatedNotAssigned,
} from "./center-home.ts";
export { type CenterInsights, centerInsights } from "./center-insights.ts";
export { createCenterTicket } from "./center-ticket.ts";
export { closeTicket, completeJob } from "./close.ts";
export { type Codes, codeTries, readCodes } from "./codes.ts";
export { type DaySheet, daySheet, type SheetRide } from "./day-sheet.ts";
export { daySheetFile } from "./day-sheet-file.ts";
export { deleteTicket } from "./delete.ts";
export { type Draft, draftTicket, openDraft, saveDraft } from "./draft.ts";
export { escalateUnaccepted } from "./escalate.ts";
export {
  technicianAssigned,
  ticketAccepted,
  ticketBroadcast,
  ticketCancelled,
  ticketClosed,
  ticketEscalated,
  ticketMatched,
  ticketRefunded,
  ticketRevisited,
} from "./events.ts";
export { checkFeedbackLink, type FeedbackLinkState, submitFeedback } from "./feedback.ts";
export { type Billed, invoiceFacts } from "./invoice.ts";
export { type InvoiceFacts, invoiceNumber } from "./invoice-facts.ts";
export { invoiceFile, renderInvoice } from "./invoice-file.ts";
export { bookingJobs, bookingSchedules } from "./jobs.ts";
export { lastBooking } from "./last-booking.ts";
export { createdTicketsList, ticketsList } from "./listed.ts";
export { type Reason, recomputeReasons, storedReasons } from "./match.ts";
export { type AcceptanceOutcome, checkAcceptance, confirmAcceptance } from "./pay-acceptance.ts";
export { type BookingOutcome, confirmBooking, confirmBookingWithProvider, payBooking } from "./pay-booking.ts";
export { confirmRide, findRide, getRide, payRide, type RideOutcome } from "./pay-ride.ts";
export { addOnsitePicture, onsitePicture, type StoredFile, technicianPicture } from "./picture.ts";
export type { TicketLine, TicketRow } from "./present.ts";
export { type DatedBy, listTicketLines, listTickets, type TicketDetail, ticketDetail } from "./queries.ts";
export { rateTicket } from "./rate.ts";
export { rebookPrice, rebookTicket } from "./rebook.ts";
export { refundUnaccepted } from "./refund-unaccepted.ts";
export { rejectBroadcast } from "./reject.ts";
export { addRemarks } from "./remark.ts";
export { expireReservations } from "./reserve.ts";
export { revisitTicket } from "./revisit.ts";
export type { Ride } from "./ride.entity.ts";
export { startJob, statusList } from "./status-steps.ts";
export type { Ticket } from "./ticket.entity.ts";
export { type Tracking, type TrackingDetails, trackTicket } from "./track.ts";
export { getTicket, ticketOfLink, visibleTo } from "./visible.ts";
