import type { ReactNode } from "react";

/** What a status means for the reader; the word says which status it is. */
export type ChipTone = "good" | "warm" | "bad" | "info" | "plain";

/** A status in a word, with a colour that helps; `strong` for the one status a page is about. */
export function Chip({ tone = "plain", strong, children }: { tone?: ChipTone; strong?: boolean; children: ReactNode }) {
  return <span className={`chip chip-${tone}${strong ? " chip-strong" : ""}`}>{children}</span>;
}
