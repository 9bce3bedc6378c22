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
    <section className="r-sec">
      <div className="hd">
        <h2>{title}</h2>
        {note && <small>{note}</small>}
        {acts && <span className="end">{acts}</span>}
      </div>
      {children}
    </section>
  );
}

const isEmpty = (value: ReactNode) => value === null || value === undefined || value === "" || value === false;

/** Labels and values of a section; an empty value is a dash. */
export function SectionFacts({ rows }: { rows: readonly (Row | false)[] }) {
  return (
    <dl className="r-facts">
      {rows.map(
        (row) =>
          row && (
            <div key={row[0]}>
              <dt>{row[0]}</dt>
              <dd>{isEmpty(row[1]) ? "-" : row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
