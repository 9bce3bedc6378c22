import type { Locale, MessageKey } from "./texts.ts";

/*
 * What browsers get in place of texts.ts (package.json): the language of the page alone, which is half of all texts. Another
 * language is another document.
 */
const own: Record<MessageKey, string> =
  document.documentElement.lang === "hi" ? (await import("./hi.ts")).hi : (await import("./en.ts")).en;

export const texts: Record<Locale, Record<MessageKey, string>> = { en: own, hi: own };
export type { Locale, MessageKey };
