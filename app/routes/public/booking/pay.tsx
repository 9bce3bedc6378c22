import { GatewayForm, GatewayMessage } from "#app/parts/payment/gateway-form.tsx";
import { Band, bandContent, bandPage } from "#app/parts/tickets/band.tsx";
import { PriceBox, UnpaidNote } from "#app/parts/tickets/booking-parts.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { PayView } from "./view.server.ts";

/** The third step, when a fee is due: one order for all tries (B3). */
export function PayStep({ view }: { view: PayView }) {
  const say = useSay();
  const nameOf = useName();
  const locale = useLocale();
  const { how, gateway, price } = view;
  return (
    <div className={bandPage}>
      <Band
        title={say(view.pickDrop ? "booking.pay.titlePlatform" : "booking.pay.title")}
        lead={
          <>
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
        <div className="card grid gap-5">
          <p className="font-semibold">{nameOf(view.service)}</p>
          <PriceBox
            price={price}
            pickDrop={view.pickDrop}
            balancePaise={view.balance?.amountPaise}
            usual={view.usual}
          />
          <GatewayForm
            gateway={gateway}
            amountPaise={view.duePaise}
            again={how !== null}
            left={<NotPaid how="closed" number={view.number} />}
          />
        </div>
        <p className="mt-4 text-sm text-soft">{say("booking.pay.secure")}</p>
        <UnpaidNote unpaid={view.unpaid} />
      </div>
    </div>
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
