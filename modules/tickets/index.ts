/**
 * The server interface of the tickets module: booking, matching and accepting; then the work from technician to
 * feedback.
 */

export { answerStillNeeded, type StillNeededOutcome } from "./again/answer-still-needed.ts";
export { rebookPrice, rebookTicket } from "./again/rebook.ts";
export { type Reopening, reopenLog } from "./again/reopen-log.ts";
export { revisitTicket } from "./again/revisit.ts";
export { agreeTime, isAgreeable, type TimesToAgree, timesToAgree, timesToMove } from "./appointments/agree-time.ts";
export { isUnstaffed, lateKinds } from "./appointments/late.ts";
export { isPromiseOver } from "./appointments/missed-since.ts";
export { isTimeChangeOpen } from "./appointments/open-change.ts";
export { type BookingInput, bookTicket } from "./booking/book.ts";
export { type BookingPrice, bookingPrice, priceOf } from "./booking/booking-price.ts";
export { type Booked, bookedBefore } from "./booking/booking-reply.ts";
export {
  type BookedView,
  type BookingState,
  balanceNotCounted,
  bookingState,
  fromBalance,
} from "./booking/booking-state.ts";
export { createCenterTicket } from "./booking/center-ticket.ts";
export { bookedJustNow, type Draft, draftTicket, openDraft, saveDraft } from "./booking/draft.ts";
export { lastBooking } from "./booking/last-booking.ts";
export {
  addNeedPicture,
  draftPicture,
  draftPictures,
  needPicture,
  needPictures,
  removeNeedPicture,
} from "./booking/need-picture.ts";
export { type BookingOutcome, confirmBooking, confirmBookingWithProvider, payBooking } from "./booking/pay-booking.ts";
export { type Unpaid, unpaidOf } from "./booking/unpaid.ts";
export type { Broadcast, BroadcastState, MatchOutcome } from "./broadcast.entity.ts";
export { assignRequests, broadcastRequests, cancelRequests } from "./bulk/act-on-requests.ts";
export { remarkRequests } from "./bulk/remark-requests.ts";
export { cancelOwn, undoCancel } from "./by-customer/cancel-own.ts";
export { type CancelTerms, ownCancelTerms } from "./by-customer/cancel-terms.ts";
export { correctableOf, correctOwn, writeNote } from "./by-customer/correct-own.ts";
export { type DayBoard, dayBoard, type Lane, type Visit, type WithoutTime } from "./day/day-board.ts";
export { freeTechnicians } from "./day/free-technicians.ts";
export {
  type OwnVisit,
  type TechnicianDay,
  type TechnicianVisit,
  technicianDay,
  technicianVisit,
} from "./day/technician-day.ts";
export { createRequest, createRequestOfClient } from "./desk/create-request.ts";
export { knownBefore, type LastAddress, type Twin, twinsOf } from "./desk/known-before.ts";
export { requestFields } from "./desk/request-fields.ts";
export { updateRequest, updateRequestOfClient } from "./desk/update-request.ts";
export { type RequestDetail, requestDetail, requestNews, requestTopic } from "./detail/request-detail.ts";
export type { RequestMoney } from "./detail/request-money.ts";
export type { RequestOffer, RequestReason } from "./detail/request-offers.ts";
export { revealPartnerPhone, revealPhone } from "./detail/reveal-phone.ts";
export {
  type ClientTicketFacts,
  clientTicketChanged,
  codesDue,
  heldFeesWaiting,
  outcomeQuestion,
  startCodeMade,
  stillNeededQuestion,
  technicianAssigned,
  technicianOnTheWay,
  technicianReached,
  technicianWithdrawn,
  ticketAccepted,
  ticketBroadcast,
  ticketCancelled,
  ticketClosed,
  ticketEscalated,
  ticketFeeUnpaid,
  ticketHandedBack,
  ticketMatched,
  ticketRefunded,
  ticketRevisited,
  ticketStillNeeded,
  ticketsChanged,
  timeAgreed,
  timeChangeAnswered,
  timeChangeWanted,
  type UploadFacts,
  uploadEnded,
  visitChanged,
  visitLate,
  visitLinkRequested,
  visitMissed,
  visitUnstaffed,
  waitingOffered,
  waitlistServed,
  windowChosen,
  windowsProposed,
} from "./events.ts";
export { awaitsFeedback, checkFeedbackLink, type FeedbackLinkState, submitFeedback } from "./feedback/feedback.ts";
export { type FeedbackRow, feedbackList, feedbackOfLink } from "./feedback/feedback-list.ts";
export { answersIn } from "./feedback/questions.ts";
export { rateTicket } from "./feedback/rate.ts";
export { type FeeTerms, feeTerms } from "./fees/fee-terms.ts";
export {
  countHeldFees,
  decideHeldFee,
  type HeldFee,
  heldFeeOf,
  heldFeesList,
  heldFeesToDecide,
  remindOfHeldFees,
} from "./fees/held-fees.ts";
export { refundUnaccepted } from "./fees/refund-unaccepted.ts";
export { textColumns } from "./fields/text-columns.ts";
export { readTexts } from "./fields/texts.ts";
export { anyTicket, getTicket, ticketOfLink } from "./get-ticket.ts";
export { clientFactsOf, sentenceOf } from "./history.ts";
export type { HistoryLine } from "./history-words.ts";
export { feeReceipt } from "./invoices/fee-receipt.ts";
export { type Billed, invoiceBuyer, invoiceFacts } from "./invoices/invoice.ts";
export { type InvoiceFacts, invoiceNumber } from "./invoices/invoice-facts.ts";
export { invoiceFile, renderInvoice } from "./invoices/invoice-file.ts";
export { bookingJobs, bookingSchedules } from "./jobs.ts";
export { broadcastMoves, type MoveName, mayMove, moves } from "./lifecycle.ts";
export { type Analysis, analysedUpTo, analyseTickets, type Share } from "./lists/analysis.ts";
export { broadcastedList, centersNewTicketsList, newTicketsList, type OfferedRow } from "./lists/broadcast-list.ts";
export {
  type CenterCounts,
  type CreatedTicket,
  centerFrame,
  centerHome,
  countedUpTo,
  offersCountedUpTo,
  ticketsCreatedNotAssigned,
} from "./lists/center-home.ts";
export { type CenterInsights, centerInsights } from "./lists/center-insights.ts";
export { createdTicketsList, offersList, ticketsList } from "./lists/center-lists.ts";
export { ageBounds, type ClientNumbers, clientNumbers } from "./lists/client-numbers.ts";
export { clientTickets } from "./lists/client-tickets.ts";
export { worded } from "./lists/columns.ts";
export { findAnywhere, type QuickMatches } from "./lists/find.ts";
export {
  allClientRequestsList,
  centerRequestsList,
  clientRequestsList,
  closedList,
  createdElsewhereList,
  noServiceList,
  pendingList,
  requestsList,
} from "./lists/operator-lists.ts";
export type { TicketLine, TicketRow } from "./lists/present.ts";
export {
  countTickets,
  filterCondition as requestsWhere,
  listTicketLines,
  listTickets,
  sumOfTickets,
  type TicketDetail,
  type TicketsFilter,
  ticketDetail,
} from "./lists/queries.ts";
export { type RideRow, ridesList } from "./lists/ride-list.ts";
// Booking, matching, accepting
export {
  type Accepted,
  acceptBroadcast,
  acceptForCenter,
  acceptOrReserve,
  acceptPaid,
  acceptUnpaid,
} from "./matching/accept.ts";
export { type OfferToAnswer, offerToAnswer } from "./matching/answer-for.ts";
export { broadcastTicket, type Matched, matchTicket, noOfferReason } from "./matching/broadcast.ts";
export { type BroadcastRow, listBroadcasts } from "./matching/broadcasts.ts";
export { type CenterForTicket, centersForTicket } from "./matching/centers-for-ticket.ts";
export { centersToAsk } from "./matching/centers-to-ask.ts";
export { type Accepting, acceptingOf } from "./matching/daily-accepts.ts";
export { escalateUnaccepted } from "./matching/escalate.ts";
export { giveBack } from "./matching/give-back.ts";
export { type HandBackTerms, handBack, handBacksOf, handBackTerms } from "./matching/hand-back.ts";
export { type Reason, recomputeReasons, storedReasons } from "./matching/match.ts";
export { type AcceptanceOutcome, checkAcceptance, confirmAcceptance } from "./matching/pay-acceptance.ts";
export { rejectBroadcast, rejectForCenter } from "./matching/reject.ts";
export { expireReservations } from "./matching/reserve.ts";
export {
  funnelSteps,
  hasReached,
  type Reached,
  type RequestSource,
  reachedNames,
  requestSources,
  sourceSql,
} from "./measures.ts";
export { type NobodyCameView, nobodyCameView, sayNobodyCame } from "./missed/nobody-came.ts";
export { visitsWithoutAlert } from "./missed/watch-visits.ts";
export { actAsCustomer, customerOf } from "./of-customer/as-customer.ts";
export { joinWaitlistProven, ownRequestsProven } from "./of-customer/by-phone.ts";
export {
  type ChoicesForCustomer,
  choicesForCustomer,
  type OwnChoices,
  ownChoices,
} from "./of-customer/own-choices.ts";
export { mostOwnRequests, type OwnRequest, type OwnRequests, ownRequests } from "./of-customer/own-requests.ts";
export { type CustomerRequest, requestsOfCustomer } from "./of-customer/requests-of-customer.ts";
export { type CustomerRide, ridesOfCustomer } from "./of-customer/rides-of-customer.ts";
export { type VisitRecord, visitRecordOf } from "./of-customer/visit-record.ts";
export { type ChosenWindow, chooseWindow } from "./other-times/choose.ts";
export { type ProposalForm, proposalForm } from "./other-times/form.ts";
export { proposeForCenter, proposeWindows, withdrawForCenter, withdrawProposal } from "./other-times/propose.ts";
export { answerOutcome, answerOutcomeByLink, answerOutcomeProven } from "./outcome/answer.ts";
export {
  type CaseDetail,
  type CaseLine,
  casesList,
  casesToDecide,
  caseViews,
  countCases,
  getCase,
  openCasesOfPhone,
} from "./outcome/cases.ts";
export { appealCase, decideAppeal, decideCase } from "./outcome/decide-case.ts";
export type { OutcomeAnswer } from "./outcome/outcome.entity.ts";
export { isOutcomeOpen, readOutcomeToken } from "./outcome/question.ts";
export { remindOfOutcomes, settleOutcomes } from "./outcome/settle.ts";
export { answerAbout, type CustomersAnswer, type OutcomeView, outcomeOfLink } from "./outcome/view.ts";
export {
  type VisitBillRow,
  visitBillSupplier,
  visitBillsList,
  visitBillTotals,
  visitBillYears,
} from "./papers/bill-list.ts";
export { feePaperFile } from "./papers/paper-file.ts";
export { type FeePaperRow, feePapersList } from "./papers/paper-list.ts";
export { onsitePictures } from "./pictures/all-pictures.ts";
export { addOnsitePicture, onsitePicture, type StoredFile, technicianPicture } from "./pictures/picture.ts";
export { customerMay, may, needMay, visibleTo } from "./policy.ts";
export { type UsualCost, usualCost, usualCostCached, usualFromCached } from "./prices/usual-cost.ts";
export { choiceFrom } from "./proposals/choice-time.ts";
export type { Proposal } from "./proposals/proposal.entity.ts";
export { isProposalOpen, type ProposalsView } from "./proposals/view.ts";
export { hidesContacts, onlyOf, readingOf, readsHouse } from "./reading.ts";
export { afterPayment, type Returned } from "./rides/after-payment.ts";
export { type BookedRide, bookRide, rideBookedBefore } from "./rides/book-ride.ts";
export { type DaySheet, daySheet, ridesTable } from "./rides/day-sheet.ts";
export { daySheetFile } from "./rides/day-sheet-file.ts";
export { confirmRide, findRide, getRide, payRide, type RideOutcome } from "./rides/pay-ride.ts";
export type { Ride } from "./rides/ride.entity.ts";
export { maySet, type RequestField } from "./rights/field-rights.ts";
export { hasNotBegunSql, hasNotEndedSql, isOpenSql } from "./states/states-sql.ts";
export { askStillNeeded } from "./still-needed/ask.ts";
export { isQuestionOpen, type StillNeededView } from "./still-needed/view.ts";
export type { Ticket } from "./ticket.entity.ts";
export { answerTimeChange, expireTimeChanges } from "./time-changes/answer.ts";
export { changeOwnTime } from "./time-changes/change-own.ts";
export { type OwnTimeChange, ownTimeChange } from "./time-changes/terms.ts";
export { type CalendarFile, visitCalendar } from "./tracking/calendar.ts";
export { SharePicture, sharePicture } from "./tracking/share-picture.server.ts";
export { startJob, statusList } from "./tracking/status-steps.ts";
export { type Tracking, type TrackingDetails, trackTicket } from "./tracking/track.ts";
export { longestWait, type UploadReport, uploadAtOnce, uploadBegun, uploadReport } from "./upload/await-upload.ts";
export { uploadColumns } from "./upload/checked-row.ts";
export { chooseHeading, uploadBeginning } from "./upload/choose-heading.ts";
export { type ColumnName, columnNames, neededColumns } from "./upload/columns.ts";
export { checkUpload } from "./upload/read-upload.ts";
export { uploadChoices, uploadTemplate, uploadTemplateCsv } from "./upload/template.ts";
export { takeBack, undoUpload } from "./upload/undo-upload.ts";
export { uploadResult } from "./upload/upload-file.ts";
export {
  type ListedUpload,
  myUploads,
  type Upload,
  type UploadLine,
  uploadLines,
  uploadView,
} from "./upload/upload-page.ts";
export type { UploadState } from "./upload/upload-row.ts";
export {
  beginStored,
  beginUpload,
  cancelUpload,
  fixRow,
  mapUpload,
  startUpload,
  storeUpload,
} from "./upload/uploads.ts";
export { writeAll } from "./upload/write-upload.ts";
// From the technician to the feedback
export { isReachedSql, logCall, setReached, type WaitAtDoor, waitAtDoorOf } from "./visit/arrival.ts";
export { type Codes, codeTries, readCodes } from "./visit/codes.ts";
export { setOnTheWay } from "./visit/on-the-way.ts";
export { ownCodes } from "./visit/own-codes.ts";
export { requestLink, sendLinkAgain } from "./visit/send-link.ts";
export {
  confirmStart,
  isStartCodeOf,
  ownStartCode,
  readStartCode,
  sendStartCode,
  startState,
  startVisit,
} from "./visit/start-code.ts";
export {
  makeTechnicianLink,
  ownVisitOfLink,
  phoneOfLink,
  requestLinkOtp,
  signInByLink,
  type TechnicianLinkState,
  technicianLinkState,
} from "./visit/technician-link.ts";
export { areCodesOf, sendDueCodes } from "./visit/visit-codes.ts";
export { cancelUndoableUntil } from "./visit-rules/decisions.ts";
export {
  approveVisitRules,
  proposeVisitRules,
  type RuleVersion,
  refuseVisitRules,
  visitRuleVersions,
  withdrawVisitRules,
} from "./visit-rules/propose.ts";
export type { VisitRule } from "./visit-rules/rules-in-force.ts";
export { offerWaitingFor, offerWaitingTo, offerWaitingToAll } from "./waiting/offer-waiting.ts";
export { unservedOn } from "./waiting/unserved-on.ts";
export {
  beforeAll as beforeAllWaiting,
  centersWithWaiting,
  openOffersOfRun,
  roomOf,
  waitingRequestsFor,
} from "./waiting/waiting-requests.ts";
export { clearWaitlist, informWaitlist, joinWaitlist, mostAwaited, servedFor } from "./waitlist/waitlist.ts";
export { assignTechnician, changeTechnician } from "./work/assign.ts";
export { assignCenter } from "./work/assign-center.ts";
export { cancelTicket } from "./work/cancel.ts";
export { closeTicket, completeJob } from "./work/close.ts";
export { closeAbsent } from "./work/close-absent.ts";
export { deleteTicket, undoableUntil, undoDelete, unsettledDeletions } from "./work/delete.ts";
export { type PincodePreview, previewPincode, updatePincode, updateRequirement } from "./work/edit.ts";
export { paidFor, paidForPicked } from "./work/paid-for.ts";
export { reviewPunch } from "./work/punch.ts";
export { recordPayment } from "./work/record-payment.ts";
export { addRemarks } from "./work/remark.ts";
export { broadcastRemarks, onboardingRemarks } from "./work/team-remarks.ts";
export { technicianChoice } from "./work/technician-choice.ts";
