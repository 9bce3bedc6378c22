import { useLoaderData } from "@remix-run/react";
import { technicianActions, technicianPage } from "#app/http/doors/page.server.ts";
import { keepPrivate } from "#app/parts/login/private-link.server.ts";
import { privateMeta } from "#app/parts/login/private-link.ts";
import { Band, bandContent, bandPage } from "#app/parts/tickets/band.tsx";
import { whenWanted } from "#app/parts/tickets/words.ts";
import { DayTotals, isDone, visitsOfToday } from "#app/parts/visits/day-totals.tsx";
import { NextVisit } from "#app/parts/visits/next-visit.tsx";
import { visitPath } from "#app/parts/visits/paths.ts";
import { CenterCall } from "#app/parts/visits/reach.tsx";
import { useVisitTime } from "#app/parts/visits/when.ts";
import { Button } from "#app/ui/base/button.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Elapsed } from "#app/ui/clock/elapsed.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { endSession } from "#modules/access/index.ts";
import { day as dayMs, fromIst, istDate, showDay, showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { type OwnVisit, type TechnicianDay, technicianDay, type WithoutTime } from "#modules/tickets/index.ts";

export const handle = { public: true, title: "visits.title", band: () => true } satisfies Handle;
export const meta = privateMeta;

/** /visits: what a technician has to do today and later. */
export const loader = technicianPage((technician, _input, door) => {
  keepPrivate(door);
  return technicianDay(technician);
});

export const action = technicianActions({
  leave: {
    limit: "A session ends once",
    unkeyed: "A session ends once",
    run: async ({ sessionId }, _input, { drop }) => {
      await endSession(sessionId);
      drop("technician_session");
    },
    to: "/visit",
  },
});

export default function VisitsPage() {
  const day = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  const { visits, withoutTime, name, today } = day;
  const ofToday = visitsOfToday(day);
  const tomorrow = istDate(new Date(fromIst(today, "12:00").getTime() + dayMs));
  const next = visits.find((visit) => !isDone(visit));
  return (
    <div className={bandPage}>
      <Band
        title={useTitle(day)}
        lead={`${showDay(today, "day", locale)} · ${name}`}
        step={ofToday.filter(isDone).length}
        parts={Math.max(1, ofToday.length)}
        extra={<CenterCall phone={day.centerPhone} />}
      />
      <div className={bandContent}>
        {visits.length + withoutTime.length === 0 && <p>{say("visits.noneLead")}</p>}
        {next && <NextVisit visit={next} act={say("visitLink.open")} />}
        {visits.length > 0 && (
          <section>
            <h2 className="sr-only">{say("visits.list")}</h2>
            <ol className="divide-y divide-line border-y border-line">
              {visits.map((visit) => (
                <Row key={visit.ticketId} visit={visit} isNext={visit === next} />
              ))}
            </ol>
          </section>
        )}
        {withoutTime.length > 0 && <NoTime requests={withoutTime} />}
        <DayTotals day={day} tomorrow={visits.filter(({ begins }) => istDate(new Date(begins)) === tomorrow).length} />
        <Form intent="leave" className="mt-4">
          <Button tone="plain" className="-ml-2">
            {say("visits.leave")}
          </Button>
        </Form>
      </div>
    </div>
  );
}

function useTitle({ visits, withoutTime, today }: TechnicianDay): string {
  const say = useSay();
  const { timeOf, hoursOf } = useVisitTime();
  const ofToday = visitsOfToday({ visits, today });
  const next = visits.find((visit) => !isDone(visit));
  if (next && ofToday.length > 0) {
    const jobs = say("visits.today", { n: ofToday.length, count: ofToday.length });
    return `${jobs} ${say("visits.nextAt", { time: ofToday.includes(next) ? hoursOf(next) : timeOf(next) })}`;
  }
  if (next) return say("visits.nextAt", { time: timeOf(next) });
  if (withoutTime.length > 0) return say("visits.nextNoTime", { n: withoutTime.length, count: withoutTime.length });
  return say(visits.length > 0 ? "visits.allDone" : "visits.none");
}

function Row({ visit, isNext }: { visit: OwnVisit; isNext: boolean }) {
  const say = useSay();
  const nameOf = useName();
  const { dayOf, hoursOf } = useVisitTime();
  return (
    <li>
      <a
        href={visitPath(visit.ticketId)}
        className="flex min-h-16 items-center gap-3 py-2 text-ink no-underline hover:bg-sand"
      >
        <span className="w-20 shrink-0">
          <span className="block text-sm text-soft">{dayOf(visit)}</span>
          <b className="block">{hoursOf(visit)}</b>
        </span>
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="block">{[visit.name, visit.locality].filter(Boolean).join(", ")}</span>
          <span className="block text-sm text-soft">
            {[nameOf(visit.service), visit.isRevisit && say("onVisit.revisit")].filter(Boolean).join(" · ")}
          </span>
        </span>
        <span className="max-w-24 text-right text-sm">
          <State visit={visit} isNext={isNext} />
        </span>
      </a>
    </li>
  );
}

function State({
  visit: { state, lateSince, startedAt, closingPricePaise, paymentType, isPaid },
  isNext,
}: {
  visit: OwnVisit;
  isNext: boolean;
}) {
  const say = useSay();
  const locale = useLocale();
  if (state === "done")
    return (
      <span className="text-green-700">
        <b className="block">{say("day.state.done", { amount: closingPricePaise ? rupees(closingPricePaise) : "" })}</b>
        {paymentType && closingPricePaise && say(isPaid ? `paymentType.${paymentType}` : "jobPayment.notYetPaid")}
      </span>
    );
  if (lateSince) return <Elapsed className="font-semibold text-red-700" what="late" since={lateSince} />;
  if (state === "started" && startedAt) return <>{say("day.state.started", { time: showTime(startedAt, locale) })}</>;
  if (state === "onTheWay") return <>{say("day.state.onTheWay")}</>;
  return isNext ? <Chip tone="warm">{say("visits.next")}</Chip> : null;
}

/** Visits of which no time is agreed. */
function NoTime({ requests }: { requests: readonly WithoutTime[] }) {
  const say = useSay();
  const locale = useLocale();
  const nameOf = useName();
  return (
    <section>
      <h2 className="mb-1">{say("day.withoutTime")}</h2>
      <p className="mb-3 text-soft">{say("visits.noTimeLead")}</p>
      <ul className="divide-y divide-line border-y border-line">
        {requests.map(({ ticketId, name, locality, service, timePreference: { type, at } }) => (
          <li key={ticketId}>
            <a
              href={visitPath(ticketId)}
              className="flex min-h-16 items-center gap-3 py-2 text-ink no-underline hover:bg-sand"
            >
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="block">{[name, locality].filter(Boolean).join(", ")}</span>
                <span className="block text-sm text-soft">{nameOf(service)}</span>
                <span className="block text-sm text-soft">
                  {say("day.wanted", { when: whenWanted({ type, at: at && new Date(at) }, say, locale) })}
                </span>
              </span>
              <Icon name="chevron-right" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
