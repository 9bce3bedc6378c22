import { localeOf } from "#modules/access/index.ts";
import { hashToken, unseal } from "#modules/kernel/crypto.server.ts";
import { areCodesOf, awaitsFeedback, isQuestionOpen, readCodes } from "#modules/tickets/index.ts";
import { hasBill } from "#modules/tickets/shared.ts";
import { sendSms } from "../providers/sms.server.ts";
import { sendWhatsapp, whatsappIsConfigured } from "../providers/whatsapp.server.ts";
import type { TemplateKey } from "../templates/templates.ts";
import type { Account } from "./customer-limits.ts";
import { deliver, noLongerTrue } from "./deliver.ts";
import { asVariable, feedbackLink, newsCause, type TicketFacts, ticketFacts, trackingLink } from "./facts.ts";
import { tellOfMoney } from "./tell-centers.ts";

/**
 * The news for a customer; each is sent at most once per ticket, that of a technician once for each technician, and once
 * more after each hand-back.
 */
export const news = [
  "booked",
  "unpaid",
  "accepted",
  "onTheWay",
  "handedBack",
  "cancelled",
  "billed",
  "stillNeeded",
] as const;
export type News = (typeof news)[number];
export type TicketNews = {
  ticketId: string;
  news: News;
  handBacks?: number | undefined;
  questionId?: string | undefined;
};

/** Whether the news is still true when it is sent; a cancellation only after the message of the registration. */
const isTrue: Record<News, (ticket: TicketFacts) => boolean> = {
  booked: ({ status, feeDue, serviceAvailable }) => status !== "CANCEL" && !feeDue && serviceAvailable,
  unpaid: ({ status, feeDue, serviceAvailable }) => status === "PENDING" && feeDue && serviceAvailable,
  accepted: ({ status, centerId }) => status !== "CANCEL" && centerId !== null,
  onTheWay: ({ status, onTheWay }) => onTheWay && !["CLOSED", "CANCEL", "REJECT"].includes(status),
  handedBack: ({ status, centerId }) => status === "PENDING" && centerId === null,
  cancelled: ({ status, announced }) => status === "CANCEL" && announced,
  billed: (ticket) => ticket.status === "CLOSED" && hasBill(ticket),
  stillNeeded: ({ status, centerId }) => status === "CLOSED" || (status === "PENDING" && centerId === null),
};

/**
 * The center whose action the news reports: the one that created the request or the one that has it; null for others.
 */
const actorOf: Record<News, (ticket: TicketFacts) => string | null> = {
  booked: ({ writtenBy }) => writtenBy,
  unpaid: () => null,
  accepted: ({ centerId }) => centerId,
  onTheWay: ({ centerId }) => centerId,
  handedBack: () => null,
  cancelled: () => null,
  // The operator's own paper.
  billed: () => null,
  // The one that could not come; none has a waiting request.
  stillNeeded: ({ centerId }) => centerId,
};

const templateOf = {
  booked: "bookingConfirmed",
  unpaid: "feeUnpaid",
  accepted: "requestUpdate",
  onTheWay: "technicianOnTheWay",
  handedBack: "requestUpdate",
  cancelled: "requestUpdate",
  billed: "billReady",
  stillNeeded: "requestUpdate",
} as const satisfies Record<News, TemplateKey>;

/** The templates of a pick and drop, where those of a request do not fit. */
const rideTemplateOf = { ...templateOf, booked: "rideConfirmed", onTheWay: "rideOnTheWay" } as const;

/** What a message of a request counts towards, by who caused it: a center, a client's key, or neither. */
const accountOf = (
  { proved }: TicketFacts,
  { centerId = null, clientId = null, codes = false }: Partial<Omit<Account, "proved">> = {},
): Account => ({ centerId, clientId, proved, codes });

/**
 * Notify the customer that the request is registered, unpaid, accepted, on its way, open again, cancelled or asked
 * about, or that its bill is ready, with the link of the tracking page, which has the bill. By WhatsApp if configured;
 * otherwise, or when that does not reach the phone, by SMS. `handBacks`: how often the request was handed back before;
 * `questionId`: the question whether it is still needed, sent once.
 */
