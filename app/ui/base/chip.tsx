import type { ReactNode } from "react";

/** What a status means for the reader, shown as a colour; CLOSED has one of its own, light red (R204). */
export type ChipTone = "good" | "warm" | "bad" | "closed" | "info" | "plain";

type ChipProps = { tone?: ChipTone; strong?: boolean; className?: string; children: ReactNode };

/** On a phone a long status wraps, but not inside a table. */
const chip =
  "chip inline-flex items-center gap-1.5 rounded-full font-semibold max-md:wrap-anywhere " +
  "before:size-2 before:flex-none before:rounded-full before:bg-current before:content-['']";

const looks: Record<ChipTone, string> = {
  good: "bg-green-50 text-green-700",
  warm: "bg-marigold-100 text-marigold-700",
  bad: "bg-red-100 text-red-700",
  closed: "bg-red-50 text-red-700",
  info: "bg-blue-50 text-blue-700",
  plain: "bg-sand text-ink",
};

const strongLooks: Record<ChipTone, string> = {
  good: "bg-green-700 text-white",
  warm: "bg-marigold-400 text-ink",
  bad: "bg-red-700 text-white",
  closed: "bg-red-50 text-red-700",
  info: "bg-blue-700 text-white",
  plain: "bg-soft text-white",
};

/** A status: the word says it, the colour only helps. Soft in lists, `strong` for the one status a page is about. */
export function Chip({ tone = "plain", strong, className = "", children }: ChipProps) {
  return (
    <span
      className={`${chip} ${strong ? `px-3.5 py-1 text-[0.9375rem] ${strongLooks[tone]}` : `px-2.5 py-0.5 text-[0.8125rem] ${looks[tone]}`} ${className}`}
      data-tone={tone}
      data-strong={strong}
    >
      {children}
    </span>
  );
}

/** A short count of what waits. */
export const Badge = ({ children, className = "" }: { children: ReactNode; className?: string }) => (
  <span
    className={`min-w-6.5 rounded-full bg-marigold-400 px-1.75 py-px text-center text-[0.8125rem] font-bold text-ink ${className}`}
    data-badge=""
  >
    {children}
  </span>
);
