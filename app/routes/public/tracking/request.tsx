import type { ReactNode } from "react";
import { bandContent, bandPage, goLook } from "#app/parts/tickets/band.tsx";
import { NeedPictures } from "#app/parts/tickets/pictures-field.tsx";
import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { showVisit } from "#app/parts/tickets/words.ts";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { Icon, type IconName } from "#app/ui/base/icon.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ShareLink } from "#app/ui/base/share-link.tsx";
import { useSite } from "#app/ui/base/site.ts";
import { type Step, Timeline } from "#app/ui/detail/timeline.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showDateTime, showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { Codes, Tracking } from "#modules/tickets/index.ts";
import { endedEarly } from "#modules/tickets/shared.ts";
import { Invoice, TrackingActions } from "./choices.tsx";
import { Costs, Folded, Pictures, TrackedDetails, WhoReads } from "./details.tsx";
import { MoneyBack } from "./money-back.tsx";
import { OutcomeQuestion } from "./outcome.tsx";
import { ProposalsNote } from "./proposals.tsx";
import { StillNeededNote } from "./still-needed.tsx";
import { goesAgain, isWithoutNews } from "./tone.ts";
import { RequestTop } from "./top.tsx";

type RequestProps = {
  tracked: Tracking;
  link: string;
  codes: Codes | null;
  startCode: string | null;
  pictures: readonly { id: string }[];
};

/**
 * One request, as far as this browser may see it. On live news islands/live.ts reloads the page and replaces each
 * `data-part` that changed, and takes away what an ended request has no use for.
 */
export function TrackedRequest({ tracked, link, codes, startCode, pictures }: RequestProps) {
  const live = isChanging(tracked);
  return (
    <div
      className={bandPage}
      {...(live && {
        "data-enhance": "live",
        "data-live": `/live/ticket?id=${encodeURIComponent(tracked.id)}`,
      })}
    >
      <Part name="now" live className="col-span-full">
        <RequestTop tracked={tracked} />
      </Part>
      <div className={`${bandContent} wrap-break-word max-[56.25rem]:pb-5`}>
        <ErrorSummary intent="rate" />
        <Part name="needed" className={groups}>
          <MoneyBack tracked={tracked} />
          <NextThing tracked={tracked} />
          {tracked.undoSeconds !== null && <UndoCancel id={tracked.id} seconds={tracked.undoSeconds} />}
          <WantedTime tracked={tracked} />
          {startCode && <OwnStartCode code={startCode} tracked={tracked} />}
          {codes && <OwnCodes codes={codes} ride={tracked.pickDrop} />}
          <ProposalsNote tracked={tracked} />
          <StillNeededNote tracked={tracked} />
        </Part>
        <Part name="outcome" className="empty:hidden">
          <OutcomeQuestion tracked={tracked} />
        </Part>
        <Part name="rest" className={groups}>
          <Search tracked={tracked} />
          <TrackingActions tracked={tracked} />
          <Costs tracked={tracked}>{tracked.offers.invoice && <Invoice tracked={tracked} />}</Costs>
          <Pictures tracked={tracked} />
          {pictures.length > 0 && (
            <section className="card">
              <NeedPictures pictures={pictures} />
            </section>
          )}
        </Part>
        <QuietLinks tracked={tracked} link={link} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 px-4 pb-8 wrap-break-word min-[56.25rem]:col-start-3 min-[56.25rem]:row-start-2 min-[56.25rem]:px-0 min-[56.25rem]:pt-8">
        <Part name="side" className={groups}>
          <Steps tracked={tracked} />
          <TrackedDetails tracked={tracked} />
          <WhoReads tracked={tracked} />
        </Part>
        {live && <LiveLine />}
      </div>
    </div>
  );
}

/** Cards beneath each other; nothing where there is none. */
const groups = "grid grid-cols-[minmax(0,1fr)] content-start gap-5 empty:hidden";

/** For ten seconds after a cancellation; live news of its end take it away. */
function UndoCancel({ id, seconds }: { id: string; seconds: number }) {
  const say = useSay();
  return (
    <Form intent="undoCancel" data-enhance="once">
      <input type="hidden" name="ticketId" value={id} />
      <Note>
        <p className="mb-2">{say("cancel.undoHint", { n: seconds })}</p>
        <Button tone="quiet">{say("toast.undo")}</Button>
      </Note>
    </Form>
  );
}

