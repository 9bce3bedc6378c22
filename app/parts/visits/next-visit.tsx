import { goLook } from "#app/parts/tickets/band.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Elapsed } from "#app/ui/clock/elapsed.tsx";
import type { Visit } from "#modules/tickets/index.ts";
import { visitPath } from "./paths.ts";
import { useVisitTime } from "./when.ts";

/** The next visit, with the one button there is. */
export function NextVisit({ visit, act }: { visit: Visit; act: string }) {
  const say = useSay();
  const nameOf = useName();
  const { hoursOf } = useVisitTime();
  return (
    <section className="card grid gap-3">
      <p className="flex flex-wrap items-center justify-between gap-2 text-soft">
        <span className="min-w-0 wrap-anywhere">
          {say("visits.next")} · {nameOf(visit.service)}
        </span>
        <Chip tone={visit.lateSince === null ? "warm" : "bad"}>
          {visit.lateSince === null ? hoursOf(visit) : <Elapsed what="late" since={visit.lateSince} />}
        </Chip>
      </p>
      <h2 className="wrap-anywhere">{[visit.name, visit.locality].filter(Boolean).join(", ")}</h2>
      <a href={visitPath(visit.ticketId)} className={`${goLook} flex items-center justify-center`}>
        {act}
      </a>
    </section>
  );
}
