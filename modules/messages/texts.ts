import type { texts as english } from "./en/index.ts";
import { languageFiles } from "./language-files.ts";

export type MessageKey = keyof typeof english;
/** The name of a language's folder: its ISO 639 code. */
export type Locale = string;

/** The texts that English has in two forms: for one, and for every other number. */
type Counted = MessageKey extends infer K ? (K extends `${infer Base}.one` ? Base & MessageKey : never) : never;
/** Forms of numbers that English does not have, by their names in Intl. */
type Form = `${Counted}.${"zero" | "two" | "few" | "many"}`;

/** The texts of a language; English is said in place of those it lacks. */
export type Texts = Partial<Record<MessageKey | Form, string>>;
export type Languages = Record<Locale, Texts> & { en: Record<MessageKey, string> };

const files = await languageFiles<{ texts: Texts }>("index.ts");

/** The texts of each language that has a folder here. */
export const texts = Object.fromEntries(
  Object.entries(files).map(([locale, language]) => [locale, language.texts]),
) as Languages;
