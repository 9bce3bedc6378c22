import { addressIn } from "#modules/catalog/labels.ts";
import { useLocale } from "./locale.ts";

/** Addresses, and names of states alone, in the language of the page. */
export function useAddress() {
  const locale = useLocale();
  return <T extends string | null | undefined>(line: T) => addressIn(line, locale);
}
