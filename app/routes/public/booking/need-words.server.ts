import { chipsOf } from "#modules/catalog/index.ts";
import type { ServiceRow } from "#modules/catalog/shared.ts";
import { type Locale, locales } from "#modules/messages/index.ts";

/*
 * What a service is needed for. A draft stores the chosen chips by the language they were read in and their places in its
 * list, as `hi:0,3`, so that their words are those of the page's language wherever they are shown.
 */

type Named = Pick<ServiceRow, "serviceName" | "chips">;
type Typed = Record<string, string>;

/** Chips as a draft stores them: those a service has, of words that were sent. */
export function storedChips(service: Named, words: readonly string[], here: Locale): string {
  const language =
    [here, ...locales].find((locale) => {
      const known = chipsOf(service, locale);
      return words.every((word) => known.includes(word));
    }) ?? here;
  const places = chipsOf(service, language).flatMap((chip, place) => (words.includes(chip) ? [place] : []));
  return places.length > 0 ? `${language}:${places.join(",")}` : "";
}

/** The chosen chips in the words of a language: in those they were read in, where the lists are not of each other. */
export function chipWords(service: Named, { chips = "" }: Typed, locale: Locale): string[] {
  const [language, places = ""] = chips.split(":");
  const read = locales.find((locale) => locale === language);
  if (!read) return [];
  const chosenFrom = chipsOf(service, read);
  const here = chipsOf(service, locale);
  const shown = here.length === chosenFrom.length ? here : chosenFrom;
  return places.split(",").flatMap((place) => shown[Number(place)] ?? []);
}

/** Chips and the customer's own words as one specific requirement. */
export const requirementOf = (chips: readonly string[], ownWords = "") =>
  [chips.join(", "), ownWords].filter(Boolean).join(". ");

/** The specific requirement of a draft in a language; one that was written otherwise stays as it is. */
export function requirementIn(service: Named, typed: Typed, locale: Locale): string {
  const { chips = "", requirement = "", ownWords } = typed;
  const read = locales.find((each) => chips.startsWith(`${each}:`));
  const isOfChips =
    read && locales.some((each) => requirement === requirementOf(chipWords(service, typed, each), ownWords));
  return isOfChips ? requirementOf(chipWords(service, typed, locale), ownWords) : requirement;
}
