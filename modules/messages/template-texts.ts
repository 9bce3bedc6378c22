/** The texts of a message in one language, by channel. */
export type TemplateTexts = {
  /** A push's heading; the product's name without one. */
  title?: string;
  sms?: string;
  /** An SMS' number in the sandbox's register, the next free one for a new text; without one it is not registered yet. */
  registered?: number;
  whatsapp?: string;
  /** Whether Meta has approved the text for WhatsApp in the language. */
  approved?: boolean;
  push?: string;
};
/** English has every message; each of its SMS is registered, and each WhatsApp text approved. */
export type EnglishTemplate = TemplateTexts &
  ({ sms: string; registered: number } | { sms?: never }) &
  ({ whatsapp: string; approved: true } | { whatsapp?: never });
