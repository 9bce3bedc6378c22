import { type Locale, type MessageKey, texts } from "./texts.ts";

export type { Locale, MessageKey };
/** What fills a text's `{places}`. The form of a number is chosen by `count`: `uploads.create.one` for `uploads.create`. */
export type MessageParams = Record<string, string | number>;

const source: Locale = "en";

/** The languages with a folder here, English first. */
export const locales: readonly Locale[] = [
  source,
  ...Object.keys(texts)
    .filter((locale) => locale !== source)
    .sort(),
];

export const isLocale = (value: unknown): value is Locale => typeof value === "string" && Object.hasOwn(texts, value);

/** How often English was said because a language lacks a text, by language, since the process began. */
export const fallbacks = new Map<Locale, number>();

/** Counts that something was said in English for want of a text in a language. */
export const countFallback = (locale: Locale) => fallbacks.set(locale, (fallbacks.get(locale) ?? 0) + 1);

/** The text of a key in a language, else in English, with `{name}` places filled from `params`. */
export function say(key: MessageKey, params: MessageParams = {}, locale: Locale = source): string {
  const own = texts[locale];
  if (own?.[key] === undefined && locale !== source) {
    countFallback(locale);
    return say(key, params, source);
  }
  const form = params.count === undefined ? key : `${key}.${formOf(Number(params.count), locale)}`;
  const text = own?.[form as MessageKey] ?? own![key]!;
  // A list says hundreds of texts, most of them without places.
  if (!text.includes("{")) return text;
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));
}

const rules = new Map<Locale, Intl.PluralRules>();

/** The form a number takes in a language, by its name in Intl. */
function formOf(count: number, locale: Locale): Intl.LDMLPluralRule {
  let rule = rules.get(locale);
  if (!rule) {
    rule = new Intl.PluralRules(locale);
    rules.set(locale, rule);
  }
  return rule.select(count);
}

export const messageKeys = Object.keys(texts.en) as readonly MessageKey[];

/** Whether a string is one of the product's message keys. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(texts.en, key);

/** The texts a language lacks. */
export const missingTexts = (locale: Locale): MessageKey[] =>
  messageKeys.filter((key) => texts[locale]?.[key] === undefined);

/** The name of a language, as it calls itself or in another language: `हिन्दी`, `Hindi`. */
export const languageName = (locale: Locale, inLocale: Locale = locale): string =>
  new Intl.DisplayNames([inLocale], { type: "language" }).of(locale) ?? locale;
