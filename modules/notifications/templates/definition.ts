import type { Locale } from "#modules/messages/index.ts";

/** What a variable may contain (DLT tags): digits, letters and digits, or a link to a registered domain. */
export type Tag = "numeric" | "alphanumeric" | "url";
export type MessageChannel = "sms" | "whatsapp" | "push";
export type Texts = Record<Locale, string>;
/** A message with its texts by channel and language. */
export type Definition = { variables: Record<string, Tag>; title?: Texts } & Partial<Record<MessageChannel, Texts>>;
