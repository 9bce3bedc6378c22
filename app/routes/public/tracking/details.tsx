import type { ReactNode } from "react";
import { trackingPath, wayToPaper } from "#app/parts/tickets/tracking-paths.ts";
import { paymentWord } from "#app/parts/tickets/words.ts";
import { useAddress } from "#app/ui/base/address.tsx";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import type { Fact } from "#app/ui/detail/detail.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { Locale } from "#modules/messages/index.ts";
import type { Tracking, TrackingDetails } from "#modules/tickets/index.ts";
import { hasEnded } from "#modules/tickets/shared.ts";
import { FactRows } from "./fact-rows.tsx";
import { isWithoutNews } from "./tone.ts";

type Shown = { tracked: Tracking; details: TrackingDetails };

/** Further details of a request (R084), as far as this browser may see them, folded. */
export function TrackedDetails({ tracked }: { tracked: Tracking }) {
  const { details } = tracked;
  if (!details) return <StateOnly tracked={tracked} />;
  return <AllFacts tracked={tracked} details={details} />;
}

/** Whether the request's details are hidden from this browser and how to see them, or whose they are. */
export function WhoReads({ tracked: { id, access, details } }: { tracked: Tracking }) {
  const say = useSay();
  if (access === "full") return <NotYou id={id} />;
  return <Hidden id={id} words={say(details ? "tracking.masked" : "tracking.statusOnly")} />;
}

/** Thirty days after the end of a request its link shows only the state (H3). */
function StateOnly({ tracked: { createdAt, closedAt } }: { tracked: Tracking }) {
  const say = useSay();
  const locale = useLocale();
  return (
    <section className="card">
      <h2 className="mb-1">{say("common.details")}</h2>
      <FactRows
        facts={[
          { label: say("tracking.createdAt"), value: <At at={createdAt} locale={locale} /> },
          { label: say("tracking.closedAt"), value: closedAt && <At at={closedAt} locale={locale} /> },
        ]}
      />
    </section>
  );
}

function At({ at, locale }: { at: Date; locale: Locale }) {
  return <time dateTime={at.toISOString()}>{showDateTime(at, locale)}</time>;
}

function Hidden({ id, words }: { id: string; words: string }) {
  return (
    <Note>
      <p className="mb-3">{words}</p>
      <ButtonLink to={trackingPath(id, { do: "see" })} tone="quiet" icon="shield-check" reload>
        {useSay()("tracking.proofAction")}
      </ButtonLink>
    </Note>
  );
}

/** The place of the visit: an address, or both places of a pick and drop (R064). */
export function usePlaces({ address, ride }: Pick<TrackingDetails, "address" | "ride">): Fact[] {
  const say = useSay();
  const addressOf = useAddress();
  return ride
    ? [
        { label: say("booking.pickLocation"), value: ride.pickLocation },
        { label: say("booking.dropLocation"), value: ride.dropLocation },
      ]
    : [{ label: say("common.address"), value: addressOf(address) }];
}

const spaced = (phone: string) => phone.replace(/^(\d{5})(\d{5})$/, "$1 $2");

