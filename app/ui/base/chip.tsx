import type { ReactNode } from "react";

/** What a status means for the reader, shown as a colour; CLOSED has one of its own, light red (R204). */
export type ChipTone = "good" | "warm" | "bad" | "closed" | "info" | "plain";

/** A status in a word, with its colour; `strong` for the one status a page is about. */
export function Chip({ tone = "plain", strong, children }: { tone?: ChipTone; strong?: boolean; children: ReactNode }) {
  return <span className={`chip chip-${tone}${strong ? " chip-strong" : ""}`}>{children}</span>;
}
