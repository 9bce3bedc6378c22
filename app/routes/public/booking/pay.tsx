import { GatewayForm, GatewayMessage } from "#app/parts/payment/gateway-form.tsx";
import { Band, bandContent, bandPage, PriceBar } from "#app/parts/tickets/band.tsx";
import { PriceBox, UnpaidNote } from "#app/parts/tickets/booking-parts.tsx";
import { useSpan } from "#app/parts/times/span.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useTitle } from "#app/ui/base/site.ts";
import { minute, showDateTime, showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { PayView } from "./view.server.ts";
import { useVisitWords } from "./words.ts";

/** The third step, when a fee is due: one order for all tries (B3). */
export function PayStep({ view }: { view: PayView }) {
  const say = useSay();
  const titleOf = useTitle();
  const locale = useLocale();
  const wanted = useVisitWords(view.wanted);
  const { how, gateway, price } = view;
  return (
    <div className={bandPage}>
      <Band
        title={usePayTitle(view)}
        lead={
          <>
            <span className="block text-white">{[titleOf(view.service), wanted, view.place].join(", ")}</span>
            {say("booking.pay.lead", { number: view.number })}
            {view.codeUntil && <> {say("booking.pay.codeUntil", { time: showTime(view.codeUntil, locale) })}</>}
            {view.balance?.until && (
              <> {say("booking.pay.balanceUntil", { time: showTime(view.balance.until, locale) })}</>
            )}
          </>
        }
        step={5}
      />
      <div className={bandContent}>
        {view.notCountedPaise !== null && <NotCounted amountPaise={view.notCountedPaise} />}
        <GatewayMessage>{how && <NotPaid how={how} number={view.number} />}</GatewayMessage>
        <PriceBox
          price={price}
          pickDrop={view.pickDrop}
          balancePaise={view.balance?.amountPaise}
          usual={view.usual}
          rulesBelow
        />
        <FeeRules view={view} />
        <UnpaidNote unpaid={view.unpaid} />
      </div>
      <PriceBar hint={say("booking.pay.secure")}>
        <div className="flex-auto">
          <GatewayForm
            gateway={gateway}
            amountPaise={view.duePaise}
            again={how !== null}
            left={<NotPaid how="closed" number={view.number} />}
          />
        </div>
      </PriceBar>
    </div>
  );
}

/** The sum, and how many centers are asked for it. */
function usePayTitle({ pickDrop, duePaise, centers }: PayView): string {
  const say = useSay();
  const amount = rupees(duePaise);
  if (pickDrop) return say("booking.pay.titlePlatform");
  if (centers === 0) return say("booking.pay.title");
  return centers >= 3 ? say("booking.pay.asksMany", { amount, n: centers }) : say("booking.pay.asksOne", { amount });
}

/** When the fee that is paid now comes back, in rupees, by the rules in force. */
function FeeRules({ view: { price, visitBy, at } }: { view: Pick<PayView, "price" | "visitBy" | "at"> }) {
  const say = useSay();
  const locale = useLocale();
  const { refundHours, earlyMinutes, lateFee } = price.terms;
  const before = useSpan(earlyMinutes);
  const amount = rupees(price.amountPaise);
  const back = say("paymentDesk.back", { amount });
  const freeUntil = visitBy && new Date(visitBy.getTime() - earlyMinutes * minute);
  const isClose = freeUntil !== null && freeUntil <= at;
  const closeTo = isClose ? visitBy : null;
  const cancels = !freeUntil
    ? say("feeRules.early", { before })
    : isClose
      ? say("feeRules.beforeYes")
      : say("feeRules.earlyUntil", { time: showDateTime(freeUntil, locale) });
  const rules = [
    [say("feeRules.notAccepted", { hours: refundHours }), say("feeRules.byItself", { amount })],
    [say("cancel.rule.notVisited"), back],
    ...(lateFee === "kept"
      ? [
          [cancels, back],
          [say(isClose ? "feeRules.after" : "feeRules.later"), say("cancel.stays", { amount })],
        ]
      : [[say("feeRules.always"), back]]),
  ] as const;
  return (
    <section>
      <h2 className="mb-1">{say("feeRules.title")}</h2>
      <dl className="divide-y divide-line">
        {rules.map(([when, what]) => (
          <div key={when} className="flex justify-between gap-4 py-2.5">
            <dt className="text-soft">{when}</dt>
            <dd className="flex-none font-semibold tabular-nums">{what}</dd>
          </div>
        ))}
      </dl>
      {closeTo && lateFee === "kept" && (
        <p className="mt-2 text-sm text-soft">
          {say("feeRules.close", { before, time: showDateTime(closeTo, locale) })}
        </p>
      )}
      <a className="link inline-flex min-h-11 items-center" href="/terms" target="_blank" rel="noreferrer">
        {say("fee.terms.link")}
      </a>
    </section>
  );
}

/** A balance that came after the booking: made again with a new code, the booking spends it first. */
function NotCounted({ amountPaise }: { amountPaise: number }) {
  const say = useSay();
  return (
    <div className="mb-6">
      <Note tone="warm">
        <p className="mb-2">{say("booking.pay.balanceNotCounted", { amount: rupees(amountPaise) })}</p>
        <ButtonLink to="/booking" tone="quiet" small className="min-h-11" reload>
          {say("booking.pay.bookAgain")}
        </ButtonLink>
      </Note>
    </div>
  );
}

const why = { failed: "booking.paymentFailedHint", closed: "booking.pay.closed" } as const;

/** The payment failed or was cancelled: the specified alert (R045), and beneath it what is so. */
function NotPaid({ how, number }: { how: keyof typeof why; number: string }) {
  const say = useSay();
  return (
    <div role="alert">
      <Note tone="bad">
        <p className="font-semibold">{say("booking.paymentFailed")}</p>
        <p>{say(why[how])}</p>
        <p>{say("booking.pay.waits", { number })}</p>
      </Note>
    </div>
  );
}
