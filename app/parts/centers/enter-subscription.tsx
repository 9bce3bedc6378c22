import { Note } from "#app/ui/base/card.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { RadioCards } from "#app/ui/form/fields.tsx";
import { CancelLink } from "#app/ui/form/form-foot.tsx";
import { showDate } from "#modules/kernel/clock.ts";
import { rupees, toRupees } from "#modules/kernel/money.ts";
import { EnterSubscriptionForm } from "#modules/wallet/shared.ts";
import type { SoldToCenter } from "./centers-desk.server.ts";
import { PaidOutside } from "./dialog-parts.tsx";

type EnterSubscriptionProps = {
  center: { id: string; name: string };
  subscription: SoldToCenter;
  closeTo: string;
};

/** Enters a subscription that a center paid outside: what, at the price that is shown, with the reference of the payment. */
export function EnterSubscription({ center, subscription, closeTo }: EnterSubscriptionProps) {
  const say = useSay();
  const locale = useLocale();
  const { isSubscribed, onTrial, endsAt, offers, waits } = subscription;
  const until = isSubscribed ? "center.fact.until" : onTrial ? "center.fact.trialUntil" : "center.fact.trialOver";
  const date = (at: Date | string) => showDate(new Date(at), locale);
  const about = (
    <div>
      <p className="font-semibold">{center.name}</p>
      {endsAt && <p className="text-soft">{say(until, { date: date(endsAt) })}</p>}
    </div>
  );
  if (waits || offers.length === 0)
    return (
      <>
        {about}
        <div className="my-5">
          <Note tone="warm">{say(waits ? "subscription.waiting" : "center.enter.notSold")}</Note>
        </div>
        <CancelLink to={closeTo} word={say("common.close")} />
      </>
    );
  return (
    <PaidOutside
      intent="subscribe"
      schema={EnterSubscriptionForm}
      values={{ product: offers[0]!.product }}
      centerId={center.id}
      hint={say("center.enter.referenceHint")}
      act={say("center.enter.go")}
      closeTo={closeTo}
    >
      {about}
      {offers.map(({ product, pricePaise }) => (
        <input key={product} type="hidden" name={product} value={toRupees(pricePaise)} />
      ))}
      <RadioCards
        name="product"
        label={say("center.enter.product")}
        options={offers.map(({ product, pricePaise, until }) => ({
          value: product,
          label: say("center.enter.offer", {
            product: say(`subscription.of.${product}`),
            amount: rupees(pricePaise),
            date: date(until),
          }),
        }))}
        required
      />
    </PaidOutside>
  );
}
