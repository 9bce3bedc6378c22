import type { ReactNode } from "react";

export type Fact = { label: string; value: ReactNode };

/** A heading and a list of facts; empty ones show a dash. */
export function Facts({ title, facts }: { title?: string; facts: readonly (Fact | false | null | undefined)[] }) {
  return (
    <section className="mb-6 in-[.card]:last:mb-0">
      {title && <h2 className="mb-1">{title}</h2>}
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-x-6">
        {facts.map(
          (fact) =>
            fact && (
              <div key={fact.label} className="border-b border-line py-2.5">
                <dt className="text-[0.8125rem] text-soft">{fact.label}</dt>
                <dd className="font-medium">
                  {fact.value === null || fact.value === undefined || fact.value === "" ? "–" : fact.value}
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
