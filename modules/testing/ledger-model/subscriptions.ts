import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { asAdmin } from "#modules/testing/factories.ts";
import { paySubscription } from "#modules/wallet/ledger/subscription.ts";
import { giveSubscriptionBack } from "#modules/wallet/subscriptions/refund.ts";
import type { Lane } from "./lane.ts";
import { type Model, Refused } from "./model.ts";
import { type Op, picked } from "./plan.ts";

type OnSubscription = Extract<Op, { do: "subscription" | "refundSubscription" }>;

/** Gives a center a subscription that its wallet pays, or refunds one as an admin decided, with the rows of both. */
export async function onSubscription(model: Model, lane: Lane, op: OnSubscription): Promise<void> {
  const id = randomUUID();
  if (op.do === "subscription") {
    const { wallet, paise } = op;
    const centerId = lane.centers[wallet]!;
    const pay = () =>
      paySubscription({ amountPaise: toPaise(paise), from: { centerId }, cause: id, actor: asAdmin() }).then(() => {});
    await compared(() => model.giveSubscription({ id, wallet, paise, back: 0 }), pay);
    const at = now();
    await rows(
      sql`insert into subscriptions (id, center_id, product, paid_by, state, amount_paise, starts_at, ends_at, days, given_at,
         created_at, updated_at)
       values (${id}, ${centerId}, 'annual', 'wallet', 'ACTIVE', ${paise}, ${at}, ${at}::timestamptz + interval '365 days', 365, ${at}, ${at}, ${at})`,
    );
    return;
  }
  const subscription = picked(model.subscriptions, op.pick);
  if (!subscription) return;
  const centerId = lane.centers[subscription.wallet]!;
  const decision = { id, centerId, subscriptionId: subscription.id, amountPaise: toPaise(op.paise) };
  await compared(
    () => model.refundSubscription(subscription, op.paise, id),
    () => giveSubscriptionBack(asAdmin(), decision),
  );
  const at = now();
  await rows(
    sql`insert into adjustments (id, kind, center_id, subscription_id, amount_paise, bonus_paise, remarks, state, author_id,
       created_at, moved_at)
     values (${id}, 'Subscription Refund', ${centerId}, ${subscription.id}, ${op.paise}, 0, 'the plan', 'DONE', (select id from admins limit 1), ${at}, ${at})`,
  );
  const { state } = (await row<{ state: string }>(sql`select state from subscriptions where id = ${subscription.id}`))!;
  expect(state).toBe(subscription.back === subscription.paise ? "REFUNDED" : "ACTIVE");
}

/** Does what the model predicts; what it refuses is refused by the same key, and its transaction must roll back. */
async function compared(predict: () => void, act: () => Promise<void>) {
  let refusal: Refused | undefined;
  try {
    predict();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refusal = error;
  }
  const key = await act().then(
    () => undefined,
    (error: unknown) => {
      if (refusal && error instanceof DomainError) return error.key;
      throw error;
    },
  );
  expect(key).toBe(refusal?.message);
  if (refusal) throw refusal;
}
