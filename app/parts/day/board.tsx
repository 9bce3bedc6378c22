import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { RefusedToast } from "#app/ui/form/refused-toast.tsx";
import { momentsOf } from "#modules/centers/shared.ts";
import { now, showHours, showTime } from "#modules/kernel/clock.ts";
import type { DayBoard, Visit } from "#modules/tickets/index.ts";
import { DropForms, dropForm } from "./drop-forms.tsx";
import type { NotMoved } from "./moving.server.ts";
import {
  type DayIntents,
  type DayLinks,
  isLate,
  slots,
  useVisitHours,
  useVisitWord,
  visitPath,
} from "./visit-words.tsx";

type BoardLane = {
  id: string;
  name: string;
  note: string;
  unassigned: boolean;
  technician: boolean;
  visits: Visit[];
  /** The windows in which its technician works; undefined for a lane that is no technician's. */
  onDuty?: readonly number[];
};

/** From so many technicians on the body scrolls under its heads. */
const many = 6;

type BoardProps = {
  board: DayBoard;
  links: DayLinks;
  intents: DayIntents;
  /** Why the visit that was dragged stays where it is. */
  notMoved: NotMoved | null;
};

/**
 * Technicians by the six windows of the day; the first lane has what nobody is assigned to. A visit can be dragged to another
 * technician or window, which does what its request's buttons do; it moves when the server has said so.
 */
