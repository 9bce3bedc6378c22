import { sql } from "kysely";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import type { Purchase } from "../events.ts";
import type { Order } from "../orders/order.entity.ts";
import { isGoingBack, lockOrder, orderOfTicket } from "../orders/orders.ts";
import { feeLeft } from "./by-hand.ts";
import { paidFromBalance } from "./customer-balance.ts";
import { entriesBetween, transfer } from "./transfer.ts";

/** Hold a captured booking fee until the ticket closes or the fee is refunded (fixed point 8); once per order. */
export const holdBookingFee = ({ orderId, ticketId, amountPaise }: Purchase) =>
  transfer({
    kind: "booking_fee",
    cause: orderId,
    entries: entriesBetween(amountPaise, "gateway", "booking_fees_held"),
    ticketId,
    orderId,
    actor: system("payments"),
  });

/** Whether a ticket's booking fee was paid, and is neither earned nor refunded. */
export const isFeeHeld = async (ticketId: string): Promise<boolean> => (await feeStateOf(ticketId)) === "held";

/**
 * What became of a ticket's paid booking fee: held, earned as a whole, or null where there is none, it goes back, or a
 * part of it was refunded.
 */
export async function feeStateOf(ticketId: string): Promise<"held" | "earned" | null> {
  const order = await orderOfTicket(ticketId);
  if (order?.status !== "paid" || (await isGoingBack(order.id))) return null;
  if ((await heldOf(order.id)) > 0) return "held";
  const earnedPaise = await feeLeft(ticketId);
  return earnedPaise > 0 && earnedPaise === (await paidFor(order)) ? "earned" : null;
}

/** What of an order's fee the ledger holds now, in paise. */
export async function heldOf(orderId: string): Promise<Paise> {
  // The account is read by a subquery, as in by-hand.ts.
  const held = await row<{ amount: string }>(
    sql`select coalesce(sum(e.amount_paise), 0) as amount
      from transfers t
      join entries e on e.transfer_id = t.id
        and (select a.kind from accounts a where a.id = e.account_id) = 'booking_fees_held'
      where t.order_id = ${orderId}`,
  );
  return toPaise(held!.amount);
}

/** Whether an order's fee was earned, by its closing or a decision, and is not held again. */
export const isFeeEarned = async (orderId: string): Promise<boolean> =>
  (await row(sql`select from transfers where order_id = ${orderId} and kind = 'booking_fee_earned' limit 1`)) !==
    undefined && (await heldOf(orderId)) === 0;

/** What was paid for an order's fee at the provider and from a balance, in paise. */
const paidFor = async ({ id, amountPaise, walletPaise }: Order): Promise<Paise> =>
  toPaise(amountPaise + (walletPaise ? await paidFromBalance(id) : 0));

/**
 * Earn the held booking fee of a closed ticket, in the deciding transaction. Returns false when there is nothing to
 * earn: no fee, an unpaid one, or one being refunded; true for one that is earned. A fee that is held again is earned by another `cause`,
 * the id of the decision.
 */
export const earnBookingFee = (ticketId: string, { cause }: { cause?: string } = {}): Promise<boolean> =>
  transaction(async () => {
    const feeOrder = await orderOfTicket(ticketId);
    if (feeOrder?.status !== "paid") return false;
    const order = await lockOrder(feeOrder.id);
    if (await isFeeEarned(order.id)) return true;
    const amountPaise = await heldOf(order.id);
    if (amountPaise === 0 || (await isGoingBack(order.id))) return false;
    const { fresh } = await transfer({
      kind: "booking_fee_earned",
      cause: cause ?? order.id,
      entries: entriesBetween(amountPaise, "booking_fees_held", "booking_fee_income"),
      ticketId,
      orderId: order.id,
      actor: system("payments"),
    });
    return fresh;
  });

/**
 * Hold an earned booking fee again, as a whole, because the visit is disputed: it is no income until it is earned again
 * or refunded. Once per cause, the id of what disputes it; returns false for a fee that is not earned as a whole.
 */
export const holdFeeAgain = (
  actor: Actor,
  { ticketId, cause }: { ticketId: string; cause: string },
): Promise<boolean> =>
  transaction(async () => {
    const feeOrder = await orderOfTicket(ticketId);
    if (!feeOrder) return false;
    const order = await lockOrder(feeOrder.id);
    if ((await feeStateOf(ticketId)) !== "earned") return false;
    const { fresh } = await transfer({
      kind: "booking_fee_held_again",
      cause,
      entries: entriesBetween(await feeLeft(ticketId), "booking_fee_income", "booking_fees_held"),
      ticketId,
      orderId: order.id,
      actor,
    });
    return fresh;
  });
