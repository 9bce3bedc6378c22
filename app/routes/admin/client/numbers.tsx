import type { ComponentProps } from "react";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { SmallTable } from "#app/ui/detail/small-table.tsx";
import { figure } from "#modules/kernel/figure.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { ClientNumbers } from "#modules/tickets/index.ts";

type Figure = { label: string; value: string; hint?: string; to?: string };

/** A few numbers in large type; each leads to what it counts. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(148px,1fr))] gap-2.5 md:grid-cols-[repeat(auto-fill,minmax(200px,1fr))]">
      {figures.map(({ label, value, hint, to }) => {
        const inside = (
          <span className="flex-1">
            <small className="block text-13 text-soft">{label}</small>
            <b className="block text-18 font-bold tabular-nums">{value}</b>
            {hint && <small className="block text-13 text-soft">{hint}</small>}
          </span>
        );
        const box = "rounded-md border border-line px-3.5 py-3";
        return (
          <li key={label} className="grid">
            {to ? (
              <Link
                className={`flex items-start gap-3 text-teal-700 no-underline hover:border-edge hover:bg-paper hover:text-teal-900 ${box}`}
                to={to}
              >
                {inside}
              </Link>
            ) : (
              <div className={box}>{inside}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const numbers =
  "w-full max-w-160 border-collapse [&_:is(th,td)]:border-b [&_:is(th,td)]:border-hair [&_:is(th,td)]:py-2 " +
  "[&_:is(th,td)]:pr-3 [&_td]:text-right [&_td]:tabular-nums [&_th]:text-left [&_th]:font-normal [&_thead_th]:text-13 " +
  "[&_thead_th]:font-semibold [&_thead_th]:text-soft [&_thead_th:not(:first-child)]:text-right [&_thead_th:not(:first-child)]:tabular-nums";

/** A small table whose other columns hold numbers. */
export function NumbersTable(table: ComponentProps<typeof SmallTable>) {
  return (
    <div className="overflow-x-auto">
      <SmallTable {...table} className={numbers} />
    </div>
  );
}

/** Open and closed requests and what is due, per service. */
export function Services({ services }: { services: ClientNumbers["services"] }) {
  const say = useSay();
  const nameOf = useName();
  return (
    <section aria-labelledby="services">
      <h2 id="services">{say("common.byService")}</h2>
      <NumbersTable
        caption={say("common.byService")}
        heads={[say("common.service"), say("common.open"), say("client.closed"), say("client.due")]}
        rows={services.map(({ name, open, closed, duePaise }) => ({
          key: name,
          cells: [nameOf(name), figure(open), figure(closed), rupees(duePaise)],
        }))}
      />
    </section>
  );
}
