import { hmac } from "../kernel/crypto.server.ts";
import { tenDigits } from "../kernel/gateways/recipients.ts";
import type { MessageChannel } from "../kernel/gateways/templates.ts";
import { maskPublic } from "../kernel/mask.ts";

/** What the log tells of a recipient: a phone masked, a device by its push service. */
export const shownRecipient = (channel: MessageChannel, to: string) => (channel === "push" ? to : maskPublic(to));

/** By what a recipient's messages are found and counted without its number being kept. */
export const recipientKey = (to: string) => hmac("messages", /^[+\d\s-]{10,}$/.test(to) ? tenDigits(to) : to);