/** The code with which the visit begins, from the agreement until then. */
function OwnStartCode({ code, tracked: { leftAt, help } }: { code: string; tracked: Tracking }) {
  const say = useSay();
  return (
    <section className={codeCard}>
      <h2>{say("startCode.label")}</h2>
      <Digits code={code} />
      <p>{say("startCode.ownHint")}</p>
      {leftAt && (
        <p>
          {say("startCode.another")}{" "}
          <a className="link" href={telOf(help.phone)}>
            {say("missed.callUs")}
          </a>
        </p>
      )}
    </section>
  );
}

const codeCard = "grid gap-3 rounded-lg bg-marigold-50 p-4";

/** A code to read out, digit by digit. */
function Digits({ code }: { code: string }) {
  return (
    <p className="flex gap-2">
      <span className="sr-only">{code.split("").join(" ")}</span>
      {Array.from({ length: code.length }, (_, at) => at).map((at) => (
        <span
          key={at}
          aria-hidden="true"
          className="flex h-13 w-11 items-center justify-center rounded-md border-2 border-marigold-400 bg-white text-2xl font-bold tabular-nums"
        >
          {code.charAt(at)}
        </span>
      ))}
    </p>
  );
}

/** The other time the customer wants, while its center has not answered. */
function WantedTime({ tracked: { timeChange, details } }: { tracked: Tracking }) {
  const say = useSay();
  const locale = useLocale();
  if (!timeChange) return null;
  const { at, until } = timeChange;
  return (
    <Note>
      {say("changeTime.waits", {
        time: showVisit(at, locale),
        center: details?.center ?? say("common.center"),
        until: showDateTime(until, locale),
      })}
    </Note>
  );
}

