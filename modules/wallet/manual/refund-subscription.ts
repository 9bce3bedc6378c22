import type { Actor } from "#modules/kernel/actor.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict, invalid, missing } from "#modules/kernel/errors.ts";
import { fromRupees, zero } from "#modules/kernel/money.ts";
import type { RefundSubscription } from "../subscriptions/input.ts";
import { checkRefund, lockRefundable, refundsOf } from "../subscriptions/refund.ts";
import { type CenterSubscription, CenterSubscriptionSchema } from "../subscriptions/subscription.entity.ts";
import { refuseTaken } from "./adjust.ts";
import { type Adjustment, AdjustmentSchema } from "./adjustment.entity.ts";
import { aloneLimit, creditNeedsSecond, lockCredits } from "./caps.ts";
import { carryOut, tell } from "./carry-out.ts";
import { adjusterOf, withPlainError } from "./parties.ts";

/** What became of a refund of a subscription. */
export type SubscriptionRefunded = { adjustment: Adjustment; subscription: CenterSubscription };

/**
 * Refund a given subscription of a center, as a whole or in part: at once (`DONE`), or, above what an admin may add alone,
 * once a second admin approves it (`WAITING`); one of a subscription may wait at a time. Needs `adjust_wallet`. Refuses with
 * missing("subscription.missing"), conflict("subscription.notRefundable"), conflict("subscription.aboveRefund"),
 * conflict("subscription.balanceFirst"), conflict("subscription.until"), conflict("subscription.refundWaits"), and, for what
 * was paid outside, without a bank's reference and with conflict("walletAct.referenceTaken").
 */
export const refundSubscription = (
  actor: Actor,
  { centerId, subscriptionId, amount, remarks, reference, until }: RefundSubscription,
): Promise<SubscriptionRefunded> =>
  withPlainError(() =>
    transaction(async () => {
      const { adminId } = adjusterOf(actor);
      await lockCredits();
      const locked = await lockRefundable(subscriptionId ?? (await latestSubscription(centerId)), centerId);
      const { subscription } = locked;
      if ((await refundsOf(subscription.id)).waits) throw conflict("subscription.refundWaits");
      const isOutside = subscription.paidBy === "outside";
      if (isOutside && !reference)
        throw invalid("subscription.bankReference", { reference: "subscription.bankReference" });
      if (isOutside) await refuseTaken(reference ?? null);
      const amountPaise = fromRupees(amount);
      const { whole } = await checkRefund(locked, { amountPaise, until: until ?? null });
      const credit = { authorId: adminId, centerId, consumerId: null, amountPaise, bonusPaise: zero };
      const waits = await creditNeedsSecond({ ...credit, subscriptionId: subscription.id });
      const adjustment = em().create(AdjustmentSchema, {
        id: rowId(),
        kind: "Subscription Refund",
        ...credit,
        remarks,
        reference: isOutside ? (reference ?? null) : null,
        subscriptionId: subscription.id,
        subscribedUntil: whole ? null : (until ?? null),
        subscribedBefore: whole || !until ? null : (locked.center.subscribeEndDate ?? null),
        state: "WAITING",
      });
      await em().flush();
      const rule = { product: subscription.product, secondAdminAbovePaise: aloneLimit() };
      const decided = { adjustment, request: null };
      if (waits) await tell(actor, decided, "asked", rule);
      else await carryOut(actor, decided, { rule });
      return { adjustment, subscription };
    }),
  );

/** The subscription a center was given last; once it is refunded, a repeated refund does not take an older one. */
async function latestSubscription(centerId: string): Promise<string> {
  const [newest] = await em().find(
    CenterSubscriptionSchema,
    { centerId, state: { $in: ["ACTIVE", "REFUNDED"] } },
    { orderBy: { givenAt: "desc", id: "desc" }, limit: 1, refresh: true },
  );
  if (!newest) throw missing("subscription.missing");
  return newest.id;
}
