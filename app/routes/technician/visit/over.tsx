import { Band, bandContent, bandPage } from "#app/parts/tickets/band.tsx";
import { closureWord, paymentWord } from "#app/parts/tickets/words.ts";
import { DayTotals, isDone } from "#app/parts/visits/day-totals.tsx";
import { NextVisit } from "#app/parts/visits/next-visit.tsx";
import { visitSteps, visitsPath } from "#app/parts/visits/paths.ts";
import { CenterCall } from "#app/parts/visits/reach.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Facts } from "#app/ui/detail/detail.tsx";
import { rupees } from "#modules/kernel/money.ts";
import type { TechnicianDay, TechnicianVisit } from "#modules/tickets/index.ts";
import { workDone } from "#modules/tickets/shared.ts";

/** A visit that was closed: what was recorded, what the day comes to, and the next one. */
export function Closed({ visit, day }: { visit: TechnicianVisit; day: Pick<TechnicianDay, "visits" | "today"> }) {
  const say = useSay();
  const nameOf = useName();
  const next = day.visits.find((one) => !isDone(one));
  const asDone = workDone(visit.closeRemarks ?? "");
  const price = visit.closingPricePaise ?? 0;
  const done = price > 0 ? say("onVisit.done", { amount: rupees(price) }) : say("onVisit.doneFree");
  return (
    <div className={bandPage}>
      <Band
        tone={asDone ? "good" : "teal"}
        title={asDone ? done : say("onVisit.closedNotDone")}
        above={
          asDone && (
            <p className="flex size-16 items-center justify-center rounded-full bg-marigold-400 text-[2.25rem] text-teal-900">
              <Icon name="check" className="block" />
            </p>
          )
        }
        lead={[asDone && say("job.completed"), `${nameOf(visit.service)} · ${visit.number}`].filter(Boolean).join(" ")}
        step={visitSteps.length}
        parts={visitSteps.length}
        up={{ to: visitsPath, words: say("visits.title") }}
        extra={<CenterCall phone={visit.centerPhone} />}
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
        <DayTotals day={day} />
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
        extra={<CenterCall phone={visit.centerPhone} />}
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
