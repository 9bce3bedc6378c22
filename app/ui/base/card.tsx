import type { ReactNode } from "react";

type CardProps = {
  title?: string;
  children: ReactNode;
  className?: string;
  /** Lays the content out in a column, as for fields. */
  stack?: boolean;
};

/** A white surface; `title` becomes its heading. */
export function Card({ title, children, className = "", stack }: CardProps) {
  return (
    <section className={`card ${className}`}>
      {title && <h2 className="mb-3">{title}</h2>}
      {stack ? <div className="grid gap-4">{children}</div> : children}
    </section>
  );
}

/** The card of a dialog: inside its backdrop element, or modal with JavaScript. */
export const dialogCard =
  "card static w-full max-w-lg text-ink shadow-lift [&:modal]:fixed [&:modal]:m-auto [&:modal]:w-[calc(100%-2rem)]";

/** A highlighted note: `info`, `bad` (something failed) or `warm` (something waits or is late). */
export function Note({ tone = "info", children }: { tone?: "info" | "bad" | "warm"; children: ReactNode }) {
  return <div className={`note ${tone === "info" ? "" : `note-${tone}`}`}>{children}</div>;
}
