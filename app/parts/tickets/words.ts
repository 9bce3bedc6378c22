import type { ChipTone } from "#app/ui/base/chip.tsx";
import type { Say } from "#app/ui/base/say.tsx";
import { hour, istTime, showDateTime, showDay, showDayHours, showDayTime, showHours } from "#modules/kernel/clock.ts";
import { isMessageKey, type Locale } from "#modules/messages/index.ts";
import type { WithheldFor } from "#modules/notifications/shared.ts";
import type { TicketRow } from "#modules/tickets/index.ts";
import type { TimePreferenceType } from "#modules/tickets/shared.ts";

/** R204: the colour of a displayed status, shown beside its word. */
export function statusTone(status: string): ChipTone {
  if (status === "Technician Assigned" || status === "VERIFIED") return "good";
  if (status === "PENDING" || status === "ON_HOLD") return "warm";
  if (status === "CLOSED") return "closed";
  return "bad";
}

/** A displayed status in the reader's language. */
export function statusWord(status: string, say: Say) {
  const key = `status.${status}`;
  return isMessageKey(key) ? say(key) : status;
}

/** A displayed status in words for people, where the documents' own word is the database's. */
export function statusText(status: string, say: Say) {
  const key = `statusSaid.${status}`;
  return isMessageKey(key) ? say(key) : statusWord(status, say);
}

/** The subject of a message about a request. */
export function messageWord(template: string, say: Say) {
  if (["happyCodes", "rideCodes", "startCode"].includes(template)) return say("center.message.codes");
  if (template === "feedbackLink" || template === "rideFeedback") return say("center.message.feedback");
  if (template.startsWith("visit")) return say("center.message.visit");
  const registered = template === "bookingConfirmed" || template === "rideConfirmed";
  return say(registered ? "center.message.registered" : "center.message.news");
}

/** Why a message was withheld, in words for the center. */
export function limitWord(reason: WithheldFor, say: Say) {
  if (reason === "request's technicians, day") return say("center.limit.visit");
  if (reason === "center to this phone, day") return say("center.limit.pair");
  return say(reason === "center, hour" || reason === "center, day" ? "center.limit.center" : "center.limit.phone");
}

/** The colour of a broadcast label. */
export function labelTone(label: string): ChipTone {
  if (label === "NEW 99") return "info";
  if (label.endsWith("-Accepted")) return "good";
  if (label.startsWith("No Service") || label.startsWith("Not Paid")) return "bad";
  return "plain";
}

/** A broadcast label in the reader's language (R205–R213). */
export function labelWord(label: string, say: Say) {
  const key = `label.${label}`;
  return isMessageKey(key) ? say(key) : label;
}

/** A broadcast label in words for people, where the documents' own word is the database's. */
export function labelText(label: string, say: Say) {
  const key = `labelSaid.${label}`;
  return isMessageKey(key) ? say(key) : labelWord(label, say);
}

/** When a customer wants the visit, or when it is agreed: a moment goes with a certain day alone. */
export type Wanted = { type: TimePreferenceType; at: Date | null };

/** When the customer wants the visit. */
export function whenWanted({ type, at }: Wanted, say: Say, locale: Locale) {
  return type === "SPECIFIC_DATE_AND_TIME" && at ? showDateTime(at, locale) : say(`booking.timeSaid.${type}`);
}

/** The same on a short line, for a list. */
export function wantedInShort({ type, at }: Wanted, say: Say, locale: Locale) {
  if (type !== "SPECIFIC_DATE_AND_TIME" || !at) return say(`booking.timeSaid.${type}`);
  const until = endOfWindow(at);
  return until ? showDayHours(at, until, locale) : showDayTime(at, locale);
}

/** When somebody comes: the day and the two hours of a window that begins then, else the moment. */
export function showVisit(at: Date | string, locale: Locale) {
  const until = endOfWindow(at);
  return until ? `${showDay(at, "day", locale)}, ${showHours(at, until, locale)}` : showDateTime(at, locale);
}

/** The end of the window that begins at a moment; null where none does. */
function endOfWindow(at: Date | string) {
  const begins = new Date(at);
  return /^(08|1[02468]):00$/.test(istTime(begins)) ? new Date(begins.getTime() + 2 * hour) : null;
}

/** A center's rating of a job in the reader's language (R168). */
export function ratingWord(rating: string, say: Say) {
  const key = `ratingChoice.${rating}`;
  return isMessageKey(key) ? say(key) : rating;
}

/** A closure remark in the reader's language (R174); an admin's own text is shown as it is. */
export function closureWord(remark: string | null, say: Say) {
  const key = `closure.${remark}`;
  return remark && isMessageKey(key) ? say(key) : remark;
}

type Paid = Pick<TicketRow, "paymentType" | "paidAt" | "paymentReference" | "closingPricePaise">;

/** How the closing price was paid, or that it is not yet; of a price of 0 only the method, which was not used. */
export function paymentWord({ paymentType, paidAt, paymentReference, closingPricePaise }: Paid, say: Say) {
  if (!paymentType || !closingPricePaise) return paymentType && say(`paymentType.${paymentType}`);
  if (!paidAt) return say(`jobPayment.notYet.${paymentType}`);
  return paymentReference
    ? say("jobPayment.paidReference", { reference: paymentReference })
    : say(`jobPayment.paid.${paymentType}`);
}
