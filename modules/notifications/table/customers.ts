import { z } from "zod";
import { hashToken, unseal } from "#modules/kernel/crypto.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { within } from "#modules/kernel/work/events.ts";
import {
  areCodesOf,
  awaitsFeedback,
  choiceFrom,
  codesDue,
  handBacksOf,
  isOutcomeOpen,
  isProposalOpen,
  isQuestionOpen,
  isStartCodeOf,
  outcomeQuestion,
  readCodes,
  readOutcomeToken,
  readStartCode,
  servedFor,
  startCodeMade,
  stillNeededQuestion,
  technicianOnTheWay,
  technicianReached,
  ticketAccepted,
  ticketBroadcast,
  ticketCancelled,
  ticketClosed,
  ticketFeeUnpaid,
  ticketHandedBack,
  ticketMatched,
  timeAgreed,
  timeChangeAnswered,
  visitLate,
  waitlistServed,
  windowsProposed,
} from "#modules/tickets/index.ts";
import { hasBill, hasEnded, isLive, isSettled } from "#modules/tickets/shared.ts";
import { balanceFacts, feeInBalance, feeInBalanceFacts, orderRefunded, walletAdjusted } from "#modules/wallet/index.ts";
import { centerOfRequest } from "../tell/center-facts.ts";
import type { Account } from "../tell/customer-limits.ts";
import {
  asVariable,
  feedbackLink,
  inRupees,
  newsCause,
  outcomeLink,
  type TicketFacts,
  ticketFacts,
  trackingLink,
} from "../tell/facts.ts";
import { notification, text, when, whenFor } from "../tell/notification.ts";
import { isQuiet } from "../tell/quiet.ts";
import type { TemplateKey } from "../templates/templates.ts";

/* The messages to customers. */

const id = z.uuid();

/** The news for a customer of a request. */
const newsNames = [
  "booked",
  "unpaid",
  "accepted",
  "onTheWay",
  "reached",
  "handedBack",
  "cancelled",
  "billed",
  "stillNeeded",
  "timeAnswered",
  "proposed",
  "timeAgreed",
  "late",
] as const;
type NewsName = (typeof newsNames)[number];

/**
 * `handBacks`: how often the request was handed back before; `questionId`: the question whether it is still needed;
 * `timeChangeId`: the other time that was answered; `proposalId`: the times that a center proposed;
 * `at`: when the technician set out or reached the address; `actId`: the agreement of a time; `alertId`: the late visit.
 */
const NewsPayload = z.object({
  ticketId: id,
  news: z.enum(newsNames),
  handBacks: z.int().min(0).optional(),
  questionId: id.optional(),
  timeChangeId: id.optional(),
  proposalId: id.optional(),
  at: z.iso.datetime().optional(),
  actId: id.optional(),
  alertId: id.optional(),
});
type NewsPayload = z.output<typeof NewsPayload>;

type News = {
  template: TemplateKey;
  /** The template of a pick and drop, where that of a request does not fit. */
  rideTemplate?: TemplateKey;
  /** Whether it is still true when it is sent. */
  isTrue: (ticket: TicketFacts) => boolean;
  /** The center whose action it reports, by default none. */
  center?: (ticket: TicketFacts) => string | null;
  /** It is sent once per request and this; by default once more after each hand-back. */
  onceFor?: (payload: NewsPayload, ticket: TicketFacts | undefined) => string | null | undefined;
};

