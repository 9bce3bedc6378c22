import type { Fact } from "#app/ui/detail/detail.tsx";

/** Facts in rows, each beside its label, because a tracking page is long on a phone. */
export function FactRows({ facts }: { facts: readonly (Fact | false)[] }) {
  return (
    <dl className="mb-5 divide-y divide-line">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.label} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-baseline gap-x-4 py-2">
              <dt className="text-sm text-soft">{fact.label}</dt>
              <dd className="font-medium text-balance">{fact.value || "–"}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
