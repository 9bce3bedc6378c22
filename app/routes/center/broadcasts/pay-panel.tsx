import { CheckoutForm } from "#app/parts/payment/checkout-form.tsx";
import { PayFrame } from "#app/parts/payment/pay-frame.tsx";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Countdown } from "#app/ui/clock/countdown.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { BroadcastRow } from "#modules/tickets/index.ts";
import type { BroadcastsView, PayView } from "./view.server.ts";

/** A reserved offer and its payment: the checkout opens by itself once; closing it keeps the reservation (B3). */
export function PayPanel({ pay }: { pay: PayView }) {
  const say = useSay();
  const nameOf = useName();
  const locale = useLocale();
  const { row, sheet, problem } = pay;
  if (!row) {
    return (
      <PayFrame>
        <h2 id="pay-title">{say("center.pay.over")}</h2>
        <p className="text-soft">{say("center.pay.overHint")}</p>
        <p className="mt-3">
          <ButtonLink tone="quiet" small to="/brodcast-requests">
            {say("center.offers.open")}
          </ButtonLink>
        </p>
      </PayFrame>
    );
  }
  const place = [row.locality, row.pincode].filter(Boolean).join(", ");
  return (
    <PayFrame>
      <h2 id="pay-title">{say("center.pay.title", { amount: rupees(pay.amountPaise) })}</h2>
      <p className="mt-1">{say("center.pay.what", { number: row.number, service: nameOf(row.service.name), place })}</p>
      <p className="mt-1 text-sm text-soft">
        {say("center.pay.until", { time: row.reservedUntil ? showTime(row.reservedUntil, locale) : "" })}{" "}
        <Countdown seconds={row.secondsLeft} over="/brodcast-requests" />
      </p>
      {problem && (
        <div className="mt-3" role="alert">
          <Note tone="bad">{say(problem)}</Note>
        </div>
      )}
      {sheet ? (
        <>
          <CheckoutForm
            sheet={sheet}
            pay={say("center.pay.button", { amount: rupees(pay.amountPaise) })}
            retry={say("center.pay.retry", { amount: rupees(pay.amountPaise) })}
            closedWords={say("center.pay.closed")}
            failedWords={`${say("broadcast.paymentFailed")}. ${say("center.pay.stillReserved")}`}
            closed={pay.closed}
          >
            <CheckForm row={row} />
          </CheckoutForm>
          <GiveBack row={row} />
          <p className="mt-3 text-sm text-soft">{say("center.pay.late")}</p>
        </>
      ) : (
        <p className="mt-4">
          <ButtonLink reload to={`/brodcast-requests?pay=${row.id}`}>
            {say("error.again")}
          </ButtonLink>
        </p>
      )}
    </PayFrame>
  );
}

/** Asks the provider for the payment's state. */
const CheckForm = ({ row }: { row: Pick<BroadcastRow, "id" | "ticketId"> }) => (
  <Form intent="check" action="/brodcast-requests">
    <input type="hidden" name="broadcastId" value={row.id} />
    <input type="hidden" name="ticketId" value={row.ticketId} />
    <Button tone="quiet" icon="refresh-cw">
      {useSay()("center.pay.check")}
    </Button>
  </Form>
);

/** Releases the reserved request to other centers before its time is over. */
const GiveBack = ({ row }: { row: Pick<BroadcastRow, "id"> }) => (
  <Form intent="giveBack" action="/brodcast-requests">
    <input type="hidden" name="broadcastId" value={row.id} />
    <Button tone="plain" className="-ml-2">
      {useSay()("center.pay.giveBack")}
    </Button>
  </Form>
);

/** The result of a payment in words; what comes next for an accepted request stands in its row. */
export function Outcome({ outcome }: { outcome: NonNullable<BroadcastsView["outcome"]> }) {
  const say = useSay();
  const { kind, message, ticket, reserved } = outcome;
  const tone = kind === "paid" ? "info" : kind === "failed" ? "bad" : "warm";
  return (
    <div className="mb-5" role={kind === "failed" ? "alert" : "status"} data-payment={kind}>
      <Note tone={tone}>
        <p className="font-semibold">
          {say(message)}
          {ticket && (
            <>
              {" "}
              <a className="link whitespace-nowrap" href={`/tickets-center?ticket=${ticket.id}`}>
                {ticket.number}
              </a>
            </>
          )}
        </p>
        {kind === "paid" && <p>{say("center.pay.accepted")}</p>}
        {kind === "failed" && <p>{say(reserved ? "center.pay.stillReserved" : "center.pay.overHint")}</p>}
        <div className="mt-3 flex flex-wrap gap-3 empty:hidden">
          {reserved && kind === "failed" && (
            <ButtonLink small reload to={`/brodcast-requests?pay=${reserved.id}`}>
              {say("center.pay.again")}
            </ButtonLink>
          )}
          {reserved && kind === "pending" && <CheckForm row={reserved} />}
        </div>
      </Note>
    </div>
  );
}
