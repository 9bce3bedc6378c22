import { z } from "zod";

/**
 * What became of a message. `queued`: waits for its run, or to be tried again. `sent`: its provider has it.
 * `delivered`: the provider reports that it arrived. `failed`: it cannot reach this recipient, says the provider.
 * `given_up`: tried too often or too late; people are told. `withheld`: for a demo phone, without a configured
 * provider, or above the phone's limit.
 */
export const messageStatuses = ["queued", "sent", "delivered", "failed", "given_up", "withheld"] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** Which messages to list: `to` is a phone in any spelling, `since` an instant. */
export const MessageFilter = z.object({
  to: z.string().max(40).optional(),
  state: z.enum(messageStatuses).optional(),
  since: z.date().optional(),
  take: z.int().min(1).max(500).default(50),
});
export type MessageFilter = z.output<typeof MessageFilter>;

/** What a browser gives away when it subscribes: an address at its push service and the keys to write to it. */
export const SubscribeBrowser = z.object({
  endpoint: z.url({ protocol: /^https?$/, error: "push.badSubscription" }).max(2000, "push.badSubscription"),
  p256dh: z.string().regex(/^B[\w-]{86}$/, "push.badSubscription"),
  auth: z.string().regex(/^[\w-]{22}$/, "push.badSubscription"),
});
export type SubscribeBrowser = z.output<typeof SubscribeBrowser>;

export const UnsubscribeBrowser = SubscribeBrowser.pick({ endpoint: true });
export type UnsubscribeBrowser = z.output<typeof UnsubscribeBrowser>;
