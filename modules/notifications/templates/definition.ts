import type { EnglishTemplates } from "#modules/messages/templates.ts";

/** What a variable may contain (DLT tags): digits, letters and digits, or a link to a registered domain. */
export type Tag = "numeric" | "alphanumeric" | "url";
export type MessageChannel = "sms" | "whatsapp" | "push";
export type TemplateKey = keyof EnglishTemplates;
/** A message: its variables, and its channels, each with the text of a language (`sms`, `whatsapp`, `push`) said there. */
export type Definition = {
  variables: Record<string, Tag>;
  channels: Partial<Record<MessageChannel, MessageChannel>>;
};
/** Every message; what its channels say, it has in English, for WhatsApp approved. */
export type Definitions = {
  [K in TemplateKey]: Definition & {
    channels: Partial<Record<MessageChannel, keyof EnglishTemplates[K]>> &
      (EnglishTemplates[K] extends { approved: true } ? unknown : { whatsapp?: never });
  };
};
