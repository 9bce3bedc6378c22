import type { Languages, Locale, MessageKey, Texts } from "./texts.ts";

/*
 * What browsers get in place of texts.ts (package.json): the language of the page alone, and English for what it lacks.
 * Another language is another document.
 */
const languages = import.meta.glob<{ texts: Texts }>("./*/index.ts");
const textsIn = async (locale: string): Promise<Texts> => (await languages[`./${locale}/index.ts`]!()).texts;

const { lang } = document.documentElement;
const [english, own] = await Promise.all([textsIn("en"), lang === "en" ? undefined : textsIn(lang)]);
const all = { ...english, ...own };

export const texts = { en: all, [lang]: all } as Languages;
export type { Locale, MessageKey };
