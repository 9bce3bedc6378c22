import { type Locale, locales } from "#modules/messages/index.ts";
import { readCookie } from "./cookies.server.ts";

const isLocale = (value: string | undefined): value is Locale => locales.some((locale) => locale === value);

/** The language of a request: the chosen one, else the browser's preference, else English. */
export function localeOf(request: Request): Locale {
  const chosen = readCookie(request, "lang");
  if (isLocale(chosen)) return chosen;
  return preferred(request.headers.get("accept-language") ?? "") ?? "en";
}

/** A posted language, or English when it is unknown. */
export const localeNamed = (value: unknown): Locale => (typeof value === "string" && isLocale(value) ? value : "en");

/** The most characters of `Accept-Language` that are read; browsers list a handful of languages. */
const longest = 300;

function preferred(header: string) {
  return header
    .slice(0, longest)
    .split(",")
    .map((part) => {
      const [tag = "", ...rest] = part.trim().split(";");
      const quality = Number(
        rest
          .find((piece) => piece.trim().startsWith("q="))
          ?.trim()
          .slice(2) ?? 1,
      );
      return { locale: tag.slice(0, 2).toLowerCase(), quality: Number.isFinite(quality) ? quality : 0 };
    })
    .sort((left, right) => right.quality - left.quality)
    .map(({ locale }) => locale)
    .find(isLocale);
}
