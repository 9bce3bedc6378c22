import { useLocation } from "@remix-run/react";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { whenWanted } from "#app/parts/tickets/words.ts";
import { buttonLook } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import type { Refused } from "#app/ui/base/refused.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { day as dayMs, fromIst, istDate, showDay } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { DayBoard, TimesToAgree, WithoutTime } from "#modules/tickets/index.ts";
import { AgreeDialog } from "./agree-dialog.tsx";
import { Board } from "./board.tsx";
import { DayTabs } from "./day-tabs.tsx";
import type { NotMoved } from "./moving.server.ts";
import { VisitList } from "./visit-list.tsx";
import { type DayIntents, type DayLinks, isLate, isUnassigned, type Shown } from "./visit-words.tsx";

type DayPageProps = {
  board: DayBoard;
  links: DayLinks;
  intents: DayIntents;
  /** The request whose time is being agreed. */
  agreeing: (TimesToAgree & { at?: string }) | null;
  /** The visit that was dragged to another window, and stays. */
  notMoved: NotMoved | null;
  /** Only these of its visits. */
  shown?: Shown | undefined;
  /** Of the day as a heading: below a heading of the page it is the second. */
  heading?: "h1" | "h2";
};

/** A day of a center: the board, below 768 px and for some of the visits a list; then the requests without a time. */
export function DayPage({ board, links, intents, agreeing, notMoved, shown, heading = "h1" }: DayPageProps) {
  const say = useSay();
  const { visits, withoutTime, technicians } = board;
  const some = shown && visits.filter(shown === "late" ? isLate : isUnassigned);
  const dropped = useDropped();
  return (
    <>
      <DayHead board={board} heading={heading} add={links.add} />
      <DayTabs board={board} shown={shown} />
      {some && some.length > 0 && <VisitList visits={some} technicians={technicians} links={links} everywhere />}
      {some?.length === 0 && <EmptyState icon="calendar-clock" title={say("day.noneOfThese")} />}
      {!some && (
        <>
          {(visits.length > 0 || technicians.length > 0) && (
            <Board board={board} links={links} intents={intents} notMoved={dropped ?? notMoved} />
          )}
          <VisitList visits={visits} technicians={technicians} links={links} />
          {visits.length === 0 && <EmptyState icon="calendar-clock" title={say("day.none")} />}
        </>
      )}
      {withoutTime.length > 0 && <NoTimeAgreed requests={withoutTime} links={links} />}
      {agreeing && <AgreeDialog agreeing={agreeing} />}
    </>
  );
}

/** The visit that was dragged to another technician, and why it stays. */
function useDropped(): NotMoved | null {
  const refused = useAnswer<Refused>();
  const ticketId = refused?.values?.ticketId;
  // What only asks for the password stands in the board's form.
  if (!refused?.problem || refused.confirm || refused.intent === "agree" || typeof ticketId !== "string") return null;
  return { ...refused, ticketId, problem: refused.problem };
}

const arrow =
  "inline-flex size-11 items-center justify-center rounded-md border border-edge bg-white text-ink hover:bg-sand";

/** Which day it is, the way to the next ones, and what becomes of its visits in figures. */
function DayHead({
  board: { day, today, visits },
  heading: Heading,
  add,
}: Required<Pick<DayPageProps, "board" | "heading">> & { add: string }) {
  const say = useSay();
  const locale = useLocale();
  const here = useLocation();
  const at = fromIst(day, "12:00");
  const to = (days: number) =>
    addressWith(here, { day: istDate(new Date(at.getTime() + days * dayMs)), agree: null, at: null });
  const done = visits.filter(({ state }) => state === "done").length;
  const toAssign = visits.filter(({ state }) => state === "unassigned").length;
  const collected = visits.reduce((sum, visit) => sum + (visit.isPaid ? (visit.closingPricePaise ?? 0) : 0), 0);
  const late = visits.filter(isLate).length;
  return (
    <header className="mb-4 flex flex-wrap items-center gap-3">
      <Heading>{showDay(at, "day", locale)}</Heading>
      <nav className="flex items-center gap-2" aria-label={say("day.title")}>
        <Link className={arrow} to={to(-1)} aria-label={say("ride.sheet.before")}>
          <Icon name="chevron-left" />
        </Link>
        <Link className={arrow} to={to(1)} aria-label={say("day.after")}>
          <Icon name="chevron-right" />
        </Link>
        {day !== today && (
          <Link
            className="link inline-flex min-h-11 items-center px-2"
            to={addressWith(here, { day: null, agree: null, at: null })}
          >
            {say("desk.dates.today")}
          </Link>
        )}
      </nav>
      {visits.length > 0 && (
        <p className="flex flex-wrap gap-x-3 text-soft">
          <span>{say("day.visits", { n: visits.length })}</span>
          {done > 0 && <span>{say("day.done", { n: done })}</span>}
          {collected > 0 && <span>{say("day.collected", { amount: rupees(collected) })}</span>}
          {toAssign > 0 && (
            <span className="font-semibold text-marigold-700">{say("day.toAssign", { n: toAssign })}</span>
          )}
          {late > 0 && <span className="font-semibold text-red-700">{say("day.late", { n: late })}</span>}
        </p>
      )}
      <Link className={buttonLook({ tone: "quiet", className: "ml-auto" })} to={add}>
        <Icon name="plus" />
        {say("center.menu.addTicket")}
      </Link>
    </header>
  );
}

function NoTimeAgreed({ requests, links }: { requests: readonly WithoutTime[]; links: DayLinks }) {
  const say = useSay();
  const nameOf = useName();
  const locale = useLocale();
  return (
    <section className="mt-8">
      <h2 className="mb-1">{say("day.withoutTime")}</h2>
      <p className="mb-3 text-soft">{say("day.withoutTime.lead")}</p>
      <ul className="card divide-y divide-line py-0!">
        {requests.map(({ ticketId, number, name, service, locality, timePreference: { type, at } }) => (
          <li key={ticketId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <p className="min-w-0 wrap-anywhere">
              <Link className="link font-semibold" to={links.request(ticketId)}>
                {name}
              </Link>
              <span className="block text-soft">{[nameOf(service), locality, number].filter(Boolean).join(" · ")}</span>
              <span className="block text-soft">
                {say("day.wanted", { when: whenWanted({ type, at }, say, locale) })}
              </span>
            </p>
            <Link
              preventScrollReset
              className={buttonLook({ tone: "quiet", small: true, className: "min-h-11" })}
              to={links.agree(ticketId)}
              aria-label={say("day.agree.of", { number })}
            >
              {say("day.agree")}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
