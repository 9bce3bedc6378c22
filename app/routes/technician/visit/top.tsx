import type { ReactNode } from "react";
import { Band } from "#app/parts/tickets/band.tsx";
import { mapLink } from "#app/parts/tickets/customer.tsx";
import { type VisitStep, visitSteps, visitsPath } from "#app/parts/visits/paths.ts";
import { useVisitTime } from "#app/parts/visits/when.ts";
import { useAddress } from "#app/ui/base/address.tsx";
import { Icon, type IconName } from "#app/ui/base/icon.tsx";
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
      above={undefined}
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
      {!visit.masked && (
        <p className="mt-1 grid max-w-[34rem] grid-cols-2 gap-2">
          {address && <Reach to={mapLink(address)} icon="map-pin" words={say("common.map")} />}
          <Reach to={`tel:+91${visit.phone}`} icon="phone" words={say("center.detail.call")} />
        </p>
      )}
    </Band>
  );
}

function Reach({ to, icon, words }: { to: string; icon: IconName; words: string }) {
  return (
    <a
      href={to}
      className="flex min-h-12 items-center justify-center gap-2 rounded-lg bg-white/15 font-semibold text-white no-underline hover:bg-white/25"
      {...(to.startsWith("http") && { target: "_blank", rel: "noopener noreferrer" })}
    >
      <Icon name={icon} />
      {words}
    </a>
  );
}

/** A quiet link that leads on, as a row. */
export function Onward({ to, words }: { to: string; words: string }) {
  return (
    <a
      href={to}
      className="flex min-h-12 items-center justify-between gap-3 border-y border-line py-2 font-semibold text-ink no-underline hover:bg-sand"
    >
      {words}
      <Icon name="chevron-right" />
    </a>
  );
}
