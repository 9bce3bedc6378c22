import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { countUseWithin } from "#modules/kernel/db/limits.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openOrder } from "../orders/open-order.ts";
import type { Order } from "../orders/order.entity.ts";
import type { TopUp } from "../shared.ts";

/** The most recharges a center may start per hour, so that its list of orders is readable. */
const rechargesAnHour = { name: "recharge", points: 30, seconds: 3_600, onFailure: "closed" } as const;

/** Open the order of a recharge of the center's own wallet, in whole rupees within `topUpLimits`. */
export const openTopUp = (actor: Actor, { amount }: TopUp): Promise<Order> =>
  transaction(async () => {
    needKind(actor, "center");
    const { centerId } = actor;
    const amountPaise = fromRupees(amount);
    const order = await openOrder({ purpose: "recharge", centerId, amountPaise });
    const data = { purpose: order.purpose, amountPaise };
    await record(actor, { subject: "order", id: order.id, event: "order.opened", to: order.status, data });
    await countUseWithin(rechargesAnHour, centerId);
    return order;
  });
