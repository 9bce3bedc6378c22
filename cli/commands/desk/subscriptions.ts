import { centerNamed, getCenter } from "#modules/centers/index.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { enterSubscription, refundSubscription } from "#modules/wallet/index.ts";
import { EnterSubscription, RefundSubscription } from "#modules/wallet/shared.ts";
import { centerName } from "../centers.ts";
import { type Acting, acting, tellDone } from "./operator.ts";

type Subscribing = Acting & { as: string; product: string; reference: string; amount?: string };

/** `centers subscribe <center>`: enters a subscription that a center paid outside; large ones wait for a second admin. */
export async function subscribe(options: Subscribing, which: string) {
  const done = await acting(options, "centers subscribe", async (admin) => {
    const { id, centerName: name } = await centerNamed(centerName(which));
    const { product, reference, amount } = options;
    const made = await enterSubscription(admin, EnterSubscription.parse({ centerId: id, product, reference, amount }));
    const { state, amountPaise, endsAt, adjustmentId } = made;
    return { id: made.id, adjustmentId, centerName: name, product, state, amountPaise, endsAt: endsAt ?? null };
  });
  const { centerName: name, product, amountPaise, endsAt, adjustmentId } = done.result;
  const what = `${name}: ${product} for ${rupees(amountPaise)}`;
  const how = endsAt
    ? `subscribed until ${istDate(endsAt)}`
    : `waits for a second admin (wallet approve ${adjustmentId})`;
  tellDone(done, `${what}, ${how}`, options);
}

type Refunding = Acting & {
  as: string;
  amount: string;
  remarks: string;
  reference?: string;
  until?: string;
  subscription?: string;
};

/** `centers refund-subscription <center>`: refunds a given subscription, as a whole or in part; large ones wait for a second admin. */
export async function refund(options: Refunding, which: string) {
  const done = await acting(options, "centers refund-subscription", async (admin) => {
    const { id, centerName: name } = await centerNamed(centerName(which));
    const { amount, remarks, reference, until, subscription: subscriptionId } = options;
    const input = { centerId: id, subscriptionId, amount, remarks, reference, until };
    const made = await refundSubscription(admin, RefundSubscription.parse(input));
    const { product, state } = made.subscription;
    const endsAt = (await getCenter(id)).subscribeEndDate ?? null;
    const { id: adjustmentId, state: decided, amountPaise } = made.adjustment;
    return { id: made.subscription.id, adjustmentId, centerName: name, product, state, decided, amountPaise, endsAt };
  });
  const { centerName: name, product, amountPaise, endsAt, adjustmentId, decided } = done.result;
  const what = `${name}: ${rupees(amountPaise)} of ${product} refunded`;
  const how =
    decided === "DONE"
      ? `subscribed until ${endsAt ? istDate(endsAt) : "never"}`
      : `waits for a second admin (wallet approve ${adjustmentId})`;
  tellDone(done, `${what}, ${how}`, options);
}
