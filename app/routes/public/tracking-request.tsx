import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { Note } from "#app/ui/card.tsx";
import { Chip } from "#app/ui/chip.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useLocale } from "#app/ui/locale.ts";
import { useSay } from "#app/ui/say.tsx";
import { ShareLink } from "#app/ui/share-link.tsx";
import { useSite } from "#app/ui/site.ts";
import { type Step, Timeline } from "#app/ui/timeline.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { Tracking } from "#modules/tickets/index.ts";
import { TrackingActions } from "./tracking-actions.tsx";
import { TrackedDetails } from "./tracking-details.tsx";
import { toneOf } from "./tracking-tone.ts";

/**
 * One request, as far as this browser may see it. Each `data-part` is read anew by the live enhancer when there is
 * news, and exchanged where it has changed.
 */
export function TrackedRequest({ tracked, link }: { tracked: Tracking; link: string }) {
  const say = useSay();
  const { details } = tracked;
  return (
    <>
      <ErrorSummary intent="rate" />
      <div
        className="grid gap-5 md:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:gap-6"
        data-enhance="live"
        data-live={`/live/ticket?id=${encodeURIComponent(tracked.id)}`}
      >
        <section className="card" aria-labelledby="request">
          <div className="mb-4">
            <h1 id="request" className="text-base font-semibold text-soft md:text-base">
              {say("tracking.titleOf", { number: tracked.number })}
            </h1>
            {details && <p className="text-sm text-soft">{details.service}</p>}
          </div>
          <Part name="now" live>
            <Now tracked={tracked} />
          </Part>
          <Share number={tracked.number} link={link} />
          <LiveLine />
        </section>
        <Part name="side" className="grid content-start gap-5 md:col-start-2 md:row-span-2 md:row-start-1 md:gap-6">
          <TrackingActions tracked={tracked} />
          <section className="card">
            <h2 className="mb-4">{say("tracking.timeline")}</h2>
            <Timeline steps={useSteps(tracked)} />
          </section>
        </Part>
        <Part name="rest" className="grid content-start gap-5 md:gap-6">
          <TrackedDetails tracked={tracked} />
        </Part>
      </div>
    </>
  );
}

function Part({ name, live, ...rest }: { name: string; live?: boolean; className?: string; children: ReactNode }) {
  return <div data-part={name} aria-live={live ? "polite" : undefined} {...rest} />;
}

/** What is happening, who does it, when next; and a word with one help action when it is late (B2). */
function Now({ tracked }: { tracked: Tracking }) {
  const say = useSay();
  const locale = useLocale();
  const { now, next, late, help, status, colour, feeDue, feeReturnedPaise, pickDrop } = tracked;
  const noService = now.key === "tracking.now.noService";
  const ended = noService || over.includes(status) || now.key === "booking.pay.over";
  return (
    <>
      <Chip tone={toneOf(colour)} strong>
        {say(`status.${status}`)}
      </Chip>
      <p className="mt-3 text-xl leading-snug font-bold text-balance">{say(now.key, now.params)}</p>
      {next && (
        <p className="mt-2 text-soft">{say(next.key, next.at ? { time: showDateTime(next.at, locale) } : {})}</p>
      )}
      {feeReturnedPaise !== null && (
        <p className="mt-2 text-soft">{say("tracking.feeReturned", { amount: rupees(feeReturnedPaise) })}</p>
      )}
      {noService && feeReturnedPaise === null && <p className="mt-2 text-soft">{say("tracking.noServiceHint")}</p>}
      {ended && (
        <div className="mt-4">
          <ButtonLink to="/booking" reload>
            {say("shell.book")}
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
              {say("tracking.help.call", { phone: help.phone })}
            </ButtonLink>
          </Note>
        </div>
      )}
    </>
  );
}

/** The link for somebody else, with the request's number and nothing of the customer (B4). */
function Share({ number, link }: { number: string; link: string }) {
  const say = useSay();
  const text = say("tracking.shareText", { product: useSite().name, number, link });
  return (
    <p className="mt-4">
      <ShareLink text={text} className="btn btn-quiet btn-small min-h-11">
        {say("booking.success.share")}
      </ShareLink>
    </p>
  );
}

/** Whether the page follows by itself; without JavaScript it is loaded again by hand. */
function LiveLine() {
  const say = useSay();
  return (
    <div className="mt-5 -mb-3 border-t border-line pt-1 text-sm md:-mb-5 text-soft">
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

/** The six steps (R086–R088); a request that ended early has no step under way. */
function useSteps({ timeline, status, details }: Tracking): Step[] {
  const say = useSay();
  const locale = useLocale();
  return timeline.map(({ step, label, state, at }) => {
    const now = state === "active" && !over.includes(status);
    return {
      label: say(label),
      at: at && showDateTime(at, locale),
      state: state === "done" ? "done" : now ? "now" : "waiting",
      more: now && details && step === "FEEDBACK" && (
        <p className="text-sm text-soft">{say("tracking.feedbackHint")}</p>
      ),
    };
  });
}
