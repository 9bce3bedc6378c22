import { useSay } from "#app/ui/base/say.tsx";
import { statusWord } from "./words.ts";

/** R204: the look of a displayed status in the admin console, the same on every screen. */
export function lookOf(status: string) {
  switch (status) {
    case "Technician Assigned":
      return "assigned";
    case "Technician Not Assigned":
      return "open";
    case "PENDING":
      return "pending";
    case "VERIFIED":
      return "verified";
    case "CLOSED":
      return "closed";
    default:
      return "bad";
  }
}

/** A displayed status (R198–R204): glyph, word and colour. */
export function Status({ status }: { status: string }) {
  return <span className={`d-st d-st-${lookOf(status)}`}>{statusWord(status, useSay())}</span>;
}
