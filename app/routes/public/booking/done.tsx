import { Band, bandContent, bandPage, goLook } from "#app/parts/tickets/band.tsx";
import { UnpaidNote } from "#app/parts/tickets/booking-parts.tsx";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ShareLink } from "#app/ui/base/share-link.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Facts } from "#app/ui/detail/detail.tsx";
import { type Step, Timeline } from "#app/ui/detail/timeline.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { Street } from "#app/ui/shell/street.tsx";
import { showDateTime, showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { DoneView } from "./view.server.ts";
import { useVisitWords } from "./words.ts";

/** The last step: created, being confirmed, no center available, or the fee is refunded. */
export function DoneStep({ view }: { view: DoneView }) {
  const say = useSay();
  switch (view.state) {
    case "created":
      return <Created view={view} />;
    case "pending":
      return <Pending view={view} />;
    case "noService":
      return (
        <Ended view={view} icon="map-pin" title={say("booking.noService")}>
          {view.pincode
            ? say("booking.noServiceHint", { number: view.number, pincode: view.pincode })
            : say("tracking.noServiceHint")}
        </Ended>
      );
    case "feeReturned":
      return <FeeReturned view={view} />;
    case "over":
      return (
        <Ended view={view} icon="clock" title={say("booking.overTitle")}>
          {say(view.status === "CANCEL" ? "tracking.now.cancelled" : "booking.pay.over")}
        </Ended>
      );
  }
}

/** Created: the facts of R076–R080, what was paid, and what happens now. */
function Created({ view }: { view: DoneView }) {
  const say = useSay();
  const { paid } = view;
  return (
    <div className={bandPage} data-enhance="typed-input" data-typed="booking">
      <Band
        tone="good"
        title={say("booking.success.title")}
        above={
          <p className="flex size-16 items-center justify-center rounded-full bg-marigold-400 text-[2.25rem] text-teal-900">
            <Icon name="check" className="block" />
          </p>
        }
        lead={
          <>
            <span role="status">{say("booking.created")}.</span> {whatNext(view, say)}
          </>
        }
        step={1}
        parts={6}
      >
        <a href={view.track} className={`${goLook} flex w-full max-w-[34rem] items-center justify-center`}>
          {say("booking.track")}
        </a>
        <Street lit={3} />
      </Band>
      <div className={bandContent}>
        <BalancePaid view={view} />
        <UnpaidNote unpaid={view.unpaid} />
        {paid && (
          <div className="flex items-center gap-3 rounded-lg bg-green-50 p-4">
            <Icon name="check" className="text-green-700" />
            <p className="min-w-0 flex-1">
              <b className="block">{say("booking.success.received", { amount: rupees(paid.amountPaise) })}</b>
              <PaidAt paid={paid} />
            </p>
            {paid.receipt && (
              <a href={paid.receipt} className="link inline-flex min-h-11 items-center">
                {say("common.receipt")}
              </a>
            )}
          </div>
        )}
        <section className="card" aria-label={say("booking.summary")}>
          <TicketFacts view={view} />
        </section>
      </div>
      <div className="grid content-start gap-4 px-4 pb-8 min-[56.25rem]:col-start-3 min-[56.25rem]:row-start-2 min-[56.25rem]:px-0 min-[56.25rem]:pt-8">
        {view.calendar && (
          <ButtonLink to={view.calendar} tone="quiet" icon="calendar" wide reload>
            {say("tracking.calendar")}
          </ButtonLink>
        )}
        <section className="rounded-lg bg-sand p-4">
          <h2 className="mb-4">{say("booking.success.now")}</h2>
          <Timeline steps={useNext(view)} />
        </section>
        <p>
          <a href="/booking" className="link inline-flex min-h-11 items-center">
            {say("booking.success.again")}
          </a>
        </p>
      </div>
    </div>
  );
}

function PaidAt({ paid: { reference, at } }: { paid: NonNullable<DoneView["paid"]> }) {
  const say = useSay();
  const locale = useLocale();
  const words = [reference && say("booking.success.reference", { reference: reference }), at && showTime(at, locale)];
  return <span className="text-sm">{words.filter(Boolean).join(" · ")}</span>;
}

/** What happens now, from the fee to the end of the work. */
function useNext(view: DoneView): Step[] {
  const say = useSay();
  const when = useVisitWords(view.visit);
  const { paid, center } = view;
  const fee: Step[] = paid
    ? [{ label: say("booking.success.received", { amount: rupees(paid.amountPaise) }), state: "done" }]
    : [];
  const yes: Step = center
    ? { label: say("booking.success.matched", { center: center }), state: "done" }
    : { label: say("booking.success.yes"), state: "now" };
  return [
    ...fee,
    yes,
    { label: say("booking.success.comes"), at: when, state: center ? "now" : "waiting" },
    { label: say("booking.success.pay"), state: "waiting" },
  ];
}

/** What of the fee the customer's balance paid; nothing was to be paid where that was all. */
function BalancePaid({ view: { balance, duePaise } }: { view: DoneView }) {
  const say = useSay();
  if (!balance) return null;
  return (
    <p className="mb-4 font-semibold">
      {say(duePaise === 0 ? "booking.balancePaidAll" : "booking.balancePaid", { amount: rupees(balance.amountPaise) })}
    </p>
  );
}

function whatNext({ center, asked }: DoneView, say: ReturnType<typeof useSay>) {
  if (center) return say("booking.success.matched", { center });
  return asked >= 3 ? say("booking.success.asked", { n: asked }) : say("booking.success.offered");
}

function TicketFacts({ view }: { view: DoneView }) {
  const say = useSay();
  const locale = useLocale();
  const { createdAt, link } = view;
  const visit = useVisitWords(view.visit);
  return (
    <div className="[&>section]:mb-0">
      <Facts
        facts={[
          { label: say("booking.success.ticketId"), value: <span className="font-semibold">{view.number}</span> },
          {
            label: say("booking.success.status"),
            value: <Chip tone={view.status === "PENDING" ? "warm" : "good"}>{say(`status.${view.status}`)}</Chip>,
          },
          {
            label: say("booking.success.createdAt"),
            value: <time dateTime={createdAt}>{showDateTime(createdAt, locale)}</time>,
          },
          { label: say("booking.success.visit"), value: visit },
          {
            label: say("booking.success.link"),
            value: (
              <>
                <a href={view.track} className="link inline-flex min-h-11 items-center">
                  {say("booking.success.open")}
                </a>
                <span title={link} className="block truncate text-sm text-soft">
                  {link.replace(/^https?:\/\//, "")}
                </span>
              </>
            ),
          },
        ]}
      />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button
          type="button"
          tone="quiet"
          small
          hidden
          className="min-h-11"
          data-enhance="copy"
          data-copy={link}
          data-copied={say("booking.success.copied")}
        >
          {say("booking.success.copy")}
        </Button>
        <Share view={view} />
        <span role="status" className="text-sm font-semibold text-green-700" data-copy-said="" />
      </div>
    </div>
  );
}

/** A WhatsApp link with the tracking link and no customer data (R080, B4). */
function Share({ view: { service, product, number, link } }: { view: DoneView }) {
  const say = useSay();
  const nameOf = useName();
  const text = say("booking.success.shareText", { service: nameOf(service), product, number, link });
  return <ShareLink text={text}>{say("booking.success.share")}</ShareLink>;
}

/** The payment is being confirmed; the page updates by itself, or by its button. */
function Pending({ view }: { view: DoneView }) {
  const say = useSay();
  const nameOf = useName();
  return (
    <div className="max-w-lg" data-enhance="await-payment" data-live={`/live/ticket?id=${view.id}`}>
      <p className="mb-4 flex size-14 items-center justify-center rounded-full bg-marigold-100 text-2xl text-marigold-700">
        <Icon name="clock" className="block" />
      </p>
      <h1>{say("booking.pendingTitle")}</h1>
      <p className="mt-2 mb-6" role="status">
        {say("booking.pendingHint")}
      </p>
      <div className="card mb-6">
        <Facts
          facts={[
            { label: say("booking.success.ticketId"), value: view.number },
            { label: say("common.service"), value: nameOf(view.service) },
          ]}
        />
        <Form intent="check">
          <input type="hidden" name="ticketId" value={view.id} />
          <Button tone="quiet" icon="refresh-cw">
            {say("booking.pendingCheck")}
          </Button>
        </Form>
      </div>
      <p className="text-sm text-soft">{say("booking.pendingLive")}</p>
    </div>
  );
}

/** The fee goes back: what a card paid to its source, what went to the customer's balance there. */
function FeeReturned({ view }: { view: DoneView }) {
  const say = useSay();
  const { byCard, inBalancePaise } = view.returned ?? { byCard: true, inBalancePaise: null };
  const inBalance = inBalancePaise && say("tracking.feeToBalance", { amount: rupees(inBalancePaise) });
  return (
    <Ended view={view} icon="repeat" title={say(byCard ? "booking.feeReturnedTitle" : "booking.overTitle")}>
      {[byCard && say("booking.feeReturned"), inBalance].filter(Boolean).join(" ")}
    </Ended>
  );
}

type EndedProps = { view: DoneView; icon: "map-pin" | "repeat" | "clock"; title: string; children: string };

/** No request was made: why, and what can be done next. */
function Ended({ view, icon, title, children }: EndedProps) {
  const say = useSay();
  return (
    <div className="max-w-lg" data-enhance="typed-input" data-typed="booking">
      <p className="mb-4 flex size-14 items-center justify-center rounded-full bg-marigold-100 text-2xl text-marigold-700">
        <Icon name={icon} className="block" />
      </p>
      <h1>{title}</h1>
      <div className="mt-4 mb-6">
        <Note tone="warm">{children}</Note>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/booking" reload>
          {say("booking.success.again")}
        </ButtonLink>
        <ButtonLink to={view.track} reload tone="plain" className="-ml-2">
          {say("booking.track")}
        </ButtonLink>
      </div>
    </div>
  );
}
