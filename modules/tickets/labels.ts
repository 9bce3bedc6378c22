/** Pure display rules of a ticket, without I/O; shared by pages, API, exports and the command line. */

import { closureRemarks, notVisited } from "./closure-remarks.ts";

export { type ClosureRemark, closureRemarks, notVisited } from "./closure-remarks.ts";
export { type JobPrice, jobPrice } from "./job-price.ts";

/** What a decision does with the booking fee: earned, returned, or nothing, where there is no fee to decide about. */
export const caseDecisions = ["earned", "returned", "none"] as const;
export type CaseDecision = (typeof caseDecisions)[number];

/** Why a customer cancels; optional. */
export const cancelReasons = [
  "works_again",
  "someone_else",
  "nobody_home",
  "too_expensive",
  "by_mistake",
  "other",
] as const;

/** What a customer may choose when nobody came. */
export const missedChoices = ["wait", "move", "other_center", "end"] as const;
export type MissedChoice = (typeof missedChoices)[number];

/** R214: the stored statuses of a request; the last two come from a punch review. */
export const ticketStatuses = ["PENDING", "ACCEPTED", "VERIFIED", "CLOSED", "CANCEL", "ON_HOLD", "REJECT"] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** R216: how a request came to its center; null while it was not offered. */
export const broadcastStatuses = ["matched_in_same_center", "broadcasted", "accepted after broadcast"] as const;
export type BroadcastStatus = (typeof broadcastStatuses)[number];

/** The states of a broadcast: an offer of one ticket to one center. */
export const broadcastStates = ["PENDING", "RESERVED", "ACCEPTED", "REJECTED", "TAKEN", "CLOSED"] as const;
export type BroadcastState = (typeof broadcastStates)[number];

/** R215: who created a request, and by which kind of printed code. */
export const ticketCreators = [
  "PUBLIC",
  "PUBLIC_APP",
  "PUBLIC_WITH_CENTER_QR",
  "PUBLIC_WITH_DELAR_QR",
  "CENTER",
  "SUPER_ADMIN",
] as const;
export type TicketCreatedBy = (typeof ticketCreators)[number];

/** R169: payment methods of the job completion; default Online. */
export const paymentTypes = ["Online", "Cash"] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** R168: rating choices of the job completion; default Good. */
export const ratingChoices = ["Very Bad", "Bad", "Decent", "Good", "Very Good"] as const;

/** The lists a center's dashboard counts and opens: number and list read the same filter. */
export const homeLists = {
  pending: { status: "open" },
  withoutTechnician: { status: "open", assigned: "no" },
  closed: { status: "CLOSED" },
} as const;

/** Whether a closure remark says that the work was done: it needs a picture and a code (fixed point 3). */
export const workDone = (remark: string) => remark.startsWith("Visit Done, Work Completed");

/** Why a center hands a job back. */
export const handBackReasons = ["too_far", "no_technician", "no_parts", "customer_unreachable", "other_work"] as const;
/** As it is stored: also of one that its customer took from a center that did not come. */
export type HandBackReason = (typeof handBackReasons)[number] | "nobody_came";

/** Why a customer is asked whether a request is still needed: it was not visited, or no center accepted it. */
export const stillNeededReasons = ["not_visited", "waiting"] as const;
export type StillNeededReason = (typeof stillNeededReasons)[number];

export const stillNeededAnswers = ["yes", "no"] as const;
export type StillNeededAnswer = (typeof stillNeededAnswers)[number];

/** What became of the question; `over`: the request changed before an answer. */
export const stillNeededStates = ["open", ...stillNeededAnswers, "expired", "over"] as const;
export type StillNeededState = (typeof stillNeededStates)[number];

/**
 * How long the question can be answered, how long the yes of a waiting request counts, and how many questions about one
 * may go unanswered before none is asked any more.
 */
export const stillNeededRules = { answerDays: 7, yesHours: 24, unanswered: 3 } as const;

/** When a held booking fee is refunded, and when it is earned (fixed point 8), as its terms list it. */
export const feeReturnedWhen = ["cancelled", "byOperator", "notVisited", "silent", "noCenter", "notAccepted"] as const;
export const feeEarnedWhen = ["code", "answer", "cancelledLate"] as const;

type Closed = { closeRemarks?: string | null | undefined; closingPricePaise?: number | null | undefined };

/** Whether a closed request has a bill: none for a visit that did not happen, unless an admin set a price for it. */
export const hasBill = ({ closeRemarks, closingPricePaise }: Closed) =>
  closeRemarks !== notVisited || (closingPricePaise ?? 0) > 0;

/**
 * Whether a closed request can be visited again free of charge: not after one of the remarks that no work was done. An
 * admin's own words count as work done.
 */
export const workWasDone = ({ closeRemarks }: Pick<Closed, "closeRemarks">) => {
  const remark = closureRemarks.find((each) => each === closeRemarks);
  return !remark || workDone(remark);
};

type Shown = { status: TicketStatus; broadcastStatus: BroadcastStatus | null; technicianId: string | null };

/** The displayed request status of the center area (R198–R202). */
export function displayedStatus({ status, broadcastStatus, technicianId }: Shown) {
  const accepted = status === "ACCEPTED" || (status === "PENDING" && broadcastStatus === "matched_in_same_center");
  if (!accepted) return status;
  return technicianId ? "Technician Assigned" : "Technician Not Assigned";
}

type Labelled = {
  serviceAvailable: boolean;
  broadcastStatus: BroadcastStatus | null;
  createdBy: TicketCreatedBy;
  isPaidByPublic: boolean;
};