const news: Record<NewsName, News> = {
  booked: {
    template: "bookingConfirmed",
    rideTemplate: "rideConfirmed",
    isTrue: ({ status, feeDue, serviceAvailable }) => status !== "CANCEL" && !feeDue && serviceAvailable,
    center: ({ writtenBy }) => writtenBy,
  },
  unpaid: {
    template: "feeUnpaid",
    isTrue: ({ status, feeDue, serviceAvailable }) => status === "PENDING" && feeDue && serviceAvailable,
  },
  accepted: {
    template: "requestUpdate",
    isTrue: ({ status, centerId }) => status !== "CANCEL" && centerId !== null,
    center: ({ centerId }) => centerId,
  },
  onTheWay: {
    template: "technicianOnTheWay",
    rideTemplate: "rideOnTheWay",
    isTrue: ({ status, onTheWay }) => onTheWay && !hasEnded({ status }),
    center: ({ centerId }) => centerId,
    onceFor: ({ at }) => at,
  },
  reached: {
    template: "technicianReached",
    isTrue: ({ status, reached, started }) => reached && !started && !hasEnded({ status }),
    center: ({ centerId }) => centerId,
    onceFor: ({ at }) => at,
  },
  handedBack: {
    template: "requestUpdate",
    isTrue: ({ status, centerId }) => status === "PENDING" && centerId === null,
  },
  // Only after the message of the registration.
  cancelled: { template: "requestUpdate", isTrue: ({ status, announced }) => status === "CANCEL" && announced },
  // The operator's own paper, no center's action.
  billed: { template: "billReady", isTrue: (ticket) => ticket.status === "CLOSED" && hasBill(ticket) },
  // By the center that could not come; none has a waiting request.
  stillNeeded: {
    template: "requestUpdate",
    isTrue: ({ status, centerId }) => status === "CLOSED" || (status === "PENDING" && centerId === null),
    center: ({ centerId }) => centerId,
    onceFor: ({ questionId }) => questionId,
  },
  timeAnswered: {
    template: "requestUpdate",
    isTrue: (ticket) => !hasEnded(ticket),
    center: ({ centerId }) => centerId,
    onceFor: ({ timeChangeId }) => timeChangeId,
  },
  proposed: {
    template: "timesProposed",
    isTrue: ({ status, centerId }) => status === "PENDING" && centerId === null,
    onceFor: ({ proposalId }) => proposalId,
  },
  timeAgreed: {
    template: "requestUpdate",
    isTrue: (ticket) => !hasEnded(ticket) && ticket.centerId !== null,
    center: ({ centerId }) => centerId,
    onceFor: ({ actId }) => actId,
  },
  // While nobody has begun; of a request that a center wrote down it counts towards that center.
  late: {
    template: "visitLate",
    isTrue: (ticket) => isLive(ticket) && ticket.centerId !== null && !ticket.started,
    center: ({ writtenBy }) => writtenBy,
    onceFor: ({ alertId }) => alertId,
  },
};

type OfTicket = { ticketId: string };

const newsOf =
  (name: NewsName) =>
  ({ ticketId }: OfTicket): NewsPayload[] => [{ ticketId, news: name }];

/** News that is sent again after a hand-back. */
const newsOfOpening =
  (name: NewsName) =>
  async ({ ticketId }: OfTicket): Promise<NewsPayload[]> => [
    { ticketId, news: name, handBacks: await handBacksOf(ticketId) },
  ];

/** Nobody waits at night for what a run through waiting requests found. */
const ofRun = ({ runId }: { runId?: string | undefined }) => runId !== undefined;
const always = () => true;

/** A ticket's customer, with what a message to them counts towards; nobody once the ticket is deleted. */
async function customerOf(ticketId: string, counts: (ticket: TicketFacts) => Partial<Account> = () => ({})) {
  const ticket = await ticketFacts(ticketId);
  if (!ticket) return undefined;
  const { centerId = null, clientId = null, codes = false } = counts(ticket);
  return { ...ticket, account: { centerId, clientId, codes, proved: ticket.proved } };
}

/** What the operator does with a customer's money counts towards nobody's limit but the phone's. */
const ofOperator: Account = { centerId: null, clientId: null, proved: true, codes: false };

/** The cause of a message with a sealed secret: one message per secret. */
const secretCause = (ticketId: string, what: string, sealed: string) =>
  newsCause(ticketId, `${what}:${hashToken(sealed).slice(0, 32)}`);

