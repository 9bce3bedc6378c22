import { goLook } from "#app/parts/tickets/band.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Elapsed } from "#app/ui/clock/elapsed.tsx";
import type { OwnVisit } from "#modules/tickets/index.ts";
import { visitPath } from "./paths.ts";
import { Reach } from "./reach.tsx";
import { useVisitTime } from "./when.ts";

/** The next visit: what is wrong, map and call, and the one button there is. */
export function NextVisit({ visit, act }: { visit: OwnVisit; act: string }) {
  const say = useSay();
  const nameOf = useName();
  const { hoursOf } = useVisitTime();
  return (
    <section className="card grid gap-3">
      <p className="flex flex-wrap items-center justify-between gap-2 text-soft">
        <span className="min-w-0 wrap-anywhere">
          {[say("visits.next"), nameOf(visit.service), visit.isRevisit && say("onVisit.revisit")]
            .filter(Boolean)
            .join(" · ")}
        </span>
        <Chip tone={visit.lateSince === null ? "warm" : "bad"}>
          {visit.lateSince === null ? hoursOf(visit) : <Elapsed what="late" since={visit.lateSince} />}
        </Chip>
      </p>
      <h2 className="wrap-anywhere">{[visit.name, visit.locality].filter(Boolean).join(", ")}</h2>
      {visit.requirement && (
        <p className="line-clamp-3 wrap-anywhere whitespace-pre-line text-soft">{visit.requirement}</p>
      )}
      <Reach address={visit.address} phone={visit.phone} />
      <a href={visitPath(visit.ticketId)} className={`${goLook} flex items-center justify-center`}>
        {act}
      </a>
    </section>
  );
}
