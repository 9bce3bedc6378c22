import Negotiator from "negotiator";
import { isLocale, type Locale } from "#modules/messages/index.ts";
import { readCookie } from "./cookies.server.ts";

/** The most characters of `Accept-Language` that are read; browsers list a handful of languages. */
const longest = 300;

/** The language of a request: the chosen one, else the browser's preference, else English. */
export function localeOf(request: Request): Locale {
  const chosen = readCookie(request, "lang");
  if (isLocale(chosen)) return chosen;
  const accepted = request.headers.get("accept-language")?.slice(0, longest);
  // In the order of their weights. Compared with a list of ours, a late and lighter `en` would stand over `en-IN`.
  const preferred = new Negotiator({ headers: { "accept-language": accepted } }).languages();
  return localeNamed(preferred.map((tag) => tag.split("-")[0]!.toLowerCase()).find(isLocale));
}

/** A posted language, or English when it is unknown. */
export const localeNamed = (value: unknown): Locale => (isLocale(value) ? value : "en");
