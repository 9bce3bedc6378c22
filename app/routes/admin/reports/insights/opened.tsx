import { createContext, type ReactNode, useContext } from "react";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { figure } from "#modules/kernel/figure.ts";

type Opens = { list: string | null; client: string | null };

/** Which list the numbers of the page open; without one they are plain numbers. */
export const OpensList = createContext<Opens>({ list: null, client: null });

/** A share of a whole, such as `12 %`. */
export const share = (part: number, whole: number) => (whole > 0 ? `${Math.round((part / whole) * 100)} %` : "–");

type Filter = Record<string, string | number | null | undefined>;

/** A number that opens the requests it counts, filtered as it was counted. */
export function Opened({ n, filter, children }: { n: number; filter: Filter; children?: ReactNode }) {
  const { list, client } = useContext(OpensList);
  const text = children ?? figure(n);
  if (!list || n === 0) return <span>{text}</span>;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ client, ...filter }))
    if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  return <Link to={`${list}?${query}`}>{text}</Link>;
}

/** A part of the page: its heading with a few words beside it, and what is shown. */
export function Part({
  title,
  hint,
  wide,
  children,
}: {
  title: string;
  hint?: string | undefined;
  /** It takes the whole width. */
  wide?: true;
  children: ReactNode;
}) {
  return (
    <div className={wide ? "report-part wide" : "report-part"}>
      <div className="report-head">
        <h2>{title}</h2>
        {hint && <small>{hint}</small>}
      </div>
      {children}
    </div>
  );
}

/** A table that scrolls sideways in itself where it is wider than the screen. */
export function Wide({ label, className = "", children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the arrow keys need it
    <section className={`report-table ${className}`.trim()} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** The numbers of a chart as a table, folded away below it. */
export function InNumbers({ children }: { children: ReactNode }) {
  return (
    <details className="report-numbers">
      <summary>{useSay()("report.inNumbers")}</summary>
      {children}
    </details>
  );
}
