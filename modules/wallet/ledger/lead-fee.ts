import { sql } from "kysely";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { leadReturned, type Purchase } from "../events.ts";
import { isGoingBack, lockOrder } from "../orders/orders.ts";
import { leadLeft } from "./by-hand.ts";
import { entriesBetween, transfer, transferOf } from "./transfer.ts";
import { lockWallets } from "./wallets.ts";

type LeadFee = {
  centerId: string;
  amountPaise: Paise;
  ticketId: string;
  /** The id of the accepted broadcast; it is charged at most once. */
  cause: string;
  actor?: Actor;
};

/**
 * Pay the lead price (paise) from the center's wallet; false, without a transfer, when the balance does not cover it.
 */
export const payLeadFromWallet = ({ centerId, amountPaise, ticketId, cause, actor }: LeadFee): Promise<boolean> =>
  transaction(async () => {
    const [wallet] = await lockWallets([centerId]);
    if (await transferOf("lead_fee", cause)) return true;
    if (!wallet || wallet.balancePaise < amountPaise) return false;
    await transfer({
      kind: "lead_fee",
      cause,
      entries: entriesBetween(amountPaise, { centerId }, "lead_fee_income"),
      ticketId,
      actor: actor ?? system("payments"),
    });
    return true;
  });

type Returning = Omit<LeadFee, "amountPaise"> & {
  /** The part that a rule returns; without it, the whole. */
  mostPaise?: Paise | undefined;
};

/**
 * Return the lead price of an acceptance to the center's wallet, however it was paid, when the ticket was taken from
 * the center; less what an admin has refunded of it, and at most `mostPaise`. `cause` is that of the payment (the broadcast, or the order of a
 * card payment); once per cause. Returns false when nothing was paid, or when it was returned before.
 */
export const returnLeadFee = ({ centerId, ticketId, cause, actor, mostPaise }: Returning): Promise<boolean> =>
  transaction(async () => {
    const paid = await row<{ order_id: string | null; amount_paise: string }>(
      sql`select t.order_id, e.amount_paise from transfers t join entries e on e.transfer_id = t.id
       where t.kind = 'lead_fee' and t.cause = ${cause} and e.amount_paise > 0`,
    );
    if (!paid) return false;
    if (paid.order_id) {
      await lockOrder(paid.order_id);
      if (await isGoingBack(paid.order_id)) return false;
    }
    await lockWallets([centerId]);
    if (await transferOf("lead_fee_refund", cause)) return true;
    const amountPaise = toPaise(
      Math.min(
        Number(paid.amount_paise),
        await leadLeft({ centerId, ticketId }),
        mostPaise ?? Number.POSITIVE_INFINITY,
      ),
    );
    if (amountPaise <= 0) return false;
    await transfer({
      kind: "lead_fee_refund",
      cause,
      entries: entriesBetween(amountPaise, "lead_fee_income", { centerId }),
      ticketId,
      orderId: paid.order_id,
      actor: actor ?? system("payments"),
    });
    await emit(leadReturned, { ticketId, centerId, amountPaise, cause });
    return true;
  });

/** Book a lead price paid by card as income; once per order. */
export const takeLeadFee = ({ orderId, ticketId, amountPaise }: Purchase) =>
  transfer({
    kind: "lead_fee",
    cause: orderId,
    entries: entriesBetween(amountPaise, "gateway", "lead_fee_income"),
    ticketId,
    orderId,
    actor: system("payments"),
  });

/**
 * Credit a lead price that was captured too late (another center has the ticket) to the payer's wallet, so that a
 * losing center is never charged. Call it from the listener of `orderPaid`; once per order.
 */
export const creditLatePayment = async ({ orderId, ticketId, centerId, amountPaise }: Purchase) => {
  if (!centerId) throw new Error(`order ${orderId} has no center to credit`);
  const credited = await transfer({
    kind: "late_payment",
    cause: orderId,
    entries: entriesBetween(amountPaise, "gateway", { centerId }),
    ticketId,
    orderId,
    actor: system("payments"),
  });
  if (ticketId && credited.fresh) await emit(leadReturned, { ticketId, centerId, amountPaise, cause: orderId });
  return credited;
};
