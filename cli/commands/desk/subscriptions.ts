import { centerNamed } from "#modules/centers/index.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { enterSubscription } from "#modules/wallet/index.ts";
import { EnterSubscription } from "#modules/wallet/shared.ts";
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
