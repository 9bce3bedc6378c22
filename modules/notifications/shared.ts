import { z } from "zod";
import { exactText, optionalInstant, optionalText, shaped, wholeNumber } from "#modules/kernel/validation.ts";

/**
 * The states of a message. `queued`: waits for a run or a retry. `sent`: the provider accepted it. `delivered`: the
 * provider reports its arrival. `failed`: the provider reports that it cannot reach this recipient. `given_up`: tried
 * too often or too late; operators are alerted. `withheld`: demo phone, provider not configured, no longer true, or
 * above a limit.
 */
export const messageStatuses = ["queued", "sent", "delivered", "failed", "given_up", "withheld"] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** Messages per hour to one phone, so that a loop of events cannot flood a person. */
export const messagesPerHour = 60;

/**
 * The most messages a day about visits of one request to its technicians, so that repeated assigning
 * does not flood them. Their apps list their visits in any case.
 */
export const visitMessagesPerDay = 6;

/** The limits on messages; a withheld message's log line names one as `limit: …`. */
export const withheldReasons = [
  "phone, hour",
  "phone, day",
  "request's technicians, day",
  "unproved phone, day",
  "center to this phone, day",
  "center, hour",
  "center, day",
  "client, hour",
  "client, day",
] as const;
export type WithheldFor = (typeof withheldReasons)[number];

/** A limit as the log writes it. */
export const limitWords = (reason: WithheldFor) => `limit: ${reason}`;

/** The filter of the message log: `to` is a phone in any format, `since` an instant. */
export const MessageFilter = z.object({
  to: optionalText(40),
  state: z.enum(messageStatuses).optional(),
  since: optionalInstant,
  take: wholeNumber(1, 500).default(50),
});
export type MessageFilter = z.output<typeof MessageFilter>;

/** A browser's push subscription: an address at its push service and the keys to encrypt for it. */
export const SubscribeBrowser = z.object({
  endpoint: exactText(2000, "push.badSubscription", "push.badSubscription").refine(
    (value) => z.url({ protocol: /^https?$/ }).safeParse(value).success,
    "push.badSubscription",
  ),
  p256dh: shaped(/^B[\w-]{86}$/, 87, "push.badSubscription"),
  auth: shaped(/^[\w-]{22}$/, 22, "push.badSubscription"),
});
export type SubscribeBrowser = z.output<typeof SubscribeBrowser>;

export const UnsubscribeBrowser = SubscribeBrowser.pick({ endpoint: true });
export type UnsubscribeBrowser = z.output<typeof UnsubscribeBrowser>;

export * from "./campaigns/input.ts";
export * from "./webhooks/input.ts";
export * from "./webhooks/words.ts";