export async function tellCustomer({ ticketId, news: what, handBacks = 0, questionId }: TicketNews): Promise<void> {
  const ticket = await ticketFacts(ticketId);
  const nth = handBacks > 0 ? `:${handBacks}` : "";
  const one = { onTheWay: `onTheWay:${ticket?.technicianId}`, stillNeeded: `stillNeeded:${questionId}` };
  const cause = newsCause(ticketId, what === "onTheWay" || what === "stillNeeded" ? one[what] : `${what}${nth}`);
  if (!ticket || !isTrue[what](ticket)) return noLongerTrue(cause);
  if (questionId && !(await isQuestionOpen(questionId))) return noLongerTrue(cause);
  const { phone } = ticket;
  const locale = await localeOf(phone);
  const values = { number: asVariable(ticket.number), link: trackingLink(ticket.publicId) };
  const job = { name: "notifications.tellCustomer", payload: { ticketId, news: what, handBacks, questionId } };
  const template = (ticket.ride ? rideTemplateOf : templateOf)[what];
  const centerId = actorOf[what](ticket);
  const account = accountOf(ticket, { centerId, clientId: centerId ? null : ticket.keyOf });
  const message = { cause, template, to: phone, ticketId, job, account } as const;
  if (whatsappIsConfigured()) {
    const fate = await deliver({ ...message, channel: "whatsapp", otherWay: true }, () =>
      sendWhatsapp(phone, template, values, locale),
    );
    if (fate === "settled") return;
  }
  // When WhatsApp was tried first, its message has the cause itself, so the SMS needs another.
  const instead = whatsappIsConfigured();
  const smsCause = instead ? `${cause}:sms` : cause;
  await deliver({ ...message, cause: smsCause, channel: "sms", instead }, () =>
    sendSms(phone, template, values, locale),
  );
}

type Due = { ticketId: string; sealedCodes: string };

/** Send the two codes of a technician's visit by SMS, with the meaning of each (fixed point 3). */
export async function sendCodes(due: Due): Promise<void> {
  const { ticketId, sealedCodes } = due;
  const ticket = await ticketFacts(ticketId);
  const cause = causeOf(ticketId, "codes", sealedCodes);
  const { happy, unhappy } = readCodes(sealedCodes);
  if (!ticket || ["CLOSED", "CANCEL"].includes(ticket.status)) return noLongerTrue(cause);
  if (!(await areCodesOf(ticketId, { happy, unhappy }))) return noLongerTrue(cause);
  const { phone } = ticket;
  const locale = await localeOf(phone);
  const job = { name: "notifications.sendCodes", payload: due };
  const account = accountOf(ticket, { centerId: ticket.centerId, codes: true });
  const template = ticket.ride ? "rideCodes" : "happyCodes";
  await deliver({ cause, channel: "sms", template, to: phone, ticketId, job, account }, () =>
    sendSms(phone, template, { happy, unhappy }, locale),
  );
}

type Closed = { ticketId: string; feedbackTokenSealed: string };

/** Ask the customer of a closed request for feedback. */
export const sendFeedbackLink = (closed: Closed): Promise<void> =>
  askForFeedback(closed, "notifications.sendFeedbackLink");

/** Send the reminder of feedback, unless the customer has answered or rated. */
export async function remindFeedback(closed: Closed): Promise<void> {
  if (await awaitsFeedback(closed.ticketId)) await askForFeedback(closed, "notifications.remindFeedback");
}

/** The only place that unseals the token of a feedback link. */
async function askForFeedback(closed: Closed, name: string): Promise<void> {
  const { ticketId, feedbackTokenSealed } = closed;
  const ticket = await ticketFacts(ticketId);
  if (!ticket) return;
  const { phone } = ticket;
  const locale = await localeOf(phone);
  const values = { number: asVariable(ticket.number), link: feedbackLink(unseal(feedbackTokenSealed)) };
  const again = name === "notifications.remindFeedback";
  const cause = causeOf(ticketId, again ? "feedbackAgain" : "feedback", feedbackTokenSealed);
  const job = { name, payload: closed };
  // A reminder comes from the operator and is no act of the center.
  const account = accountOf(ticket, { centerId: again ? null : ticket.centerId });
  const template = ticket.ride ? "rideFeedback" : "feedbackLink";
  await deliver({ cause, channel: "sms", template, to: phone, ticketId, job, account }, () =>
    sendSms(phone, template, values, locale),
  );
}

type Refunded = {
  orderId: string;
  ticketId: string | null;
  centerId: string | null;
  broadcastId: string | null;
  purpose: string;
  amountPaise: number;
};

/** Notify the payer of a refund: the customer of a booking's order, the center of a lead price. */
export async function tellRefund(refunded: Refunded): Promise<void> {
  const { orderId, ticketId, centerId, purpose, amountPaise } = refunded;
  if (!ticketId) return;
  const cause = `order:${orderId}:refunded`;
  const job = { name: "notifications.tellRefund", payload: refunded };
  if (purpose === "lead_fee" && centerId)
    return tellOfMoney("refundDone", { ticketId, centerId, amountPaise, cause }, job);
  const ofCustomer = purpose === "booking_fee" || purpose === "pick_drop";
  const ticket = ofCustomer ? await ticketFacts(ticketId) : undefined;
  if (!ticket) return;
  const { phone } = ticket;
  const locale = await localeOf(phone);
  const values = { rupees: Math.floor(amountPaise / 100), number: asVariable(ticket.number) };
  const account = accountOf(ticket);
  await deliver({ cause, channel: "sms", template: "refundDone", to: phone, ticketId: ticket.id, job, account }, () =>
    sendSms(phone, "refundDone", values, locale),
  );
}

/** The cause of a message with a sealed secret: one message per secret. */
const causeOf = (ticketId: string, what: string, sealed: string) =>
  `ticket:${ticketId}:${what}:${hashToken(sealed).slice(0, 32)}`;
