import { useLocation } from "@remix-run/react";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { day as dayMs, fromIst, istDate } from "#modules/kernel/clock.ts";
import type { DayBoard } from "#modules/tickets/index.ts";
import { isLate, isUnassigned, type Shown } from "./visit-words.tsx";

/** The views of a board: today, tomorrow, and of the day shown what nobody is assigned to and what is late. */
export function DayTabs({ board, shown }: { board: DayBoard; shown: Shown | undefined }) {
  const say = useSay();
  const here = useLocation();
  const { day, today, visits, counts } = board;
  const tomorrow = istDate(new Date(fromIst(today, "12:00").getTime() + dayMs));
  const to = (changes: { day?: string | null; show: Shown | null }) =>
    addressWith(here, { agree: null, at: null, ...changes });
  const late = visits.filter(isLate).length;
  const tabs = [
    { words: say("book.today"), n: counts.today, to: to({ day: null, show: null }), on: !shown && day === today },
    {
      words: say("book.tomorrow"),
      n: counts.tomorrow,
      to: to({ day: tomorrow, show: null }),
      on: !shown && day === tomorrow,
    },
    {
      words: say("day.withoutTechnician"),
      n: visits.filter(isUnassigned).length,
      to: to({ show: "unassigned" }),
      on: shown === "unassigned",
    },
    { words: say("day.tab.late"), n: late, to: to({ show: "late" }), on: shown === "late", red: late > 0 },
  ];
  return (
    <nav aria-label={say("day.views")} className="mb-3 flex flex-wrap gap-x-1 border-b border-line">
      {tabs.map(({ words, n, to, on, red }) => (
        <Link
          key={words}
          to={to}
          aria-current={on ? "page" : undefined}
          className={`inline-flex min-h-11 items-center gap-1.5 border-b-3 px-3 no-underline hover:bg-sand ${on ? "border-marigold-400 font-semibold" : "border-transparent"} ${red ? "font-semibold text-red-700" : "text-ink"}`}
        >
          {words} <span className="tabular-nums">{n}</span>
        </Link>
      ))}
    </nav>
  );
}
