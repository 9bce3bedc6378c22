import type { ReactNode } from "react";

export type Fact = { label: string; value: ReactNode };

/** A heading and a list of facts; empty ones show a dash. */
export function Facts({ title, facts }: { title?: string; facts: readonly (Fact | false | null | undefined)[] }) {
  return (
    <section className="mb-6 in-[.card]:last:mb-0">
      {title && <h2 className="mb-1">{title}</h2>}
      <dl className="facts">
        {facts.map(
          (fact) =>
            fact && (
              <div key={fact.label}>
                <dt>{fact.label}</dt>
                <dd>{fact.value === null || fact.value === undefined || fact.value === "" ? "–" : fact.value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