function AllFacts({ tracked, details }: Shown) {
  const say = useSay();
  const nameOf = useName();
  const locale = useLocale();
  const full = tracked.access === "full";
  const places = usePlaces(details);
  const { timePreference: time } = details;
  // A pick and drop has neither name nor requirement.
  const isShown = (value: string | null) => Boolean(value) || !details.ride;
  return (
    <Folded id="details" title={say("tracking.details")}>
      <FactRows
        facts={[
          { label: say("common.service"), value: nameOf(details.service) },
          isShown(details.requirement) && { label: say("common.specificRequirement"), value: details.requirement },
          isShown(details.name) && { label: say("common.name"), value: details.name },
          { label: say("common.phone"), value: spaced(details.phone) },
          ...(full ? places : []),
          {
            label: say("tracking.timePreference"),
            value: time.at ? showDateTime(time.at, locale) : say(`tracking.time.${time.type}`),
          },
          details.ride !== null && { label: say("common.vehicle"), value: nameOf(details.ride.vehicle) },
          details.ride?.offerPaise != null && {
            label: say("tracking.offerPrice"),
            value: rupees(details.ride.offerPaise),
          },
          { label: say(details.ride ? "tracking.ride.by" : "tracking.center"), value: details.center },
          { label: say("tracking.createdAt"), value: <At at={tracked.createdAt} locale={locale} /> },
          tracked.closedAt !== null && {
            label: say("tracking.closedAt"),
            value: <At at={tracked.closedAt} locale={locale} />,
          },
          details.revisitOf !== null && {
            label: say("common.revisit"),
            value: <Other other={details.revisitOf} words="tracking.revisit.of" />,
          },
          details.revisit !== null && {
            label: say("common.revisit"),
            value: <Other other={details.revisit} words="tracking.revisit.by" />,
          },
        ]}
      />
    </Folded>
  );
}

type FoldedProps = {
  id: string;
  title: ReactNode;
  /** Its second line. */
  hint?: string | undefined;
  /** Open where there is room beside the content. */
  wideOpen?: boolean;
  children: ReactNode;
};

/** A card that is folded to its title. */
export function Folded({ id, title, hint, wideOpen = false, children }: FoldedProps) {
  return (
    <details
      id={id}
      className={`card group py-1 ${wideOpen ? "min-[56.25rem]:[&::details-content]:[block-size:auto] min-[56.25rem]:[&::details-content]:[content-visibility:visible]" : ""}`}
    >
      <summary className="flex min-h-13 list-none items-center gap-3 py-1 font-semibold text-teal-700 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          {title}
          {hint && <span className="block text-sm text-soft">{hint}</span>}
        </span>
        <Icon name="chevron-down" className="group-open:rotate-180" />
      </summary>
      <div className="pt-2 pb-3">{children}</div>
    </details>
  );
}

/** What a request costs, or its bill: each amount once, and the papers. */
export function Costs({ tracked, children }: { tracked: Tracking; children?: ReactNode }) {
  const say = useSay();
  const { details, offers, feePapers, usual } = tracked;
  if (!details) return children;
  const isAhead = !details.ride && details.closingPricePaise === null && !isWithoutNews(tracked);
  const title = offers.invoice ? "tracking.bill" : "tracking.costs";
  return (
    <section className="card [&>dl:last-child]:mb-0">
      <h2 className="mb-1">{say(title)}</h2>
      <FactRows
        facts={[
          ...pricesOf(details, say, offers.receipt ? wayToPaper("receipt", tracked) : null),
          details.invoiceSupplier !== null && { label: say("invoice.issuedBy"), value: details.invoiceSupplier },
          feePapers.length > 0 && { label: say("tracking.feePapers"), value: <FeePapers papers={feePapers} /> },
        ]}
      />
      {isAhead && (
        <p className="mt-2 text-sm text-soft">
          {say("tracking.workAtHome")}
          {usual && <> {say("tracking.usual", { from: rupees(usual.fromPaise), to: rupees(usual.toPaise) })}</>}
        </p>
      )}
      {children}
    </section>
  );
}

/** The invoice of the fee and its credit notes, as files. */
function FeePapers({ papers }: { papers: Tracking["feePapers"] }) {
  const say = useSay();
  return papers.map(({ id, number, kind }) => (
    <a key={id} className="link mr-3 inline-flex min-h-11 items-center" href={`/fee-papers/${id}`}>
      {say(`feePaper.kind.${kind}`)} {number}
    </a>
  ));
}

/**
 * What it costs (R085), each amount once, adding up to the invoice: a fee that is all the ticket's price stands in its
 * place, and after closing the total says how much of it is paid already. What was refunded of the fee is not paid any more.
 */
