import { languageFiles } from "./language-files.ts";
import type { Locale } from "./texts.ts";

const files = await languageFiles<{ usualNames: Readonly<Record<string, string>> }>("usual-names.ts");

/**
 * The usual names of a service or a vehicle by language, by the name it has in data: a new one begins with them. None in
 * languages whose folder does not know it.
 */
export const usualNames = (name: string): Record<Locale, string> =>
  Object.fromEntries(
    Object.entries(files).flatMap(([locale, language]) =>
      Object.hasOwn(language.usualNames, name) ? [[locale, language.usualNames[name]!]] : [],
    ),
  );
