import { buttonLook } from "#app/ui/base/button.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import type { Lane, Visit } from "#modules/tickets/index.ts";
import { type DayLinks, useVisitHours, useVisitWord } from "./visit-words.tsx";

type VisitListProps = {
  visits: readonly Visit[];
  technicians: readonly Lane[];
  links: DayLinks;
  /** Whether it is shown on a desk, too. */
  everywhere?: boolean;
};

/** The visits of a day as a list: late ones first, those that are done last. */
export function VisitList({ visits, technicians, links, everywhere = false }: VisitListProps) {
  const rank = ({ lateSince, state }: Visit) => (lateSince !== null ? 0 : state === "done" ? 2 : 1);
  const sorted = [...visits].sort((one, other) => rank(one) - rank(other));
  return (
    <ul className={`divide-y divide-line border-y border-line ${everywhere ? "" : "md:hidden"}`}>
      {sorted.map((visit) => (
        <Row
          key={visit.ticketId}
          visit={visit}
          links={links}
          technician={technicians.find(({ id }) => id === visit.technicianId)?.name ?? null}
        />
      ))}
    </ul>
  );
}

function Row({ visit, technician, links }: { visit: Visit; technician: string | null; links: DayLinks }) {
  const say = useSay();
  const nameOf = useName();
  const wordOf = useVisitWord();
  const hoursOf = useVisitHours();
  const { name, service, locality, state, lateSince, ticketId } = visit;
  const tone = lateSince !== null ? "text-red-700" : state === "done" ? "text-green-700" : "";
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-center gap-x-3 py-3">
      <span className="font-semibold tabular-nums">{hoursOf(visit)}</span>
      <Link to={links.request(ticketId)} className="min-w-0 text-ink no-underline wrap-anywhere">
        <b className="block">{name}</b>
        <span className="block text-sm text-soft">
          {[nameOf(service), locality, technician].filter(Boolean).join(" · ")}
        </span>
        {state !== "unassigned" || lateSince !== null ? (
          <span className={`block text-sm font-semibold ${tone}`}>{wordOf(visit)}</span>
        ) : null}
      </Link>
      {state === "unassigned" && (
        <Link
          className={buttonLook({ tone: "quiet", small: true, className: "min-h-11" })}
          to={links.assign(ticketId)}
          aria-label={say("day.assign.of", { name, time: hoursOf(visit) })}
        >
          {say("day.assign")}
        </Link>
      )}
    </li>
  );
}
