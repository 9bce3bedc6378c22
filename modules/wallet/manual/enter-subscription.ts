import { sql } from "kysely";
import { lockSubscriber } from "#modules/centers/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { em, row, transaction } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { zero } from "#modules/kernel/money.ts";
import { offerAt, written } from "../subscriptions/buy.ts";
import type { EnterSubscription } from "../subscriptions/input.ts";
import type { CenterSubscription } from "../subscriptions/subscription.entity.ts";
import { AdjustmentSchema } from "./adjustment.entity.ts";
import { aloneLimit, creditNeedsSecond, lockCredits } from "./caps.ts";
import { carryOut, tell } from "./carry-out.ts";
import { adjusterOf, withPlainError } from "./parties.ts";

/**
 * Enter a subscription that a center paid outside the product, at the price in force: begun at once (`ACTIVE`), or,
 * above what an admin may add alone, once a second admin approves it (`WAITING`). One of a center may wait at a time.
 * Needs `adjust_wallet`. Refuses with conflict("subscription.notSold"), conflict("subscription.priceChanged"),
 * conflict("subscription.waiting"), and conflict("subscription.referenceTaken") where this payment was entered already.
 */
export const enterSubscription = (
  actor: Actor,
  { centerId, product, reference, amount }: EnterSubscription,
): Promise<CenterSubscription> =>
  withPlainError(() =>
    transaction(async () => {
      const { adminId } = adjusterOf(actor);
      await lockCredits();
      const center = await lockSubscriber(centerId);
      if (!center) throw missing("center.notFound");
      if (await waitingOf(centerId)) throw conflict("subscription.waiting");
      const before = await enteredBy(reference);
      if (before) throw conflict("subscription.referenceTaken", { center: withoutContacts(before.center) });
      const offer = await offerAt(center, product, amount);
      const amountPaise = offer.pricePaise;
      const credit = { authorId: adminId, centerId, consumerId: null, amountPaise, bonusPaise: zero };
      const waits = await creditNeedsSecond({ ...credit, instalmentId: offer.instalmentId });
      const adjustment = em().create(AdjustmentSchema, {
        id: rowId(),
        kind: "Subscription",
        ...credit,
        remarks: reference,
        state: "WAITING",
      });
      // The subscription names the adjustment.
      await em().flush();
      const subscription = written(centerId, offer, {
        paidBy: "outside",
        state: "WAITING",
        adjustmentId: adjustment.id,
      });
      await em().flush();
      const rule = { product, secondAdminAbovePaise: aloneLimit() };
      const locked = { adjustment, request: null };
      if (waits) await tell(actor, locked, "asked", rule);
      else await carryOut(actor, locked, { rule });
      return subscription;
    }),
  );

const waitingOf = (centerId: string) =>
  row(sql`select from subscriptions where center_id = ${centerId} and paid_by = 'outside' and state = 'WAITING'`);

/** The center for which a payment with this reference waits or was booked. */
const enteredBy = (reference: string) =>
  row(
    sql<{ center: string }>`select c.center_name as center from adjustments a join centers c on c.id = a.center_id
      where a.kind = 'Subscription' and a.state in ('WAITING', 'DONE')
        and lower(replace(a.remarks, ' ', '')) = lower(replace(${reference}, ' ', ''))`,
  );