/** The broadcast label; the first rule that matches decides (R205–R213, Q27–Q29). */
export function broadcastLabel({ serviceAvailable, broadcastStatus, createdBy, isPaidByPublic }: Labelled) {
  if (!serviceAvailable) return "No Service Available In This Area";
  if (broadcastStatus === "broadcasted" && createdBy === "CENTER") return "NEW NOT PAID";
  if (broadcastStatus === "broadcasted" && createdBy === "PUBLIC_WITH_DELAR_QR") return "DEALER";
  if (broadcastStatus === "accepted after broadcast")
    return createdBy === "SUPER_ADMIN" ? "Admin Created-Accepted" : "Public Created-Accepted";
  if (!broadcastStatus) return "Not Paid (Payment Failed)";
  if (broadcastStatus === "broadcasted" && isPaidByPublic) return "NEW 99";
  if (broadcastStatus === "broadcasted" && createdBy === "PUBLIC_WITH_CENTER_QR") return "NEW NOT PAID";
  return `${broadcastStatus} FREE`;
}

/** R086: the six steps of the timeline, in order. */
export const timelineSteps = [
  "Ticket Created",
  "Ticket Assigned To Technician",
  "Job Started",
  "Job Completed",
  "Invoice Generated",
  "Feedback Received",
] as const;

/** Q89: what `technicianApp/getStatus` answers, one string per completed step. */
export const statusSteps = ["CREATED", "ASSIGNED", "STARTED", "COMPLETED", "INVOICED", "FEEDBACK"] as const;
export type StatusStep = (typeof statusSteps)[number] | "NOT_ASSIGNED";

/** R087, R088: the active timeline step (1–6) of a status list. */
export const activeStep = (statuses: readonly StatusStep[]) =>
  statuses.includes("NOT_ASSIGNED") ? 2 : Math.min(statuses.length + 1, timelineSteps.length);

type Ended = Closed & { status: TicketStatus; startedAt?: Date | null | undefined };

/**
 * The steps that a closed request counts as reached (R087) although they did not happen: closed with a remark that no
 * work was done, it was not completed, and not started unless a start was recorded; without a bill it was not invoiced.
 */
export function skippedSteps(ticket: Ended): readonly StatusStep[] {
  if (ticket.status !== "CLOSED" || workWasDone(ticket)) return [];
  return [
    ...(ticket.startedAt ? [] : (["STARTED"] as const)),
    "COMPLETED",
    ...(hasBill(ticket) ? [] : (["INVOICED"] as const)),
  ];
}

export type TrackingColour = "yellow" | "green" | "red";

/** R090: colours of the status on the tracking page; anything else is red. */
export const trackingColour = (status: TicketStatus): TrackingColour =>
  status === "PENDING" ? "yellow" : status === "ACCEPTED" ? "green" : "red";

/** R092, Q110: a revisit is offered until 29 × 24 h after closing, the last instant included. */
export const revisitDays = 29;
export const revisitOpen = (closedAt: Date | null, at: Date) =>
  closedAt !== null && at.getTime() - closedAt.getTime() <= revisitDays * 24 * 3_600_000;

/** The whole days from one instant to another (R250, R251, Q34). */
export const wholeDays = (from: Date, to: Date) => Math.floor((to.getTime() - from.getTime()) / 86_400_000);

/** R252: paid columns of the center tables show 99 when true, else 0. */
export const paidColumn = (paid: boolean) => (paid ? 99 : 0);

/** R106: the five questions of the feedback form, in order, as message keys. */
export const feedbackQuestions = [
  "feedback.question.1",
  "feedback.question.2",
  "feedback.question.3",
  "feedback.question.4",
  "feedback.question.5",
] as const;

/** The same five for a pick and drop. */
export const rideQuestions = [
  "feedback.ride.question.1",
  "feedback.question.2",
  "feedback.ride.question.3",
  "feedback.ride.question.4",
  "feedback.question.5",
] as const;

export const feedbackStates = ["GIVEN", "AWAITED"] as const;
/** Low is up to 4 of 10, high from 8 on. */
export const feedbackGrades = ["LOW", "MIDDLE", "HIGH"] as const;

/** The choices of a center's dashboard for its period, in days. */
export const insightDays = [7, 30, 90, 365] as const;
export type InsightDays = (typeof insightDays)[number];
export const usualInsightDays: InsightDays = 30;

/** How many unpaid reservations a center may hold at once. */
export const unpaidAtOnce = 2;

type Placed = {
  address: Record<"houseNumber" | "locality" | "city" | "state" | "pincode", string | null>;
  pickLocation: string | null;
  dropLocation: string | null;
};

/** An address on one line, for a ride from and to; masked parts are omitted. */
export const addressLine = ({ address, pickLocation, dropLocation }: Placed) =>
  pickLocation || dropLocation
    ? [pickLocation, dropLocation].filter(Boolean).join(" → ")
    : [address.houseNumber, address.locality, address.city, address.state, address.pincode].filter(Boolean).join(", ");

/** An invoice of what the operator sells, or the credit note of what was refunded of it. */
export const feePaperKinds = ["invoice", "credit_note"] as const;
export type FeePaperKind = (typeof feePaperKinds)[number];

/** What the operator sells: to centers a request's lead and subscriptions, to customers the fee of a booking or pick and drop. */
export const feeProducts = ["lead_fee", "subscription", "booking_fee", "pick_drop"] as const;
export type FeeProduct = (typeof feeProducts)[number];
