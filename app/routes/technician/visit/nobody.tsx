import { bandContent, bandPage } from "#app/parts/tickets/band.tsx";
import { NobodyOpens } from "#app/parts/visits/nobody.tsx";
import { visitPath } from "#app/parts/visits/paths.ts";
import { useSay } from "#app/ui/base/say.tsx";
import type { TechnicianVisit, WaitAtDoor } from "#modules/tickets/index.ts";
import { Onward, Top } from "./top.tsx";

/** At a door that nobody opens. */
export function Nobody({ visit, waiting }: { visit: TechnicianVisit; waiting: WaitAtDoor | null }) {
  const say = useSay();
  return (
    <div className={bandPage}>
      <Top visit={visit} title={say("waiting.title")} step="start" />
      <div className={bandContent}>
        <NobodyOpens ticketId={visit.ticketId} waiting={waiting} speaker="technician" />
        <Onward to={visitPath(visit.ticketId, "start")} words={say("onVisit.toStart")} />
      </div>
    </div>
  );
}
