import { addressIn } from "#modules/catalog/labels.ts";
import { useSay } from "./say.tsx";

/** Addresses, and names of states alone, in the language of the page. */
export function useAddress() {
  const say = useSay();
  return <T extends string | null | undefined>(line: T) => addressIn(line, say);
}
