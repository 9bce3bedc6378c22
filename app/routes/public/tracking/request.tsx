import type { ReactNode } from "react";
import { NeedPictures } from "#app/parts/tickets/pictures-field.tsx";
import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { showVisit } from "#app/parts/tickets/words.ts";
import { Button, ButtonLink, buttonLook } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ShareLink } from "#app/ui/base/share-link.tsx";
import { useName, useSite } from "#app/ui/base/site.ts";
import { type Step, Timeline } from "#app/ui/detail/timeline.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { Codes, Tracking } from "#modules/tickets/index.ts";
import { TrackingActions } from "./choices.tsx";
import { TrackedDetails } from "./details.tsx";
import { OutcomeQuestion } from "./outcome.tsx";
import { ProposalsNote } from "./proposals.tsx";
import { StillNeededNote } from "./still-needed.tsx";
import { toneOf } from "./tone.ts";

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
  const say = useSay();
  const nameOf = useName();
  const { details } = tracked;
  const live = isLive(tracked);
  return (
    <>
      <ErrorSummary intent="rate" />
      <div
        className="grid grid-cols-1 gap-5 wrap-break-word md:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:gap-6"
        {...(live && {
          "data-enhance": "live",
          "data-live": `/live/ticket?id=${encodeURIComponent(tracked.id)}`,
        })}
      >
        <section className="card" aria-labelledby="request">
          <div className="mb-4">
            <h1 id="request" className="text-base font-semibold text-soft md:text-base">
              {say("tracking.titleOf", { number: tracked.number })}
            </h1>
            {details && <p className="text-sm text-soft">{nameOf(details.service)}</p>}
          </div>
          <Part name="now" live>
            <Now tracked={tracked} />
            {tracked.undoSeconds !== null && <UndoCancel id={tracked.id} seconds={tracked.undoSeconds} />}
            <WantedTime tracked={tracked} />
            {startCode && <OwnStartCode code={startCode} />}
            {codes && <OwnCodes codes={codes} ride={tracked.pickDrop} />}
          </Part>
          <Part name="outcome">
            <OutcomeQuestion tracked={tracked} />
          </Part>
          <QuietLinks tracked={tracked} />
          {!hasEnded(tracked) && <Share number={tracked.number} link={link} />}
          {live && <LiveLine />}
        </section>
        <Part name="side" className="grid content-start gap-5 md:col-start-2 md:row-span-2 md:row-start-1 md:gap-6">
          <ProposalsNote tracked={tracked} />
          <StillNeededNote tracked={tracked} />
          <TrackingActions tracked={tracked} />
          <section className="card">
            <h2 className="mb-4">{say("common.progress")}</h2>
            <Timeline steps={useSteps(tracked)} />
          </section>
        </Part>
        <Part name="rest" className="grid content-start gap-5 md:gap-6">
          <TrackedDetails tracked={tracked} />
          {pictures.length > 0 && (
            <section className="card">
              <NeedPictures pictures={pictures} />
            </section>
          )}
        </Part>
      </div>
    </>
  );
}

/** For ten seconds after a cancellation; live news of its end take it away. */
function UndoCancel({ id, seconds }: { id: string; seconds: number }) {
  const say = useSay();
  return (
    <Form intent="undoCancel" data-enhance="once" className="mt-4">
      <input type="hidden" name="ticketId" value={id} />
      <Note>
        <p className="mb-2">{say("cancel.undoHint", { n: seconds })}</p>
        <Button tone="quiet">{say("toast.undo")}</Button>
      </Note>
    </Form>
  );
}

/** The code with which the visit begins, from the agreement until then. */
function OwnStartCode({ code }: { code: string }) {
  const say = useSay();
  return (
    <div className="mt-4">
      <Note>
        <p>
          {say("startCode.label")} <b className="text-xl tabular-nums">{code}</b>
        </p>
        <p className="text-sm">{say("startCode.ownHint")}</p>
      </Note>
    </div>
  );
}

/** The other time the customer wants, while its center has not answered. */
function WantedTime({ tracked: { timeChange, details } }: { tracked: Tracking }) {
  const say = useSay();
  const locale = useLocale();
  if (!timeChange) return null;
  const { at, until } = timeChange;
  return (
    <div className="mt-4">
      <Note>
        {say("changeTime.waits", {
          time: showVisit(at, locale),
          center: details?.center ?? say("common.center"),
          until: showDateTime(until, locale),
        })}
      </Note>
    </div>
  );
}

/** The two codes, from the day of the visit on (fixed point 3). */
function OwnCodes({ codes, ride }: { codes: Codes; ride: boolean }) {
  const say = useSay();
  return (
    <div className="mt-4">
      <Note>
        <p>{say(ride ? "tracking.ride.codes" : "tracking.codes")}</p>
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 tabular-nums">
          <dt>{say("common.happyCode")}</dt>
          <dd className="font-bold">{codes.happy}</dd>
          <dt>{say("tracking.codes.unhappy")}</dt>
          <dd className="font-bold">{codes.unhappy}</dd>
        </dl>
      </Note>
    </div>
  );
}

