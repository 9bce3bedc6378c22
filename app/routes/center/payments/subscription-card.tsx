import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Card, Note } from "#app/ui/base/card.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showDate } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { SubscriptionProduct } from "#modules/wallet/shared.ts";
import type { SubscriptionView } from "./view.server.ts";

type Dated<T> = {
  [K in keyof T]: T[K] extends Date ? Date | string : T[K] extends Date | null ? Date | string | null : T[K];
};
type Offer = Dated<SubscriptionView["offers"][number]>;
type Shown = Dated<Omit<SubscriptionView, "offers" | "balance" | "refund">> & {
  offers: Offer[];
  refund: Dated<NonNullable<SubscriptionView["refund"]>> | null;
  balance: Dated<NonNullable<SubscriptionView["balance"]>> | null;
};

/** How a center is subscribed, what is sold to it now, what that gives, and how it is bought. */
export function SubscriptionCard({
  subscription,
  buyAt,
}: {
  subscription: Shown;
  /** The address that asks before a product is bought from the wallet. */
  buyAt: (product: SubscriptionProduct) => string;
}) {
  const say = useSay();
  const locale = useLocale();
  const { state, balance, offers, waiting, leadPaise, refund } = subscription;
  const date = (at: Date | string) => showDate(new Date(at), locale);
  return (
    <Card title={say("center.subscription.title")} className="mb-6 max-w-3xl">
      <div data-subscription={state}>
        <p className="font-semibold">{say(`center.subscription.${state}`, { date: date(subscription.endsAt) })}</p>
        {(state === "ended" || state === "trialEnded") && !subscription.disabled && (
          <p>{say("notice.termHint.over")}</p>
        )}
        {subscription.disabled && <p>{say("center.term.disabled")}</p>}
      </div>
      {waiting && (
        <div className="mt-4" role="status" data-subscription-waits="">
          <Note tone="warm">
            <p>
              {say(waiting.orderId ? "center.subscription.waiting" : "center.subscription.entered", {
                product: say(`subscription.of.${waiting.product}`),
                amount: rupees(waiting.amountPaise),
              })}
            </p>
            {waiting.orderId && (
              <p className="mt-3">
                <ButtonLink tone="quiet" small reload to={`/payments?pay=${waiting.orderId}`}>
                  {say("center.pay.go")}
                </ButtonLink>
              </p>
            )}
          </Note>
        </div>
      )}
      {refund && (
        <p className="mt-4 text-soft" data-subscription-refund={refund.way}>
          {say(`center.subscription.refund.${refund.way}`, {
            product: say(`subscription.of.${refund.product}`),
            amount: rupees(refund.amountPaise),
            date: date(refund.at),
          })}
        </p>
      )}
      {balance && (
        <p className="mt-4">
          {say(balance.late ? "center.subscription.balanceLate" : "center.subscription.balance", {
            amount: rupees(balance.amountPaise),
            date: date(balance.dueAt),
          })}
        </p>
      )}
      <ErrorSummary intent="subscribe" />
      {offers.length > 0 ? (
        <ul className="mt-4 grid gap-4 sm:grid-cols-2">
          {offers.map((offer) => (
            <Offered key={offer.product} offer={offer} walletPaise={subscription.walletPaise} buyAt={buyAt} />
          ))}
        </ul>
      ) : (
        subscription.soldFrom && (
          <p className="mt-2 text-soft">{say("center.subscription.soldFrom", { date: date(subscription.soldFrom) })}</p>
        )
      )}
      {offers.length > 0 && leadPaise.with < leadPaise.without && (
        <p className="mt-4 text-sm text-soft">
          {say("center.subscription.lead", { with: rupees(leadPaise.with), without: rupees(leadPaise.without) })}
        </p>
      )}
    </Card>
  );
}

type OfferedProps = { offer: Offer; walletPaise: number; buyAt: (product: SubscriptionProduct) => string };

/** One product: its price, what it gives, and how it is paid. */
function Offered({ offer, walletPaise, buyAt }: OfferedProps) {
  const say = useSay();
  const locale = useLocale();
  const { product, pricePaise, balancePaise, walletPays } = offer;
  const name = say(`subscription.of.${product}`);
  const until = showDate(new Date(offer.endsAt), locale);
  return (
    <li className="flex flex-col gap-3 rounded-md border border-line p-4" data-offer={product}>
      <div>
        <h3 className="text-base font-semibold">{name}</h3>
        <p className="text-2xl font-bold tabular-nums">{rupees(pricePaise)}</p>
        <p>{say("center.subscription.gives", { date: until, days: offer.days })}</p>
        {balancePaise !== null && (
          <p className="text-soft">{say("center.subscription.rest", { amount: rupees(balancePaise), date: until })}</p>
        )}
      </div>
      <div className="mt-auto flex flex-wrap gap-3">
        <Form intent="subscribe" outcome={null}>
          <Bought offer={offer} payBy="card" />
          <Button aria-label={say("center.subscription.byCardOf", { product: name })}>
            {say("center.subscription.byCard")}
          </Button>
        </Form>
        {walletPays ? (
          <ButtonLink
            tone="quiet"
            to={buyAt(product)}
            aria-label={say("center.subscription.byWalletOf", { product: name })}
          >
            {say("center.subscription.byWallet")}
          </ButtonLink>
        ) : (
          <p className="self-center text-sm text-soft">
            {say("center.subscription.walletShort", { amount: rupees(walletPaise) })}
          </p>
        )}
      </div>
    </li>
  );
}

const sentOf = ({ product, pricePaise }: Offer, payBy: "card" | "wallet") => ({
  product,
  payBy,
  amount: String(pricePaise / 100),
});

function Bought({ offer, payBy }: { offer: Offer; payBy: "card" | "wallet" }) {
  return Object.entries(sentOf(offer, payBy)).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

/** Asks before a product is paid from the wallet. */
export function BuyDialog({ offer, closeTo }: { offer: Offer; closeTo: string }) {
  const say = useSay();
  const locale = useLocale();
  const amount = rupees(offer.pricePaise);
  return (
    <AddressDialog title={say(`subscription.of.${offer.product}`)} closeTo={closeTo}>
      <ConfirmForm
        intent="subscribe"
        fields={sentOf(offer, "wallet")}
        question={say("center.subscription.question", { amount })}
        hint={say("center.subscription.gives", { date: showDate(new Date(offer.endsAt), locale), days: offer.days })}
        act={say("center.pay.button", { amount })}
        harmless
        closeTo={closeTo}
      />
    </AddressDialog>
  );
}
