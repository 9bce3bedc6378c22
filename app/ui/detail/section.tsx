import type { ReactNode } from "react";

type Row = readonly [label: string, value: ReactNode];

/** A section of a detail page in the console. */
export function Section({
  title,
  note,
  acts,
  children,
}: {
  title: string;
  note?: ReactNode;
  acts?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="min-w-0 border-line py-3.5 [&+[data-section]]:border-t" data-section="">
      <div className="mb-1.5 flex min-h-6.5 items-center gap-2">
        <h2>{title}</h2>
        {note && <small className="text-13 text-soft">{note}</small>}
        {acts && <span className="ml-auto flex gap-1.5 [&>.d-btn]:min-h-6.5! [&>.d-btn]:px-2.25!">{acts}</span>}
      </div>
      {children}
    </section>
  );
}

/** Two sections side by side, below each other on a phone; a line divides them from the section before. */
export const SectionPair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-2 gap-x-8 border-line max-md:grid-cols-1 md:*:border-t-0! [&+*]:border-t">
    {children}
  </div>
);

const isEmpty = (value: ReactNode) => value === null || value === undefined || value === "" || value === false;

type SectionFactsProps = {
  rows: readonly (Row | false)[];
  /** The values are short figures, the labels are sentences. */
  figures?: true;
};

/** Labels and values of a section; an empty value is a dash. */
export function SectionFacts({ rows, figures }: SectionFactsProps) {
  const columns = figures ? "grid-cols-[minmax(0,1fr)_40px]" : "grid-cols-[132px_minmax(0,1fr)]";
  return (
    <dl data-facts="">
      {rows.map(
        (row) =>
          row && (
            <div key={row[0]} className={`grid min-h-7 gap-2 py-1 ${columns}`}>
              <dt className="text-13/5 text-soft">{row[0]}</dt>
              <dd className="[&_small]:text-13 [&_small]:text-soft">{isEmpty(row[1]) ? "-" : row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
