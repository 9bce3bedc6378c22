import type { ReactNode } from "react";

const mark =
  "inline-flex h-5.5 max-w-full items-center gap-1.5 rounded-full border pr-2.25 pl-1.75 align-middle text-12 font-medium " +
  "whitespace-nowrap before:flex-none forced-colors:before:forced-color-adjust-none";
const dot = "before:size-2 before:rounded-full before:content-['']";
const tick = "before:leading-none before:content-['✓']";

/** What stands before the word and the tint of each; open ones are prominent, past ones faint (R204). */
const looks = {
  open: `${dot} border-transparent bg-red-100 text-red-700 before:bg-current`,
  assigned: `${dot} border-transparent bg-green-50 text-green-700 before:border-[1.5px] before:bg-[linear-gradient(90deg,currentColor_50%,transparent_50%)]`,
  pending: `${dot} border-transparent bg-marigold-50 text-marigold-700 before:border-2 before:border-marigold-400`,
  verified: `${tick} border-transparent bg-green-100 text-green-700`,
  closed: `${tick} border-transparent bg-red-50 text-red-700`,
  off: `${dot} border-rim text-soft before:border-[1.5px]`,
  bad: "border-red-100 bg-white text-red-700 before:leading-none before:content-['✕']",
};

export type StatusLook = keyof typeof looks;

type StatusMarkProps = { look: StatusLook; title?: string | undefined; className?: string; children: ReactNode };

/** A status: a glyph and a word; the tint only helps. */
export const StatusMark = ({ look, title, className, children }: StatusMarkProps) => (
  <span className={`d-st ${mark} ${looks[look]}${className ? ` ${className}` : ""}`} title={title}>
    {children}
  </span>
);
