import { hmac, hmacs } from "#modules/kernel/crypto.server.ts";
import { maskPublic } from "#modules/kernel/mask.ts";
import { tenDigits } from "../providers/recipients.ts";
import type { MessageChannel } from "../templates/templates.ts";

/** The recipient as the log shows it: a phone masked, a device by its push service. */
export const shownRecipient = (channel: MessageChannel, to: string) => (channel === "push" ? to : maskPublic(to));

/** The key that finds and counts a recipient's messages without storing the number. */
export const recipientKey = (to: string) => hmac("messages", nameOf(to));

/** The key under every secret of the ring, to find messages sent before a rotation. */
export const recipientKeys = (to: string) => hmacs("messages", nameOf(to));

const nameOf = (to: string) => (/^[+\d\s-]{10,}$/.test(to) ? tenDigits(to) : to);
