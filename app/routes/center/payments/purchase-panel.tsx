import { CheckoutForm } from "#app/parts/payment/checkout-form.tsx";
import { PayFrame } from "#app/parts/payment/pay-frame.tsx";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Card, Note } from "#app/ui/base/card.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { MoneyField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showDate } from "#modules/kernel/clock.ts";
import { fromRupees, rupees } from "#modules/kernel/money.ts";
import { TopUp, topUpChoices, topUpLimits } from "#modules/wallet/shared.ts";
import type { PurchaseView } from "./view.server.ts";

const inRupees = (amount: number) => rupees(fromRupees(amount));

/** Chooses a recharge of the wallet: one of a few amounts with one press, or another amount. */
export function RechargeForm() {
  const say = useSay();
  return (
    <Card title={say("center.recharge.title")} className="mb-6 max-w-3xl">
      <p className="mb-4 text-soft">{say("center.recharge.hint")}</p>
      <ErrorSummary intent="recharge" />
      <ul className="mb-4 flex flex-wrap gap-3" aria-label={say("center.recharge.choices")}>
        {topUpChoices.map((amount) => (
          <li key={amount}>
            <Form intent="recharge" outcome={null}>
              <input type="hidden" name="amount" value={amount} />
              <Button tone="quiet" aria-label={say("center.recharge.with", { amount: inRupees(amount) })}>
                {inRupees(amount)}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <Form intent="recharge" schema={TopUp} className="flex flex-wrap items-start gap-3">
        <MoneyField
          name="amount"
          label={say("center.recharge.amount")}
          hint={say("center.recharge.limits", {
            least: inRupees(topUpLimits.least),
            most: inRupees(topUpLimits.most),
          })}
          className="w-full sm:w-64"
          maxLength={7}
          required
        />
        <Button className="sm:mt-7">{say("center.recharge.go")}</Button>
      </Form>
    </Card>
  );
}

/** A recharge or subscription that is paid by card: its payment, or its result in words with the next step. */
export function PurchasePanel({ purchase }: { purchase: PurchaseView }) {
  const say = useSay();
  const { state, checkout, failed, closed, product } = purchase;
  const amount = rupees(purchase.amountPaise);
  const what = product ? "subscription" : "recharge";
  if (state === "paid") return <Paid purchase={purchase} />;
  if (state === "over") {
    return (
      <div className="mb-6" role="status" data-payment="over">
        <Note tone="warm">{say(`center.${what}.over`)}</Note>
      </div>
    );
  }
  if (state === "pending") {
    return (
      <div className="mb-6" role="status" data-payment="pending">
        <Note tone="warm">
          <p className="mb-3 font-semibold">{say(`center.${what}.pending`)}</p>
          <CheckForm orderId={purchase.orderId} />
        </Note>
      </div>
    );
  }
  return (
    <PayFrame>
      <h2 id="pay-title">
        {product
          ? say("center.subscription.payTitle", { product: say(`subscription.of.${product}`), amount })
          : say("center.recharge.payTitle", { amount })}
      </h2>
      {failed && (
        <div className="mt-3" role="alert" data-payment="failed">
          <Note tone="bad">
            <p className="font-semibold">{say(`center.${what}.failed`)}</p>
            <p>{say("center.recharge.again")}</p>
          </Note>
        </div>
      )}
      {checkout?.problem && (
        <div className="mt-3" role="alert">
          <Note tone="bad">{say(checkout.problem)}</Note>
        </div>
      )}
      {checkout?.sheet ? (
        <CheckoutForm
          sheet={checkout.sheet}
          pay={say("center.pay.button", { amount })}
          retry={say("center.pay.retry", { amount })}
          closedWords={failed ? null : say("center.recharge.closed")}
          failedWords={`${say(`center.${what}.failed`)}. ${say("center.recharge.again")}`}
          closed={closed || failed}
        >
          <CheckForm orderId={purchase.orderId} />
          <ButtonLink tone="plain" to="/payments">
            {say(`center.${what}.other`)}
          </ButtonLink>
        </CheckoutForm>
      ) : (
        <p className="mt-4">
          <ButtonLink reload to={`/payments?pay=${purchase.orderId}`}>
            {say("error.again")}
          </ButtonLink>
        </p>
      )}
    </PayFrame>
  );
}

/** What a paid purchase came to: money in the wallet, a subscription, or, where it was no longer sold, money on its way back. */
function Paid({ purchase }: { purchase: PurchaseView }) {
  const say = useSay();
  const locale = useLocale();
  const { product, subscribedUntil } = purchase;
  const amount = rupees(purchase.amountPaise);
  if (product && !subscribedUntil) {
    return (
      <div className="mb-6" role="alert" data-payment="returned">
        <Note tone="bad">
          <p className="font-semibold">{say("notice.notSubscribed", { amount })}</p>
          <p>{say("notice.notSubscribedHint", { product: say(`subscription.of.${product}`) })}</p>
        </Note>
      </div>
    );
  }
  return (
    <div className="mb-6" role="status" data-payment="paid">
      <Note>
        <p className="font-semibold">{say("wallet.paid")}</p>
        <p>
          {subscribedUntil
            ? say("notice.subscribed", { date: showDate(new Date(subscribedUntil), locale) })
            : say("center.recharge.added", { amount })}
        </p>
      </Note>
    </div>
  );
}

/** Asks the provider for the payment's state. */
const CheckForm = ({ orderId }: { orderId: string }) => (
  <Form intent="check" action="/payments">
    <input type="hidden" name="orderId" value={orderId} />
    <Button tone="quiet" icon="refresh-cw">
      {useSay()("center.pay.check")}
    </Button>
  </Form>
);
