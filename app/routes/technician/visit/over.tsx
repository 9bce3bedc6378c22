import { Band, bandContent, bandPage } from "#app/parts/tickets/band.tsx";
import { closureWord, paymentWord } from "#app/parts/tickets/words.ts";
import { NextVisit } from "#app/parts/visits/next-visit.tsx";
import { visitSteps, visitsPath } from "#app/parts/visits/paths.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Facts } from "#app/ui/detail/detail.tsx";
import { rupees } from "#modules/kernel/money.ts";
import type { TechnicianVisit, Visit } from "#modules/tickets/index.ts";
import { workDone } from "#modules/tickets/shared.ts";

/** A visit that was closed: what was recorded, thanks, and the next one. */
export function Closed({ visit, next }: { visit: TechnicianVisit; next: Visit | null }) {
  const say = useSay();
  const nameOf = useName();
  const isDone = workDone(visit.closeRemarks ?? "");
  const price = visit.closingPricePaise ?? 0;
  const done = price > 0 ? say("onVisit.done", { amount: rupees(price) }) : say("onVisit.doneFree");
  return (
    <div className={bandPage}>
      <Band
        tone={isDone ? "good" : "teal"}
        title={isDone ? done : say("onVisit.closedNotDone")}
        above={
          isDone && (
            <p className="flex size-16 items-center justify-center rounded-full bg-marigold-400 text-[2.25rem] text-teal-900">
              <Icon name="check" className="block" />
            </p>
          )
        }
        lead={[isDone && say("job.completed"), `${nameOf(visit.service)} · ${visit.number}`].filter(Boolean).join(" ")}
        step={visitSteps.length}
        parts={visitSteps.length}
        up={{ to: visitsPath, words: say("visits.title") }}
      />
      <div className={bandContent}>
        <section className="card">
          <h2 className="mb-1">{say("onVisit.recorded")}</h2>
          <Facts
            facts={[
              { label: say("common.customer"), value: visit.name },
              { label: say("center.complete.remark"), value: closureWord(visit.closeRemarks, say) },
              { label: say("center.complete.price"), value: rupees(price) },
              { label: say("common.paymentMethod"), value: paymentWord(visit, say) },
              { label: say("onVisit.pictureCount"), value: String(visit.pictures.length) },
            ]}
          />
        </section>
        {next ? (
          <NextVisit visit={next} act={say("onVisit.openNext")} />
        ) : (
          <p>
            <ButtonLink to={visitsPath} tone="quiet" reload>
              {say("visits.title")}
            </ButtonLink>
          </p>
        )}
      </div>
    </div>
  );
}

/** A visit that ended without its closing. */
export function Ended({ visit }: { visit: TechnicianVisit }) {
  const say = useSay();
  const nameOf = useName();
  return (
    <div className={bandPage}>
      <Band
        title={say("visitLink.over")}
        lead={`${nameOf(visit.service)} · ${visit.number}`}
        step={visitSteps.length}
        parts={visitSteps.length}
        up={{ to: visitsPath, words: say("visits.title") }}
      />
      <div className={bandContent}>
        <p>{say("onVisit.endedLead")}</p>
        <p>
          <ButtonLink to={visitsPath} tone="quiet" reload>
            {say("visits.title")}
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}
