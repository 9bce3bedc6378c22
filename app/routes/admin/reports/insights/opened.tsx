import { createContext, type ReactNode, useContext } from "react";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { figure } from "#modules/kernel/figure.ts";

type Opens = { list: string | null; client: string | null };

/** Which list the numbers of the page open; without one they are plain numbers. */
export const OpensList = createContext<Opens>({ list: null, client: null });

/** A share of a whole, such as `12 %`. */
export const share = (part: number, whole: number) => (whole > 0 ? `${Math.round((part / whole) * 100)} %` : "–");

/** Controls in a line, with their labels above them. */
export const controlLine = "flex flex-wrap items-end gap-x-3 gap-y-2";

/** A figure that opens a list: underlined, quiet until it is pointed at. */
export const figureLink =
  "text-inherit underline decoration-teal-100 underline-offset-3 hover:text-teal-700 hover:decoration-current";

type Filter = Record<string, string | number | null | undefined>;

/** A number that opens the requests it counts, filtered as it was counted. */
export function Opened({ n, filter, children }: { n: number; filter: Filter; children?: ReactNode }) {
  const { list, client } = useContext(OpensList);
  const text = children ?? figure(n);
  if (!list || n === 0) return <span>{text}</span>;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ client, ...filter }))
    if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  return (
    <Link to={`${list}?${query}`} className={figureLink}>
      {text}
    </Link>
  );
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
    <div className="min-w-0" data-wide={wide}>
      <div className="mb-1 flex min-h-6.5 flex-wrap items-baseline gap-x-2">
        <h2>{title}</h2>
        {hint && <small className="text-13 text-soft">{hint}</small>}
      </div>
      {children}
    </div>
  );
}

/** Parts side by side, below each other where it is narrow. */
export const Half = ({ children }: { children: ReactNode }) => (
  <div
    className="d-narrow grid grid-cols-2 items-start gap-x-10 gap-y-6 max-[1100px]:grid-cols-1 max-[1400px]:gap-x-8"
    data-wide=""
  >
    {children}
  </div>
);

/** A table that scrolls sideways in itself where it is wider than the screen. */
export function Wide({ label, className = "", children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the arrow keys need it
    <section className={`d-figures overflow-x-auto ${className}`.trim()} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** The numbers of a chart as a table, folded away below it. */
export function InNumbers({ children }: { children: ReactNode }) {
  return (
    <details>
      <summary className="py-1.5 text-13 text-teal-700">{useSay()("report.inNumbers")}</summary>
      {children}
    </details>
  );
}