/** The two codes, from the day of the visit on (fixed point 3). */
function OwnCodes({ codes, ride }: { codes: Codes; ride: boolean }) {
  const say = useSay();
  return (
    <section className={codeCard}>
      <p>{say(ride ? "tracking.ride.codes" : "tracking.codes")}</p>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <div>
          <dt className="mb-1 font-semibold">{say("common.happyCode")}</dt>
          <dd>
            <Digits code={codes.happy} />
          </dd>
        </div>
        <div>
          <dt className="mb-1 font-semibold">{say("tracking.codes.unhappy")}</dt>
          <dd>
            <Digits code={codes.unhappy} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Part({ name, live, ...rest }: { name: string; live?: boolean; className?: string; children: ReactNode }) {
  return <div data-part={name} aria-live={live ? "polite" : undefined} {...rest} />;
}

const telOf = (phone: string) => `tel:${phone.replace(/[^\d+]/g, "")}`;

/** The one next thing: to pay the fee, to say what happens because nobody came, to call, or to book again. */
function NextThing({ tracked }: { tracked: Tracking }) {
  const say = useSay();
  const { id, late, help, status, feeDue, missedSince, pickDrop } = tracked;
  const go = `${goLook} flex w-full items-center justify-center`;
  if (feeDue)
    return (
      <a href={`/booking?step=pay&ticket=${id}`} className={go}>
        {say(pickDrop ? "booking.pay.titlePlatform" : "booking.pay.title")}
      </a>
    );
  if (status !== "CLOSED" && isWithoutNews(tracked))
    return (
      <a href="/booking" className={go}>
        {say("common.bookAService")}
      </a>
    );
  if (goesAgain(tracked))
    return (
      <a href={trackingPath(id, { do: "rebook" })} className={go}>
        {say("tracking.rebook")}
      </a>
    );
  if (!missedSince && !late) return null;
  return (
    <>
      {missedSince && (
        <a href={trackingPath(id, { do: "nobodyCame" })} className={go}>
          {say("missed.choice")}
        </a>
      )}
      <ButtonLink to={telOf(help.phone)} tone="quiet" icon="phone" wide>
        {say("common.callPhone", { phone: help.phone })}
      </ButtonLink>
    </>
  );
}

/** While a center is looked for: what was done, what comes next, and when the fee goes back. */
function Search({ tracked: { search, details, at } }: { tracked: Tracking }) {
  const say = useSay();
  const locale = useLocale();
  if (!search) return null;
  const { centers, since, alone, refundHours } = search;
  const fee = details?.bookingFeePaise ?? 0;
  const isLong = at >= alone;
  const paid: Step[] =
    fee > 0 ? [{ label: say("booking.success.received", { amount: rupees(fee) }), state: "done" }] : [];
  const back: Step[] =
    fee > 0
      ? [
          {
            label: say("search.back", { amount: rupees(fee) }),
            at: say("search.backAfter", { n: refundHours }),
            state: "waiting",
          },
        ]
      : [];
  const steps: Step[] = [
    { label: say("search.asked", { n: centers, count: centers }), at: showDateTime(since, locale), state: "done" },
    { label: say("search.waits"), state: isLong ? "done" : "now" },
    {
      label: say("search.ours"),
      at: isLong ? null : say("search.oursAt", { time: showTime(alone, locale) }),
      state: isLong ? "now" : "waiting",
    },
  ];
  return (
    <section className="card">
      <h2 className="mb-4">{say("search.title")}</h2>
      <Timeline steps={paid.concat(steps, back)} named={false} />
    </section>
  );
}

const linkIcons = {
  nobodyCame: "circle-alert",
  changeTime: "clock",
  correct: "map-pin",
  cancel: "x",
  note: "message-circle",
} as const satisfies Partial<Record<keyof Tracking["offers"], IconName>>;
const quietLink = "link inline-flex min-h-11 items-center gap-2";

/**
 * What the customer may change of an open request, also of one that no center serves; the visit for a calendar, and the link
 * to share, without customer data (B4).
 */
function QuietLinks({ tracked, link }: { tracked: Tracking; link: string }) {
  const say = useSay();
  const product = useSite().name;
  const { id, number, offers, visit } = tracked;
  const links = (["changeTime", "correct", "cancel", "note", "nobodyCame"] as const).filter((act) => offers[act]);
  const isShared = !isWithoutNews(tracked);
  if (links.length === 0 && !isShared) return null;
  return (
    <nav className="flex flex-wrap gap-x-5" aria-label={say("tracking.changeRequest")} data-while-open="">
      {links.map((act) => (
        <a key={act} className={quietLink} href={trackingPath(id, { do: act })}>
          <Icon name={linkIcons[act]} />
          {say(`tracking.${act}`)}
        </a>
      ))}
      {visit && (
        <a className={quietLink} href={`/calendar/${id}`} download>
          <Icon name="calendar" />
          {say("tracking.calendar")}
        </a>
      )}
      {isShared && (
        <ShareLink text={say("tracking.shareText", { product, number, link })} className={quietLink}>
          {say("booking.success.share")}
        </ShareLink>
      )}
    </nav>
  );
}

/** How far it is, folded to the latest step and the next. */
function Steps({ tracked }: { tracked: Tracking }) {
  const say = useSay();
  const steps = useSteps(tracked);
  const done = steps.filter(({ state }) => state === "done");
  const next = steps.find(({ state }) => state === "now");
  const nextWords = next && say("tracking.nextStep", { step: next.label });
  return (
    <Folded
      id="progress"
      title={say("tracking.stepOf", { n: done.length, total: steps.length, step: done.at(-1)?.label ?? "" })}
      hint={nextWords}
      wideOpen
    >
      <Timeline steps={steps} />
    </Folded>
  );
}

/** Whether the page updates by itself; without JavaScript, a link to reload it. */
function LiveLine() {
  const say = useSay();
  return (
    <div data-while-live="" className="text-sm text-soft">
      <p data-live-on="" hidden className="flex min-h-11 items-center gap-2">
        <span className="size-2 flex-none rounded-full bg-green-700" aria-hidden="true" />
        {say("tracking.live")}
      </p>
      <p data-live-gone="" hidden role="status" className="flex min-h-11 items-center text-ink">
        {say("tracking.offline")}
      </p>
      <a data-live-off="" href={useSite().here} className="link inline-flex min-h-11 items-center gap-2">
        <Icon name="refresh-cw" />
        {say("tracking.reload")}
      </a>
    </div>
  );
}

/** Whether its page still changes: a closed request's does until its stars are given. */
const isChanging = (tracked: Tracking) =>
  !isWithoutNews(tracked) || tracked.undoSeconds !== null || (tracked.offers.rating && tracked.details !== null);

/** The six steps (R086–R088); a request that ended early has no current step. */
function useSteps({ timeline, status, details }: Tracking): Step[] {
  const say = useSay();
  const locale = useLocale();
  return timeline.map(({ step, label, state, at }) => {
    const now = state === "active" && !endedEarly({ status });
    return {
      label: say(label),
      at: at && showDateTime(at, locale),
      state: state === "done" || state === "skipped" ? state : now ? "now" : "waiting",
      more: now && details && step === "FEEDBACK" && (
        <p className="text-sm text-soft">{say("tracking.feedbackHint")}</p>
      ),
    };
  });
}
