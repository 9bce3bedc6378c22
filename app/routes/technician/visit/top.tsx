import type { ReactNode } from "react";
import { Band } from "#app/parts/tickets/band.tsx";
import { type VisitStep, visitSteps, visitsPath } from "#app/parts/visits/paths.ts";
import { CenterCall, Reach } from "#app/parts/visits/reach.tsx";
import { useVisitTime } from "#app/parts/visits/when.ts";
import { useAddress } from "#app/ui/base/address.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import type { TechnicianVisit } from "#modules/tickets/index.ts";
import { addressLine } from "#modules/tickets/shared.ts";

type TopProps = { visit: TechnicianVisit; title: string; step: VisitStep; children?: ReactNode };

/** The band of every step: what is next, for whom and where, with map and call on the same place. */
export function Top({ visit, title, step }: TopProps) {
  const say = useSay();
  const nameOf = useName();
  const addressOf = useAddress();
  const { timeOf } = useVisitTime();
  const at = visitSteps.indexOf(step) + 1;
  const time = visit.appointment ? timeOf(visit.appointment) : say("onVisit.noTime");
  const address = addressLine(visit);
  return (
    <Band
      title={title}
      up={{ to: visitsPath, words: say("visits.title") }}
      extra={<CenterCall phone={visit.centerPhone} />}
      lead={
        <>
          <span className="block text-sm">
            {[say("onVisit.step", { step: at, steps: visitSteps.length }), time, nameOf(visit.service)].join(" · ")}
          </span>
          <span className="block">{[visit.name, addressOf(address)].filter(Boolean).join(" · ")}</span>
          {visit.isRevisit && <span className="block text-sm">{say("onVisit.revisit")}</span>}
        </>
      }
      step={at}
      parts={visitSteps.length}
    >
      {!visit.masked && <Reach address={address} phone={visit.phone} dark />}
    </Band>
  );
}

/** A quiet link that leads on, as a row. */
export function Onward({ to, words, hint }: { to: string; words: string; hint?: string | undefined }) {
  return (
    <a
      href={to}
      className="flex min-h-12 items-center justify-between gap-3 border-y border-line py-2 font-semibold text-ink no-underline hover:bg-sand"
    >
      <span>
        {words}
        {hint && <span className="block text-sm font-normal text-soft">{hint}</span>}
      </span>
      <Icon name="chevron-right" />
    </a>
  );
}
