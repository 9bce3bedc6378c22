import { type Actor, system } from "../kernel/actor.ts";
import { row, transaction } from "../kernel/db.server.ts";
import { emit } from "../kernel/events.ts";
import { type Paise, toPaise } from "../kernel/money.ts";
import { leadReturned, type Purchase } from "./events.ts";
import { isGoingBack, lockOrder } from "./orders.ts";
import { moved, transfer, transferOf } from "./transfer.ts";
import { lockWallets } from "./wallets.ts";

type LeadFee = {
  centerId: string;
  amountPaise: Paise;
  ticketId: string;
  /** The broadcast that is accepted; it is charged at most once. */
  cause: string;
  actor?: Actor;
};

/** Pay the lead price (paise) from the center's wallet; false, and nothing moved, when the balance does not cover it. */
export const payLeadFromWallet = ({ centerId, amountPaise, ticketId, cause, actor }: LeadFee): Promise<boolean> =>
  transaction(async () => {
    const [wallet] = await lockWallets([centerId]);
    if (await transferOf("lead_fee", cause)) return true;
    if (!wallet || wallet.balancePaise < amountPaise) return false;
    await transfer({
      kind: "lead_fee",
      cause,
      entries: moved(amountPaise, { centerId }, "lead_fee_income"),
      ticketId,
      actor: actor ?? system("payments"),
    });
    return true;
  });

/**
 * Put the lead price of an acceptance back into the center's wallet, however it was paid: the ticket was taken away and
 * the center got nothing for it. `cause` is that of the payment (the broadcast, or the order of a card); once per
 * cause, and false when nothing was paid or it went back to its source already.
 */
export const returnLeadFee = ({ centerId, ticketId, cause, actor }: Omit<LeadFee, "amountPaise">): Promise<boolean> =>
  transaction(async () => {
    const paid = await row<{ order_id: string | null; amount_paise: string }>(
      `select t.order_id, e.amount_paise from transfers t join entries e on e.transfer_id = t.id
       where t.kind = 'lead_fee' and t.cause = $1 and e.amount_paise > 0`,
      [cause],
    );
    if (!paid) return false;
    if (paid.order_id) {
      await lockOrder(paid.order_id);
      if (await isGoingBack(paid.order_id)) return false;
    }
    const amountPaise = toPaise(Number(paid.amount_paise));
    await transfer({
      kind: "lead_fee_refund",
      cause,
      entries: moved(amountPaise, "lead_fee_income", { centerId }),
      ticketId,
      orderId: paid.order_id,
      actor: actor ?? system("payments"),
    });
    await emit(leadReturned, { ticketId, centerId, amountPaise, cause });
    return true;
  });

/** Take a lead price that was paid by card as income; once per order. */
export const takeLeadFee = ({ orderId, ticketId, amountPaise }: Purchase) =>
  transfer({
    kind: "lead_fee",
    cause: orderId,
    entries: moved(amountPaise, "gateway", "lead_fee_income"),
    ticketId,
    orderId,
    actor: system("payments"),
  });

/**
 * Put a lead price that came too late (the ticket went to another center) into the payer's wallet, so that a loser is
 * never charged. Call it from the listener of `orderPaid`; once per order.
 */
export const creditLatePayment = async ({ orderId, ticketId, centerId, amountPaise }: Purchase) => {
  if (!centerId) throw new Error(`order ${orderId} has no center to credit`);
  const credited = await transfer({
    kind: "late_payment",
    cause: orderId,
    entries: moved(amountPaise, "gateway", { centerId }),
    ticketId,
    orderId,
    actor: system("payments"),
  });
  if (ticketId && credited.fresh) await emit(leadReturned, { ticketId, centerId, amountPaise, cause: orderId });
  return credited;
};
