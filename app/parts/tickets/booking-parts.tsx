import type { ReactNode } from "react";
import { useSpan } from "#app/parts/times/span.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { FeeTerms } from "#modules/tickets/index.ts";

/** The current step of a booking; one through a partner's code has no payment step. */
export function StepLine({ step, free }: { step: 1 | 2 | 3; free: boolean }) {
  const say = useSay();
  const names = { 1: "booking.step.details", 2: "common.otp", 3: "common.payment" } as const;
  const total = free ? 2 : 3;
  return (
    <div className="mb-3">
      <p className="text-sm font-semibold text-teal-700">
        {say("booking.stepOf", { step, total })} · {say(names[step])}
      </p>
      <div aria-hidden="true" className="mt-1.5 flex gap-1.5">
        {Array.from({ length: total }, (_, at) => at).map((at) => (
          <span key={at} className={`h-1 w-10 rounded-full ${at < step ? "bg-teal-700" : "bg-line"}`} />
        ))}
      </div>
    </div>
  );
}

type Unpaid = { id: string; number: string; service: string };

/** Requests that wait for their fee: a link goes on with the payment of each. */
export function UnpaidNote({ unpaid }: { unpaid: readonly Unpaid[] }) {
  const say = useSay();
  const nameOf = useName();
  if (unpaid.length === 0) return null;
  return (
    <div className="my-5 grid gap-3">
      {unpaid.map(({ id, number, service }) => (
        <Note key={id} tone="warm">
          <p className="mb-2">{say("booking.unpaid", { number, service: nameOf(service) })}</p>
          <ButtonLink to={`/booking?step=pay&ticket=${id}`} tone="quiet" small className="min-h-11" reload>
            {say("booking.unpaid.pay")}
          </ButtonLink>
        </Note>
      ))}
    </div>
  );
}

type Price = {
  amountPaise: number;
  taxPaise: number;
  taxRate: number;
  terms: FeeTerms;
  visitPaise: number;
};

type PriceBoxProps = {
  price: Price;
  /** The fee is a vehicle's platform charge; the ride itself costs what the customer offered. */
  pickDrop?: boolean;
  /** Whether a visit may cost something that is not known yet. */
  visits?: boolean;
  /** What of the fee the customer's balance pays. */
  balancePaise?: number | undefined;
  /** What the work usually costs near the pincode, in paise; null where too few bills say it. */
  usual?: { fromPaise: number; toPaise: number } | null;
  /** Whether the page says itself when the fee comes back. */
  rulesBelow?: boolean;
  /** Replaces the amounts while they are not known. */
  children?: ReactNode;
};

/** What is paid now, its tax, and when it is refunded; the same on each step (B1). */
export function PriceBox({
  price,
  pickDrop = false,
  visits = false,
  balancePaise = 0,
  usual = null,
  rulesBelow = false,
  children,
}: PriceBoxProps) {
  const say = useSay();
  const free = price.amountPaise === 0;
  return (
    <section className="rounded-lg bg-sand p-4 text-sm" aria-label={say("booking.price.title")}>
      {free ? (
        <p className="text-base font-semibold">{say("booking.price.free")}</p>
      ) : (
        (children ?? <Amounts price={price} pickDrop={pickDrop} balancePaise={balancePaise} />)
      )}
      {!free && !rulesBelow && <WhenBack terms={price.terms} />}
      {price.visitPaise > 0 && (
        <p className="mt-3 font-semibold">
          {say("booking.price.visit", { amount: rupees(price.visitPaise, { exact: true }) })}
        </p>
      )}
      {visits && (
        <p className="mt-2 text-soft" data-variant="plain" hidden={pickDrop}>
          {say("booking.price.visits")}
        </p>
      )}
      <p className="mt-2 text-soft" data-variant="plain" hidden={pickDrop}>
        {say("booking.price.work")}
        {usual && <> {say("book.fee.usual", { from: rupees(usual.fromPaise), to: rupees(usual.toPaise) })}</>}
      </p>
    </section>
  );
}

/** When the fee goes back, and when it does not, in one sentence of the rules in force. */
function WhenBack({ terms: { refundHours, earlyMinutes, lateFee } }: { terms: FeeTerms }) {
  const say = useSay();
  const params = { hours: refundHours, before: useSpan(earlyMinutes) };
  return (
    <p className="mt-3 text-soft">
      {say(lateFee === "kept" ? "booking.price.refund" : "booking.price.refundAlways", params)}{" "}
      <a className="link" href="/terms" target="_blank" rel="noreferrer">
        {say("fee.terms.link")}
      </a>
    </p>
  );
}

function Amounts({ price, pickDrop, balancePaise }: { price: Price; pickDrop: boolean; balancePaise: number }) {
  const say = useSay();
  const exactly = (amount: number) => rupees(amount, { exact: true });
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-1">
      <dt>{say(pickDrop ? "booking.price.platform" : "common.bookingFee")}</dt>
      <dd className="text-right tabular-nums">{exactly(price.amountPaise)}</dd>
      {price.taxPaise > 0 && (
        <>
          <dt className="text-soft">{say("booking.price.tax", { rate: price.taxRate })}</dt>
          <dd className="text-right text-soft tabular-nums">{rupees(price.taxPaise, { exact: true })}</dd>
        </>
      )}
      {balancePaise > 0 && (
        <>
          <dt>{say("booking.price.fromBalance")}</dt>
          <dd className="text-right tabular-nums">{exactly(-balancePaise)}</dd>
        </>
      )}
      <dt className="mt-1 border-t border-edge pt-2 text-base font-semibold">{say("booking.price.total")}</dt>
      <dd className="mt-1 border-t border-edge pt-2 text-right text-base font-semibold tabular-nums">
        {exactly(price.amountPaise - balancePaise)}
      </dd>
    </dl>
  );
}
