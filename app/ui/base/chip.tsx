import type { ReactNode } from "react";

/** What a status means for the reader, shown as a colour; CLOSED has one of its own, light red (R204). */
export type ChipTone = "good" | "warm" | "bad" | "closed" | "info" | "plain";

type ChipProps = { tone?: ChipTone; strong?: boolean; className?: string; children: ReactNode };

/** A status in a word, with its colour; `strong` for the one status a page is about. */
export function Chip({ tone = "plain", strong, className, children }: ChipProps) {
  return (
    <span className={`chip chip-${tone}${strong ? " chip-strong" : ""}${className ? ` ${className}` : ""}`}>
      {children}
    </span>
  );
}
