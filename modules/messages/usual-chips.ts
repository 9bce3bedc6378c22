import { languageFiles } from "./language-files.ts";
import type { Locale } from "./texts.ts";

const files = await languageFiles<{ usualChips: Readonly<Record<string, readonly string[]>> }>("usual-chips.ts");

/**
 * The usual words for what is wrong, by language, of a service with a name in data. None in languages whose folder does not
 * know it.
 */
export const usualChips = (name: string): Record<Locale, readonly string[]> =>
  Object.fromEntries(
    Object.entries(files).flatMap(([locale, language]) =>
      Object.hasOwn(language.usualChips, name) ? [[locale, language.usualChips[name]!]] : [],
    ),
  );
