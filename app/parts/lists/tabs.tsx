import type { ReactNode } from "react";
import { Link } from "#app/ui/base/link.tsx";

/** Views of one page beside each other. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav aria-label={label} className="mb-4 flex flex-wrap gap-1 border-b border-line">
    {children}
  </nav>
);

/** A view of the page; four of them fit on one line of a phone. */
export const Tab = ({ to, here, children }: { to: string; here: boolean; children: ReactNode }) => (
  <Link
    to={to}
    preventScrollReset
    className="inline-flex min-h-11 items-center px-[clamp(0.5rem,2vw,0.875rem)] py-1.5 font-semibold text-soft hover:bg-sand aria-[current=page]:text-teal-800 aria-[current=page]:shadow-[inset_0_-3px_0_var(--color-marigold-400)] max-[30rem]:text-[0.9375rem]"
    aria-current={here ? "page" : undefined}
  >
    {children}
  </Link>
);
