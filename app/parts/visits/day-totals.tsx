import { useSay } from "#app/ui/base/say.tsx";
import { istDate } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { OwnVisit, TechnicianDay } from "#modules/tickets/index.ts";

/** The visits of today, done ones too. */
export const visitsOfToday = ({ visits, today }: Pick<TechnicianDay, "visits" | "today">) =>
  visits.filter(({ begins }) => istDate(new Date(begins)) === today);

export const isDone = ({ state }: Pick<OwnVisit, "state">) => state === "done";

/** What a technician's day comes to: the money that was taken in cash and paid online, and the visits done. */
export function DayTotals({ day, tomorrow }: { day: Pick<TechnicianDay, "visits" | "today">; tomorrow?: number }) {
  const say = useSay();
  const all = visitsOfToday(day);
  const done = all.filter(isDone);
  const paidBy = (type: OwnVisit["paymentType"]) =>
    done
      .filter(({ paymentType, isPaid }) => paymentType === type && isPaid)
      .reduce((sum, { closingPricePaise }) => sum + (closingPricePaise ?? 0), 0);
  const facts = [
    ...(done.length > 0
      ? [
          [say("visits.cash"), rupees(paidBy("Cash"))],
          [say("visits.online"), rupees(paidBy("Online"))],
          [say("visits.doneOf"), say("visits.doneCount", { n: done.length, all: all.length })],
        ]
      : []),
    ...(tomorrow ? [[say("book.tomorrow"), say("visits.jobs", { n: tomorrow, count: tomorrow })]] : []),
  ];
  if (facts.length === 0) return null;
  return (
    <dl className="divide-y divide-line rounded-lg bg-sand px-4">
      {facts.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4 py-3">
          <dt className="text-soft">{label}</dt>
          <dd className="font-semibold whitespace-nowrap tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
