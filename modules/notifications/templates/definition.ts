import type { Locale } from "#modules/messages/index.ts";

/** What a variable may contain (DLT tags): digits, letters and digits, or a link to a registered domain. */
export type Tag = "numeric" | "alphanumeric" | "url";
export type MessageChannel = "sms" | "whatsapp" | "push";
/** By language; in a language without a text the English one is sent. */
export type Texts = { en: string } & Partial<Record<Locale, string>>;
/**
 * A message with its texts by channel and language; "sms" on another channel means the same text as the SMS. An SMS has
 * the number of each language in the sandbox's register; the next free one for a new text.
 */
export type Definition = {
  variables: Record<string, Tag>;
  title?: Texts;
  whatsapp?: Texts | "sms";
  push?: Texts | "sms";
} & ({ sms: Texts; registered: Record<Locale, number> } | { sms?: never; registered?: never });