function Part({ name, live, ...rest }: { name: string; live?: boolean; className?: string; children: ReactNode }) {
  return <div data-part={name} aria-live={live ? "polite" : undefined} {...rest} />;
}

/** The current step, who does it and when; with a help link when it is late (B2). */
function Now({ tracked }: { tracked: Tracking }) {
  const say = useSay();
  const locale = useLocale();
  const { now, next, late, help, status, colour, feeDue, feeReturnedPaise, pickDrop } = tracked;
  const noService = now.key === "tracking.now.noService";
  return (
    <>
      <p className="text-xl leading-snug font-bold text-balance">{say(now.key, now.params)}</p>
      <p className="mt-3 flex flex-wrap gap-2">
        {feeDue && <Chip tone="warm">{say("tracking.feeDue")}</Chip>}
        <Chip tone={toneOf(colour)}>{say(`status.${status}`)}</Chip>
      </p>
      {next && (
        <p className="mt-2 text-soft">{say(next.key, next.at ? { time: showDateTime(next.at, locale) } : {})}</p>
      )}
      {feeReturnedPaise !== null && (
        <p className="mt-2 text-soft">{say("tracking.feeReturned", { amount: rupees(feeReturnedPaise) })}</p>
      )}
      {tracked.feeToBalancePaise !== null && (
        <p className="mt-2 text-soft">{say("tracking.feeToBalance", { amount: rupees(tracked.feeToBalancePaise) })}</p>
      )}
      {noService && feeReturnedPaise === null && <p className="mt-2 text-soft">{say("tracking.noServiceHint")}</p>}
      {status !== "CLOSED" && hasEnded(tracked) && (
        <div className="mt-4">
          <ButtonLink to="/booking" reload>
            {say("common.bookAService")}
          </ButtonLink>
        </div>
      )}
      {feeDue && (
        <div className="mt-4">
          <ButtonLink to={`/booking?step=pay&ticket=${tracked.id}`} icon="indian-rupee" reload>
            {say(pickDrop ? "booking.pay.titlePlatform" : "booking.pay.title")}
          </ButtonLink>
        </div>
      )}
      {late && (
        <div className="mt-4">
          <Note tone="warm">
            <p className="mb-3">{say(late.key)}</p>
            <ButtonLink
              to={`tel:${help.phone.replace(/[^\d+]/g, "")}`}
              tone="quiet"
              small
              icon="phone"
              className="min-h-11"
            >
              {say("common.callPhone", { phone: help.phone })}
            </ButtonLink>
          </Note>
        </div>
      )}
    </>
  );
}

/** What the customer may change of an open request, and the visit for a calendar. */
function QuietLinks({ tracked: { id, offers, visit } }: { tracked: Tracking }) {
  const say = useSay();
  const links = (["nobodyCame", "changeTime", "correct", "cancel", "note"] as const).filter((act) => offers[act]);
  if (links.length === 0 && !visit) return null;
  return (
    <nav className="mt-4 flex flex-wrap gap-x-5" aria-label={say("tracking.changeRequest")} data-while-open="">
      {links.map((act) => (
        <a key={act} className="link inline-flex min-h-11 items-center" href={trackingPath(id, { do: act })}>
          {say(`tracking.${act}`)}
        </a>
      ))}
      {visit && (
        <a className="link inline-flex min-h-11 items-center" href={`/calendar/${id}`} download>
          {say("tracking.calendar")}
        </a>
      )}
    </nav>
  );
}

/** Shares the link, with the request's number and no customer data (B4). */
function Share({ number, link }: { number: string; link: string }) {
  const say = useSay();
  const text = say("tracking.shareText", { product: useSite().name, number, link });
  return (
    <p className="mt-4" data-while-open="">
      <ShareLink text={text} className={buttonLook({ tone: "quiet", small: true, className: "min-h-11" })}>
        {say("booking.success.share")}
      </ShareLink>
    </p>
  );
}

/** Whether the page updates by itself; without JavaScript, a link to reload it. */
function LiveLine() {
  const say = useSay();
  return (
    <div data-while-live="" className="mt-5 -mb-3 border-t border-line pt-1 text-sm md:-mb-5 text-soft">
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

const over = ["CANCEL", "REJECT"];

/** Whether the work is done, or nobody will do it any more: then there is no news to share. */
const hasEnded = ({ status, now }: Tracking) =>
  status === "CLOSED" ||
  over.includes(status) ||
  now.key === "tracking.now.noService" ||
  now.key === "booking.pay.over";

/** Whether its page still changes: a closed request's does until its stars are given. */
const isLive = (tracked: Tracking) =>
  !hasEnded(tracked) || tracked.undoSeconds !== null || (tracked.offers.rating && tracked.details !== null);

/** The six steps (R086–R088); a request that ended early has no current step. */
function useSteps({ timeline, status, details }: Tracking): Step[] {
  const say = useSay();
  const locale = useLocale();
  return timeline.map(({ step, label, state, at }) => {
    const now = state === "active" && !over.includes(status);
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
