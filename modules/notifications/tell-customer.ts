import { localeOf } from "../access/index.ts";
import { hashToken, unseal } from "../kernel/crypto.server.ts";
import { sendSms } from "../kernel/gateways/sms.server.ts";
import { sendWhatsapp, whatsappIsConfigured } from "../kernel/gateways/whatsapp.server.ts";
import { readCodes } from "../tickets/index.ts";
import { deliver } from "./deliver.ts";
import { asVariable, feedbackLink, newsCause, type TicketFacts, ticketFacts, trackingLink } from "./facts.ts";

/** News a customer hears of; each at most once for a ticket. */
export const news = ["booked", "accepted", "cancelled"] as const;
export type News = (typeof news)[number];

/** Whether news is still true when it goes out, and of a request the customer knows to be registered. */
const isTrue: Record<News, (ticket: TicketFacts) => boolean> = {
  booked: ({ status, feeDue, serviceAvailable }) => status !== "CANCEL" && !feeDue && serviceAvailable,
  accepted: ({ status, centerId }) => status !== "CANCEL" && centerId !== null,
  cancelled: ({ status, announced }) => status === "CANCEL" && announced,
};

/** Tell the customer that the request is registered, accepted or cancelled, with the tracking link. */
export async function tellCustomer({ ticketId, news: what }: { ticketId: string; news: News }): Promise<void> {
  const ticket = await ticketFacts(ticketId);
  if (!ticket || !isTrue[what](ticket)) return;
  const { phone } = ticket;
  const locale = await localeOf(phone);
  const values = { number: asVariable(ticket.number), link: trackingLink(ticket.publicId) };
  const message = { cause: newsCause(ticketId, what), to: phone, ticketId };
  if (!whatsappIsConfigured())
    return deliver({ ...message, channel: "sms", template: "requestUpdate" }, () =>
      sendSms(phone, "requestUpdate", values, locale),
    );
  const template = what === "booked" ? "bookingConfirmed" : "requestUpdate";
  return deliver({ ...message, channel: "whatsapp", template }, () => sendWhatsapp(phone, template, values, locale));
}

/** Send the two codes of a technician's visit by SMS, with words on what each one says (fixed point 3). */
export async function sendCodes({ ticketId, sealedCodes }: { ticketId: string; sealedCodes: string }): Promise<void> {
  const ticket = await ticketFacts(ticketId);
  if (!ticket || ["CLOSED", "CANCEL"].includes(ticket.status)) return;
  const { phone } = ticket;
  const { happy, unhappy } = readCodes(sealedCodes);
  const locale = await localeOf(phone);
  const cause = causeOf(ticketId, "codes", sealedCodes);
  await deliver({ cause, channel: "sms", template: "happyCodes", to: phone, ticketId }, () =>
    sendSms(phone, "happyCodes", { happy, unhappy }, locale),
  );
}

/** Ask the customer of a closed request for feedback; the link's token is read only here. */
export async function sendFeedbackLink({
  ticketId,
  feedbackTokenSealed,
}: {
  ticketId: string;
  feedbackTokenSealed: string;
}): Promise<void> {
  const ticket = await ticketFacts(ticketId);
  if (!ticket) return;
  const { phone } = ticket;
  const locale = await localeOf(phone);
  const values = { number: asVariable(ticket.number), link: feedbackLink(unseal(feedbackTokenSealed)) };
  const cause = causeOf(ticketId, "feedback", feedbackTokenSealed);
  await deliver({ cause, channel: "sms", template: "feedbackLink", to: phone, ticketId }, () =>
    sendSms(phone, "feedbackLink", values, locale),
  );
}

/** Tell the customer that the money went back; `amountPaise` of a booking's order. */
export async function tellRefund({
  orderId,
  ticketId,
  purpose,
  amountPaise,
}: {
  orderId: string;
  ticketId: string | null;
  purpose: string;
  amountPaise: number;
}): Promise<void> {
  const ofCustomer = purpose === "booking_fee" || purpose === "pick_drop";
  const ticket = ticketId && ofCustomer ? await ticketFacts(ticketId) : undefined;
  if (!ticket) return;
  const { phone } = ticket;
  const locale = await localeOf(phone);
  const values = { rupees: Math.floor(amountPaise / 100), number: asVariable(ticket.number) };
  await deliver(
    { cause: `order:${orderId}:refunded`, channel: "sms", template: "refundDone", to: phone, ticketId: ticket.id },
    () => sendSms(phone, "refundDone", values, locale),
  );
}

/** One message for one sealed secret: a new secret is a new cause. */
const causeOf = (ticketId: string, what: string, sealed: string) =>
  `ticket:${ticketId}:${what}:${hashToken(sealed).slice(0, 32)}`;