export function Board({ board, links, intents, notMoved }: BoardProps) {
  const say = useSay();
  const locale = useLocale();
  const lanes = useLanes(board);
  const at = now();
  const windows = slots.map((slot) => momentsOf(board.day, slot));
  return (
    <div
      className={`max-md:hidden ${board.technicians.length >= many ? "max-h-[calc(100dvh-8rem)] overflow-auto" : "overflow-x-auto"}`}
      {...(board.technicians.length >= many && { tabIndex: 0, role: "region", "aria-label": say("day.caption") })}
      data-enhance="day-board"
    >
      <DropForms day={board.day} intents={intents} />
      <table className="w-full min-w-4xl table-fixed border-collapse border border-line bg-white text-xs">
        <caption className="sr-only">{say("day.caption")}</caption>
        <thead className={board.technicians.length >= many ? "sticky top-0 z-10 bg-white" : ""}>
          <tr className="h-7 border-b border-line text-left">
            <th scope="col" className="w-40 px-2">
              {say("common.technician")}
            </th>
            {windows.map(({ from, until }, slot) => (
              <th key={from.toISOString()} scope="col" className="border-l border-line px-2 whitespace-nowrap">
                {showHours(from, until, locale)}{" "}
                <span className="font-normal text-soft">
                  <WindowWords
                    visits={board.visits}
                    lanes={lanes}
                    slot={slot}
                    isNow={from <= at && at < until}
                    isOver={until <= at}
                  />
                </span>
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
              {windows.map(({ from, until }, slot) => (
                <td
                  key={until.toISOString()}
                  data-lane={lane.id}
                  data-technician={lane.technician ? lane.id : undefined}
                  data-slot={slot}
                  data-at={from.toISOString()}
                  className={`border-l border-line p-1 data-over:bg-teal-50 data-over:inset-ring-2 data-over:inset-ring-teal-700 ${until <= at ? "bg-sand" : lane.unassigned ? "bg-marigold-50" : ""}`}
                >
                  <Idle lane={lane} slot={slot} day={board.day} isOver={until <= at} />
                  {lane.visits
                    .filter(({ firstSlot, lastSlot }) => firstSlot <= slot && slot <= lastSlot)
                    .map((visit) => (
                      <Card
                        key={visit.ticketId}
                        visit={visit}
                        links={links}
                        intents={intents}
                        goesOn={slot > visit.firstSlot}
                        notMoved={notMoved?.ticketId === visit.ticketId ? notMoved : null}
                      />
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

const isIn = (slot: number) => (visit: Visit) => visit.firstSlot <= slot && slot <= visit.lastSlot;

/** Whether a technician works in a window and has nothing to do there. */
const isFree = ({ onDuty, visits }: BoardLane, slot: number) => onDuty?.includes(slot) && !visits.some(isIn(slot));

type WindowWordsProps = {
  visits: readonly Visit[];
  lanes: readonly BoardLane[];
  slot: number;
  isNow: boolean;
  isOver: boolean;
};

/** What a window comes to: late ones, else those that are done, and who is free while it is not over. */
function WindowWords({ visits, lanes, slot, isNow, isOver }: WindowWordsProps) {
  const say = useSay();
  const begun = visits.filter(({ firstSlot }) => firstSlot === slot);
  const late = begun.filter(isLate).length;
  const done = begun.filter(({ state }) => state === "done").length;
  const free = isOver ? 0 : lanes.filter((lane) => isFree(lane, slot)).length;
  const words = [
    isNow && say("day.now"),
    late > 0 ? say("day.late", { n: late }) : done > 0 && say("day.done", { n: done }),
    free > 0 && say("day.freeCount", { n: free }),
  ];
  return <>{words.filter(Boolean).join(", ")}</>;
}

const idleLook = "block min-h-15 rounded-md border border-dashed border-edge px-2 py-1 text-soft";

/** A window without a visit: free, or away, said where the absence begins with the time it ends. */
function Idle({ lane, slot, day, isOver }: { lane: BoardLane; slot: number; day: string; isOver: boolean }) {
  const say = useSay();
  const locale = useLocale();
  const { onDuty, visits } = lane;
  if (!onDuty || visits.some(isIn(slot))) return null;
  if (onDuty.includes(slot)) return isOver ? null : <span className={idleLook}>{say("day.free")}</span>;
  const isFirst = slot === 0 || onDuty.includes(slot - 1);
  const back = onDuty.find((each) => each > slot);
  if (!isFirst) return <span className={idleLook} />;
  return (
    <span className={idleLook}>
      {back === undefined
        ? say("day.away")
        : say("day.awayUntil", { time: showTime(momentsOf(day, back).from, locale) })}
    </span>
  );
}

function useLanes({ technicians, visits }: DayBoard): BoardLane[] {
  const say = useSay();
  const of = (technicianId: string) => visits.filter((visit) => visit.technicianId === technicianId);
  const known = new Set(technicians.map(({ id }) => id));
  const unassigned = visits.filter(({ technicianId }) => technicianId === null);
  const former = visits.filter(({ technicianId }) => technicianId !== null && !known.has(technicianId));
  const count = (n: number) => (n > 0 ? say("day.visits", { n }) : "");
  const lanes: BoardLane[] = technicians.map(({ id, name, absent, onDuty }) => {
    const own = of(id);
    const note = [absent && say("day.away"), count(own.length)].filter(Boolean).join(" · ");
    return { id, name, note, unassigned: false, technician: true, visits: own, onDuty };
  });
  if (former.length > 0)
    lanes.push({
      id: "former",
      name: say("day.former"),
      note: count(former.length),
      unassigned: false,
      technician: false,
      visits: former,
    });
  const first = { id: "none", name: say("day.withoutTechnician"), note: count(unassigned.length), visits: unassigned };
  return [{ ...first, unassigned: true, technician: false }, ...lanes];
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

type CardProps = {
  visit: Visit;
  links: DayLinks;
  intents: DayIntents;
  /** Whether it began in the window before. */
  goesOn: boolean;
  notMoved: NotMoved | null;
};

function Card({ visit, links, intents, goesOn, notMoved }: CardProps) {
  const say = useSay();
  const nameOf = useName();
  const wordOf = useVisitWord();
  const hoursOf = useVisitHours();
  const look = visit.lateSince === null ? visit.state : "late";
  const { name, service, locality } = visit;
  const card = (
    <Link
      to={visitPath(visit, links)}
      {...(!goesOn && dragged(visit, intents))}
      className={`mb-1 block min-h-15 rounded-md border-l-3 px-2 py-1 leading-4 text-ink no-underline wrap-anywhere last:mb-0 hover:brightness-97 data-dragged:opacity-50 ${looks[look]}`}
    >
      <b className="block">{goesOn ? say("day.continues", { name }) : name}</b>
      <span className="block">{[nameOf(service), locality].filter(Boolean).join(", ")}</span>
      {!goesOn && <b className={`block ${words[look]}`}>{wordOf(visit)}</b>}
      {visit.state === "unassigned" && (
        <span className="sr-only">{say("day.assign.of", { name, time: hoursOf(visit) })}</span>
      )}
    </Link>
  );
  if (!notMoved || goesOn) return card;
  return (
    <>
      {card}
      <div
        role="alert"
        tabIndex={-1}
        data-error-summary=""
        className="mb-1 rounded-md border border-red-700 bg-white px-2 py-1 text-red-700 wrap-anywhere last:mb-0"
      >
        <p>{say(notMoved.problem, notMoved.params)}</p>
        <RefusedToast refused={notMoved} />
      </div>
    </>
  );
}

/** What the board's island needs of a visit to drag it; one that is done stays. */
const dragged = ({ ticketId, version, technicianId, firstSlot, lastSlot, state }: Visit, intents: DayIntents) =>
  state !== "done" && {
    id: `visit-${ticketId}`,
    draggable: true,
    "data-visit": ticketId,
    "data-version": version,
    "data-first": firstSlot,
    "data-last": lastSlot,
    "data-form": dropForm(technicianId === null ? intents.assign : intents.change),
  };
