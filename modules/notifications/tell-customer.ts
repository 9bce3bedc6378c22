import { localeOf } from "../access/index.ts";
import { hashToken, unseal } from "../kernel/crypto.server.ts";
import { sendSms } from "../kernel/gateways/sms.server.ts";
import { sendWhatsapp, whatsappIsConfigured } from "../kernel/gateways/whatsapp.server.ts";
import { readCodes } from "../tickets/index.ts";
import { deliver, noLongerTrue } from "./deliver.ts";
import { asVariable, feedbackLink, newsCause, type TicketFacts, ticketFacts, trackingLink } from "./facts.ts";
import { tellOfMoney } from "./tell-centers.ts";

/** News a customer hears of; each at most once for a ticket. */
export const news = ["booked", "accepted", "cancelled"] as const;
export type News = (typeof news)[number];

/** Whether news is still true when it goes out, and of a request the customer knows to be registered. */
const isTrue: Record<News, (ticket: TicketFacts) => boolean> = {
  booked: ({ status, feeDue, serviceAvailable }) => status !== "CANCEL" && !feeDue && serviceAvailable,
  accepted: ({ status, centerId }) => status !== "CANCEL" && centerId !== null,
  cancelled: ({ status, announced }) => status === "CANCEL" && announced,
};

/**
 * Tell the customer that the request is registered, accepted or cancelled, with the tracking link: by WhatsApp, or, where
 * there is none or it does not reach the phone, by SMS.
 */
export async function tellCustomer({ ticketId, news: what }: { ticketId: string; news: News }): Promise<void> {
  const ticket = await ticketFacts(ticketId);
  const cause = newsCause(ticketId, what);
  if (!ticket || !isTrue[what](ticket)) return noLongerTrue(cause);
  const { phone } = ticket;
  const locale = await localeOf(phone);
  const values = { number: asVariable(ticket.number), link: trackingLink(ticket.publicId) };
  const job = { name: "notifications.tellCustomer", payload: { ticketId, news: what } };
  const template = what === "booked" ? "bookingConfirmed" : "requestUpdate";
  const message = { cause, template, to: phone, ticketId, job } as const;
  if (whatsappIsConfigured()) {
    const fate = await deliver({ ...message, channel: "whatsapp", otherWay: true }, () =>
      sendWhatsapp(phone, template, values, locale),
    );
    if (fate === "settled") return;
  }
  // The cause itself belongs to WhatsApp's message where that was tried first.
  const smsCause = whatsappIsConfigured() ? `${cause}:sms` : cause;
  await deliver({ ...message, cause: smsCause, channel: "sms" }, () => sendSms(phone, template, values, locale));
}

/** Send the two codes of a technician's visit by SMS, with words on what each one says (fixed point 3). */
export async function sendCodes(assigned: {
  ticketId: string;
  technicianId: string;
  sealedCodes: string;
}): Promise<void> {
  const { ticketId, sealedCodes } = assigned;
  const ticket = await ticketFacts(ticketId);
  const cause = causeOf(ticketId, "codes", sealedCodes);
  if (!ticket || ["CLOSED", "CANCEL"].includes(ticket.status)) return noLongerTrue(cause);
  const { phone } = ticket;
  const { happy, unhappy } = readCodes(sealedCodes);
  const locale = await localeOf(phone);
  const job = { name: "notifications.sendCodes", payload: assigned };
  await deliver({ cause, channel: "sms", template: "happyCodes", to: phone, ticketId, job }, () =>
    sendSms(phone, "happyCodes", { happy, unhappy }, locale),
  );
}

/** Ask the customer of a closed request for feedback; the link's token is read only here. */
export async function sendFeedbackLink(closed: { ticketId: string; feedbackTokenSealed: string }): Promise<void> {
  const { ticketId, feedbackTokenSealed } = closed;
  const ticket = await ticketFacts(ticketId);
  if (!ticket) return;
  const { phone } = ticket;
  const locale = await localeOf(phone);
  const values = { number: asVariable(ticket.number), link: feedbackLink(unseal(feedbackTokenSealed)) };
  const cause = causeOf(ticketId, "feedback", feedbackTokenSealed);
  const job = { name: "notifications.sendFeedbackLink", payload: closed };
  await deliver({ cause, channel: "sms", template: "feedbackLink", to: phone, ticketId, job }, () =>
    sendSms(phone, "feedbackLink", values, locale),
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

/** Tell whoever paid that the money went back: the customer of a booking's order, the center of a lead price. */
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
  await deliver({ cause, channel: "sms", template: "refundDone", to: phone, ticketId: ticket.id, job }, () =>
    sendSms(phone, "refundDone", values, locale),
  );
}

/** One message for one sealed secret: a new secret is a new cause. */
const causeOf = (ticketId: string, what: string, sealed: string) =>
  `ticket:${ticketId}:${what}:${hashToken(sealed).slice(0, 32)}`;
