import { type Locale, type MessageKey, texts } from "#texts";

export type { Locale, MessageKey };
export type MessageParams = Record<string, string | number>;

export const locales = ["en", "hi"] as const satisfies readonly Locale[];

/** The text of a key in a language, with `{name}` places filled from `params`. */
export function say(key: MessageKey, params: MessageParams = {}, locale: Locale = "en") {
  const text = texts[locale][key];
  // A list says hundreds of texts, most of them without places.
  if (!text.includes("{")) return text;
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));
}

/** Whether a string is one of the product's message keys. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(texts.en, key);
