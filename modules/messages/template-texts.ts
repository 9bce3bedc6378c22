/** The texts of a message in one language, by channel. */
export type TemplateTexts = {
  /** A push's heading; the product's name without one. */
  title?: string;
  sms?: string;
  /** An SMS' number in the sandbox's register, the next free one for a new text; without one it is not registered yet. */
  registered?: number;
  whatsapp?: string;
  push?: string;
};
/** English has every message; each of its SMS is registered. */
export type EnglishTemplate = TemplateTexts & ({ sms: string; registered: number } | { sms?: never });
