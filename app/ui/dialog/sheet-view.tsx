import type { ReactNode } from "react";
import { sheetBody, sheetFoot, sheetMiddle } from "./sheet-look.ts";

type SheetViewProps = { label: string; foot: ReactNode; className?: string; children: ReactNode };

/** What is read in a dialog at the side: a middle that scrolls, by keyboard too, and a foot that stays. */
export function SheetView({ label, foot, className = "", children }: SheetViewProps) {
  return (
    <div className={`${sheetBody} ${className}`.trim()}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to focus and scroll it */}
      <section className={sheetMiddle} tabIndex={0} aria-label={label}>
        {children}
      </section>
      <div className={sheetFoot}>{foot}</div>
    </div>
  );
}
