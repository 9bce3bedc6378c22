import { en } from "./en.ts";
import { hi } from "./hi.ts";

export type MessageKey = keyof typeof en;
export type Locale = "en" | "hi";
export type MessageParams = Record<string, string | number>;

export const locales = ["en", "hi"] as const satisfies readonly Locale[];
const catalogs: Record<Locale, Record<MessageKey, string>> = { en, hi };

/** The text of a key in a language, with `{name}` places filled from `params`. */
export function say(key: MessageKey, params: MessageParams = {}, locale: Locale = "en") {
  const text = catalogs[locale][key];
  // A list says hundreds of texts, most of them without places.
  if (!text.includes("{")) return text;
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));
}

/** Whether a string is one of the product's message keys. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(en, key);