export const customerNotifications = {
  /** With the link of the tracking page, which has the bill. A fee that is due keeps a request from being matched or offered. */
  news: notification({
    job: "notifications.tellCustomer",
    payload: NewsPayload,
    events: [
      whenFor(ticketMatched, newsOf("booked"), ofRun),
      whenFor(ticketBroadcast, newsOf("booked"), ofRun),
      whenFor(ticketFeeUnpaid, newsOf("unpaid")),
      whenFor(ticketAccepted, newsOfOpening("accepted")),
      whenFor(technicianOnTheWay, ({ ticketId, leftAt }) => [{ ticketId, at: leftAt, news: "onTheWay" as const }]),
      whenFor(technicianReached, ({ ticketId, reachedAt }) => [{ ticketId, at: reachedAt, news: "reached" as const }]),
      whenFor(ticketHandedBack, newsOfOpening("handedBack")),
      whenFor(ticketCancelled, newsOf("cancelled")),
      whenFor(ticketClosed, newsOf("billed")),
      whenFor(
        stillNeededQuestion,
        ({ ticketId, questionId }) => [{ ticketId, questionId, news: "stillNeeded" as const }],
        always,
      ),
      whenFor(
        timeChangeAnswered,
        ({ ticketId, timeChangeId }) => [{ ticketId, timeChangeId, news: "timeAnswered" as const }],
        always,
      ),
      whenFor(visitLate, ({ ticketId, alertId }) => [{ ticketId, alertId, news: "late" as const }], always),
      whenFor(timeAgreed, ({ ticketId, actId }) => [{ ticketId, actId, news: "timeAgreed" as const }]),
      // At night not before the time to choose begins.
      (queue) =>
        within(windowsProposed, ({ ticketId, proposalId }) =>
          queue({ ticketId, proposalId, news: "proposed" }, isQuiet() ? { startAfter: choiceFrom() } : {}),
        ),
    ],
    channels: ["whatsapp", "sms"],
    audience: ({ ticketId, news: name }) =>
      customerOf(ticketId, (ticket) => {
        const centerId = news[name].center?.(ticket) ?? null;
        return { centerId, clientId: centerId ? null : ticket.keyOf };
      }),
    cause: (payload, ticket) => {
      const { onceFor = ({ handBacks }) => (handBacks ? String(handBacks) : undefined) } = news[payload.news];
      const once = onceFor(payload, ticket);
      return newsCause(payload.ticketId, once ? `${payload.news}:${once}` : payload.news);
    },
    text: async (ticket, { news: name, questionId, proposalId }) => {
      const { template, rideTemplate = template, isTrue } = news[name];
      if (!isTrue(ticket) || (questionId && !(await isQuestionOpen(questionId)))) return undefined;
      if (proposalId && !(await isProposalOpen(proposalId))) return undefined;
      const values = { number: asVariable(ticket.number), link: trackingLink(ticket.publicId) };
      return { template: ticket.ride ? rideTemplate : template, values };
    },
  }),
  /** A center has come where the phone waits for one. */
  waitlist: notification({
    job: "notifications.tellWaitlist",
    payload: waitlistServed.payload,
    events: [when(waitlistServed, always)],
    channels: ["sms"],
    audience: async ({ waitlistIds }) => {
      const served = await servedFor(waitlistIds);
      return served && { ...served, account: ofOperator };
    },
    cause: ({ waitlistIds, at }) => `waitlist:${waitlistIds[0]}:${at}`,
    text: ({ services, pincode }) =>
      services.length > 0
        ? text("waitlistServed", {
            service: asVariable(services.join(", ")),
            link: `${env.publicUrl}/booking?pincode=${pincode}`,
          })
        : undefined,
  }),
  /** The two codes of a technician's visit, with the meaning of each (fixed point 3). */
  codes: notification({
    job: "notifications.sendCodes",
    payload: codesDue.payload,
    events: [when(codesDue)],
    channels: ["sms"],
    audience: ({ ticketId }) => customerOf(ticketId, ({ centerId }) => ({ centerId, codes: true })),
    cause: ({ ticketId, sealedCodes }) => secretCause(ticketId, "codes", sealedCodes),
    text: async ({ ticketId, status, ride }, { sealedCodes }) => {
      const { happy, unhappy } = readCodes(sealedCodes);
      if (isSettled({ status })) return undefined;
      if (!(await areCodesOf(ticketId, { happy, unhappy }))) return undefined;
      return text(ride ? "rideCodes" : "happyCodes", { happy, unhappy });
    },
  }),
  /** The code with which the visit begins, from the agreement on; a new one after wrong tries. */
  startCode: notification({
    job: "notifications.sendStartCode",
    payload: startCodeMade.payload,
    events: [when(startCodeMade)],
    channels: ["sms"],
    audience: ({ ticketId }) => customerOf(ticketId, ({ centerId }) => ({ centerId, codes: true })),
    cause: ({ ticketId, sealedCode }) => secretCause(ticketId, "start", sealedCode),
    text: async ({ ticketId, number }, { sealedCode }) =>
      (await isStartCodeOf(ticketId, sealedCode))
        ? text("startCode", { number: asVariable(number), code: readStartCode(sealedCode) })
        : undefined,
  }),
  /** What happened? From the operator, after a closing and a day later, each time with a link of its own. */
  outcomeQuestion: notification({
    job: "notifications.sendOutcomeQuestion",
    payload: outcomeQuestion.payload,
    events: [when(outcomeQuestion)],
    channels: ["sms"],
    audience: ({ ticketId }) => customerOf(ticketId),
    cause: ({ ticketId, sealedToken }) => secretCause(ticketId, "outcome", sealedToken),
    text: async ({ ticketId, number }, { sealedToken }) =>
      (await isOutcomeOpen(ticketId))
        ? text("outcomeQuestion", {
            number: asVariable(number),
            link: outcomeLink(readOutcomeToken(sealedToken)),
          })
        : undefined,
  }),
  feedbackLink: notification({
    job: "notifications.sendFeedbackLink",
    payload: ticketClosed.payload,
    events: [when(ticketClosed)],
    channels: ["sms"],
    audience: ({ ticketId }) => customerOf(ticketId, ({ centerId }) => ({ centerId })),
    cause: ({ ticketId, feedbackTokenSealed }) => secretCause(ticketId, "feedback", feedbackTokenSealed),
    text: (ticket, closed) => feedbackText(ticket, closed),
  }),
  /** From the operator, no center's action; unless the customer has answered or rated. */
  feedbackReminder: notification({
    job: "notifications.remindFeedback",
    payload: ticketClosed.payload,
    channels: ["sms"],
    audience: ({ ticketId }) => customerOf(ticketId),
    cause: ({ ticketId, feedbackTokenSealed }) => secretCause(ticketId, "feedbackAgain", feedbackTokenSealed),
    text: async (ticket, closed) =>
      (await awaitsFeedback(closed.ticketId)) ? feedbackText(ticket, closed) : undefined,
  }),
  /** To who paid: the customer of a booking's order, the center of a lead price. */
  refund: notification({
    job: "notifications.tellRefund",
    payload: orderRefunded.payload,
    events: [when(orderRefunded)],
    channels: ["sms"],
    audience: async ({ ticketId, centerId, purpose }) => {
      if (!ticketId) return undefined;
      if (purpose === "lead_fee" && centerId) return centerOfRequest({ ticketId, centerId });
      return purpose === "booking_fee" || purpose === "pick_drop" ? customerOf(ticketId) : undefined;
    },
    cause: ({ orderId }) => `order:${orderId}:refunded`,
    text: ({ number }, { amountPaise }) =>
      text("refundDone", { rupees: inRupees(amountPaise), number: asVariable(number) }),
  }),
  feeInBalance: notification({
    job: "notifications.tellFeeInBalance",
    payload: feeInBalance.payload,
    events: [when(feeInBalance, always)],
    channels: ["whatsapp", "sms"],
    audience: async ({ ticketId }) => {
      const facts = await feeInBalanceFacts(ticketId);
      return facts && { ...facts, ticketId, account: ofOperator };
    },
    cause: ({ orderId }) => `order:${orderId}:inBalance`,
    text: ({ number }, { amountPaise }) =>
      text("feeInBalance", { rupees: inRupees(amountPaise), number: asVariable(number) }),
  }),
  /** What an admin did to the balance: a payout is named by the end of the bank's reference, enough to find it. */
  balance: notification({
    job: "notifications.tellBalance",
    payload: walletAdjusted.payload,
    events: [when(walletAdjusted, always)],
    channels: ["whatsapp", "sms"],
    audience: async ({ adjustmentId }) => {
      const facts = await balanceFacts(adjustmentId);
      return facts && { ...facts, account: ofOperator };
    },
    cause: ({ adjustmentId }) => `adjustment:${adjustmentId}:balance`,
    text: ({ kind, amountPaise, number, reference, reason }) => {
      const rupees = inRupees(amountPaise);
      if (kind === "Refund") return text("feeInBalance", { rupees, number: asVariable(number ?? "") || "-" });
      if (kind === "Payout")
        return text("balancePaidOut", { rupees, reference: asVariable((reference ?? "").slice(-4)) || "-" });
      if (kind === "Waiver") return text("balanceWaived", { rupees });
      return text("balanceAdded", { rupees, reason: asVariable(reason) || "-" });
    },
  }),
};

/** The only place that unseals the token of a feedback link. */
function feedbackText({ number, ride }: TicketFacts, { feedbackTokenSealed }: { feedbackTokenSealed: string }) {
  const values = { number: asVariable(number), link: feedbackLink(unseal(feedbackTokenSealed)) };
  return text(ride ? "rideFeedback" : "feedbackLink", values);
}
