import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { momentsOf } from "#modules/centers/shared.ts";
import { now, showHours } from "#modules/kernel/clock.ts";
import type { DayBoard, Visit } from "#modules/tickets/index.ts";
import { type DayLinks, slots, useVisitHours, useVisitWord, visitPath } from "./visit-words.tsx";

type BoardLane = { id: string; name: string; note: string; unassigned: boolean; visits: Visit[] };

/** Technicians by the six windows of the day; the first lane has what nobody is assigned to. */
export function Board({ board, links }: { board: DayBoard; links: DayLinks }) {
  const say = useSay();
  const locale = useLocale();
  const lanes = useLanes(board);
  const at = now();
  const windows = slots.map((slot) => momentsOf(board.day, slot));
  return (
    <div className="overflow-x-auto max-md:hidden">
      <table className="w-full min-w-4xl table-fixed border-collapse border border-line bg-white text-xs">
        <caption className="sr-only">{say("day.caption")}</caption>
        <thead>
          <tr className="h-7 border-b border-line text-left">
            <th scope="col" className="w-40 px-2">
              {say("common.technician")}
            </th>
            {windows.map(({ from, until }) => (
              <th key={from.toISOString()} scope="col" className="border-l border-line px-2 whitespace-nowrap">
                {showHours(from, until, locale)}{" "}
                {from <= at && at < until && <span className="font-normal text-soft">{say("day.now")}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lanes.map((lane) => (
            <tr key={lane.id} className="h-16.5 border-b border-line align-top">
              <th
                scope="row"
                className={`px-2 py-2 text-left wrap-anywhere ${lane.unassigned ? "bg-marigold-50" : ""}`}
              >
                {lane.name}
                {lane.note && <span className="block font-normal text-soft">{lane.note}</span>}
              </th>
              {windows.map(({ until }, slot) => (
                <td
                  key={until.toISOString()}
                  className={`border-l border-line p-1 ${until <= at ? "bg-sand" : lane.unassigned ? "bg-marigold-50" : ""}`}
                >
                  {lane.visits
                    .filter(({ firstSlot, lastSlot }) => firstSlot <= slot && slot <= lastSlot)
                    .map((visit) => (
                      <Card key={visit.ticketId} visit={visit} links={links} goesOn={slot > visit.firstSlot} />
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function useLanes({ technicians, visits }: DayBoard): BoardLane[] {
  const say = useSay();
  const of = (technicianId: string) => visits.filter((visit) => visit.technicianId === technicianId);
  const known = new Set(technicians.map(({ id }) => id));
  const unassigned = visits.filter(({ technicianId }) => technicianId === null);
  const former = visits.filter(({ technicianId }) => technicianId !== null && !known.has(technicianId));
  const count = (n: number) => (n > 0 ? say("day.visits", { n }) : "");
  const lanes: BoardLane[] = technicians.map(({ id, name, absent }) => {
    const own = of(id);
    const note = [absent && say("day.away"), count(own.length)].filter(Boolean).join(" · ");
    return { id, name, note, unassigned: false, visits: own };
  });
  if (former.length > 0)
    lanes.push({
      id: "former",
      name: say("day.former"),
      note: count(former.length),
      unassigned: false,
      visits: former,
    });
  const first = { id: "none", name: say("day.withoutTechnician"), note: count(unassigned.length), visits: unassigned };
  return [{ ...first, unassigned: true }, ...lanes];
}

const looks: Record<Visit["state"] | "late", string> = {
  unassigned: "border-l-marigold-400 bg-white",
  agreed: "border-l-teal-700 bg-teal-50",
  onTheWay: "border-l-teal-700 bg-teal-50",
  started: "border-l-teal-700 bg-teal-50",
  done: "border-l-green-700 bg-green-50",
  late: "border-l-red-700 bg-red-50",
};
const words: Record<Visit["state"] | "late", string> = {
  unassigned: "",
  agreed: "",
  onTheWay: "",
  started: "",
  done: "text-green-700",
  late: "text-red-700",
};

function Card({ visit, links, goesOn }: { visit: Visit; links: DayLinks; goesOn: boolean }) {
  const say = useSay();
  const nameOf = useName();
  const wordOf = useVisitWord();
  const hoursOf = useVisitHours();
  const look = visit.lateSince === null ? visit.state : "late";
  const { name, service, locality } = visit;
  return (
    <Link
      to={visitPath(visit, links)}
      aria-label={visit.state === "unassigned" ? say("day.assign.of", { name, time: hoursOf(visit) }) : undefined}
      className={`mb-1 block min-h-15 rounded-md border-l-3 px-2 py-1 leading-4 text-ink no-underline wrap-anywhere last:mb-0 hover:brightness-97 ${looks[look]}`}
    >
      <b className="block">{goesOn ? say("day.continues", { name }) : name}</b>
      <span className="block">{[nameOf(service), locality].filter(Boolean).join(", ")}</span>
      {!goesOn && <b className={`block ${words[look]}`}>{wordOf(visit)}</b>}
    </Link>
  );
}
