import { Note } from "#app/ui/base/card.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { AreaField, MoneyField, SelectField, TextField } from "#app/ui/form/fields.tsx";
import { CancelLink } from "#app/ui/form/form-foot.tsx";
import { showDate } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { RefundSubscription } from "#modules/wallet/shared.ts";
import type { RefundableOfCenter } from "./centers-desk.server.ts";

type RefundProps = { center: { id: string; name: string }; refundable: RefundableOfCenter; closeTo: string };

/** Refunds a subscription of a center: what is left of each, where its money goes, and until when the center is subscribed then. */
export function RefundOfSubscription({ center, refundable, closeTo }: RefundProps) {
  const say = useSay();
  const locale = useLocale();
  const date = (at: Date | string | null) => (at ? showDate(new Date(at), locale) : "");
  const { endsAt, subscriptions } = refundable;
  const open = subscriptions.filter(({ waits }) => !waits);
  const about = (
    <>
      <p className="font-semibold">{center.name}</p>
      {endsAt && <p className="mb-4 text-soft">{say("center.fact.until", { date: date(endsAt) })}</p>}
    </>
  );
  if (open.length === 0)
    return (
      <>
        {about}
        <div className="my-5">
          <Note tone="warm">
            {say(subscriptions.length > 0 ? "subscription.refundWaits" : "center.refund.nothing")}
          </Note>
        </div>
        <CancelLink to={closeTo} word={say("common.close")} />
      </>
    );
  const names = open.map((each) => ({
    value: each.id,
    label: `${say(`subscription.of.${each.product}`)}, ${date(each.givenAt)}`,
  }));
  return (
    <DialogForm
      intent="refundSubscription"
      schema={RefundSubscription}
      values={{ subscriptionId: open[0]!.id }}
      hidden={{ centerId: center.id }}
      act={say("center.refund.go")}
      closeTo={closeTo}
      guarded
    >
      <div>
        {about}
        <ul className="grid gap-3">
          {open.map((each) => (
            <li key={each.id}>
              <span className="font-semibold">
                {say("center.refund.of", {
                  product: say(`subscription.of.${each.product}`),
                  date: date(each.givenAt),
                  left: rupees(each.leftPaise),
                  amount: rupees(each.amountPaise),
                })}
              </span>
              <span className="block text-soft">
                {say(`center.refund.way.${each.way}`)}{" "}
                {each.needsBalanceFirst
                  ? say("subscription.balanceFirst")
                  : each.endsAt && say("center.refund.then", { date: date(each.endsAt) })}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <SelectField name="subscriptionId" label={say("center.refund.which")} options={names} empty={false} required />
      <MoneyField
        name="amount"
        label={say("center.refund.amount")}
        hint={say("center.refund.amountHint")}
        maxLength={9}
        required
      />
      <TextField
        name="until"
        type="date"
        label={say("center.refund.until")}
        hint={say("center.refund.untilHint")}
        max="2100-12-31"
      />
      {open.some(({ way }) => way === "bank") && (
        <TextField
          name="reference"
          label={say("adjust.reference")}
          hint={say("center.refund.referenceHint")}
          maxLength={40}
          autoComplete="off"
        />
      )}
      <AreaField name="remarks" label={say("common.reason")} maxLength={300} rows={2} required />
    </DialogForm>
  );
}
