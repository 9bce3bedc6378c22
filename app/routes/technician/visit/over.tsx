import { Band, bandContent, bandPage } from "#app/parts/tickets/band.tsx";
import { visitsPath } from "#app/parts/visits/paths.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import type { TechnicianVisit } from "#modules/tickets/index.ts";

/** A visit of which nothing more is to be done. */
export function Ended({ visit }: { visit: TechnicianVisit }) {
  const say = useSay();
  const nameOf = useName();
  return (
    <div className={bandPage}>
      <Band
        title={say("visitLink.over")}
        lead={`${nameOf(visit.service)} · ${visit.number}`}
        step={4}
        parts={4}
        up={{ to: visitsPath, words: say("visits.title") }}
      />
      <div className={bandContent}>
        {visit.status !== "CLOSED" && <p>{say("onVisit.endedLead")}</p>}
        <p>
          <ButtonLink to={visitsPath} tone="quiet" reload>
            {say("visits.title")}
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}
