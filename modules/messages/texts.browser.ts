import type { Languages, Locale, MessageKey, Texts } from "./texts.ts";

/*
 * What browsers get in place of texts.ts (package.json): the language of the page alone, and English where it lacks texts.
 * Another language is another document.
 */
const languages = import.meta.glob<{ texts: Texts }>("./*/index.ts");
const textsIn = async (locale: string): Promise<Texts> => (await languages[`./${locale}/index.ts`]!()).texts;

const { lang, dataset } = document.documentElement;
const [own, fallback] = await Promise.all([textsIn(lang), dataset.fallback ? textsIn(dataset.fallback) : undefined]);
const all = { ...fallback, ...own };

export const texts = { en: all, [lang]: all } as Languages;
export type { Locale, MessageKey };