function pricesOf(details: TrackingDetails, say: Say, receipt: string | null): (Fact | false)[] {
  const { visitPaise, bookingFeePaise: fee, closingPricePaise: closing, labourPaise: labour } = details;
  const refunded = details.feeRefundedPaise;
  const feeLeft = (fee ?? 0) - refunded;
  const what = say(details.ride ? "booking.price.platform" : "common.bookingFee");
  const feePaid = fee !== null && (
    <>
      {say(feeWords(feeLeft, refunded), { what, amount: rupees(fee), refunded: rupees(refunded) })}
      {receipt !== null && (
        <a className="link ml-3 inline-flex min-h-11 items-center" href={receipt}>
          {say("common.receipt")}
        </a>
      )}
    </>
  );
  return [
    {
      label: `${say("common.ticketPrice")} (${say("tracking.ticketPriceHint")})`,
      value: feePaid && visitPaise === 0 ? feePaid : rupees(visitPaise),
    },
    feePaid !== false && visitPaise !== 0 && { label: what, value: feePaid },
    details.balancePaise !== null && { label: say("booking.price.fromBalance"), value: rupees(details.balancePaise) },
    labour !== null && labour > 0 && { label: say("center.complete.labour"), value: rupees(labour) },
    labour !== null &&
      details.materialPaise !== null &&
      details.materialPaise > 0 && { label: say("center.complete.material"), value: rupees(details.materialPaise) },
    {
      label: `${say("tracking.closingPrice")} (${say("tracking.closingPriceHint")})`,
      value: closing === null ? null : rupees(closing),
    },
    closing !== null && closing > 0 && { label: say("common.paymentMethod"), value: paymentWord(details, say) },
    feeLeft > 0 &&
      closing !== null && {
        label: say("common.total"),
        value: say("tracking.total", { total: rupees(closing + feeLeft), paid: rupees(feeLeft) }),
      },
  ];
}

/** Whether a paid fee is still paid, in part or not at all. */
function feeWords(left: number, refunded: number) {
  if (refunded === 0) return "tracking.feePaid";
  return left > 0 ? "tracking.feePartRefunded" : "tracking.feeRefunded";
}

/** The name of a related request, as a link for a browser that proved the phone of both. */
function Other({ other: { id, number }, words }: OtherProps) {
  const named = useSay()(words, { number });
  if (!id) return named;
  return (
    <a className="link" href={trackingPath(id)}>
      {named}
    </a>
  );
}

type OtherProps = {
  other: { id: string | null; number: string };
  words: "tracking.revisit.of" | "tracking.revisit.by";
};

/** For a browser that proved the phone: its other page, and the way to forget it. */
function NotYou({ id }: { id: string }) {
  const say = useSay();
  return (
    <Form intent="forget" className="flex flex-wrap items-center justify-between gap-x-4">
      <input type="hidden" name="ticketId" value={id} />
      <Button tone="plain" className="-ml-2">
        {say("tracking.notYou")}
      </Button>
      <a className="link flex min-h-11 items-center" href="/my-notifications">
        {say("inbox.mine")}
      </a>
    </Form>
  );
}

/** What was photographed there, while it is expected or where there is some. */
export function Pictures({ tracked: { details, status } }: { tracked: Tracking }) {
  const say = useSay();
  const { pictures, technician } = details ?? {};
  const isExpected = technician && !hasEnded({ status });
  if (!pictures || (pictures.length === 0 && !isExpected)) return null;
  return (
    <section className="card">
      <h2 className="mb-3">{say("common.onSitePictures")}</h2>
      {pictures.length === 0 ? (
        <p className="text-soft">{say("tracking.picturesNone")}</p>
      ) : (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {pictures.map((picture, at) => (
            <li key={picture.id}>
              <a href={picture.url} className="block">
                <img
                  src={picture.url}
                  alt={say("tracking.picture", { n: at + 1, total: pictures.length })}
                  width={320}
                  height={240}
                  loading="lazy"
                  className="aspect-4/3 w-full rounded-md border border-line bg-sand object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
