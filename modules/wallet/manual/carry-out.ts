import type { Actor } from "#modules/kernel/actor.ts";
import { hour, now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { type Paise, rupees, toPaise } from "#modules/kernel/money.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { walletAdjusted } from "../events.ts";
import { earnedFeeOf, refundEarnedToSource } from "../fees/return-booking-fee.ts";
import { addToWallet, giveBonus, refundFee, refundLead, takePenalty } from "../ledger/by-hand.ts";
import { payOut, waiveBalance } from "../ledger/customer-balance.ts";
import type { WalletOwner } from "../ledger/wallets.ts";
import { giveEntered } from "../subscriptions/give.ts";
import { giveSubscriptionBack } from "../subscriptions/refund.ts";
import type { Adjustment } from "./adjustment.entity.ts";
import { needWholeFee, refundable } from "./caps.ts";
import { type AdjustmentReason, type AdjustmentState, endsBalance, objectionHours } from "./input.ts";
import type { Request } from "./parties.ts";
import { adjusterOf } from "./parties.ts";

/** A locked adjustment with its locked request; what is added to a wallet is for none. */
export type Locked = { adjustment: Adjustment; request: Request | null };

/** What a change of any adjustment is announced by. */
export const adjustmentsTopic = "adjustments";

/** The events of an adjustment, as its history rows name them: `refund.asked`, `penalty.objected`, and so on. */
type Happening = "asked" | "done" | "refused" | "withdrawn" | "objected" | "upheld" | "returned";

/**
 * Record an event of an adjustment in the history of its request and of its center, by ids and amounts, and refresh
 * open screens.
 */
export async function tell(actor: Actor, { adjustment, request }: Locked, happened: Happening, rule: object = {}) {
  const { id: adjustmentId, kind, centerId, consumerId, amountPaise, bonusPaise, authorId } = adjustment;
  const whose = centerId ? { centerId } : { consumerId };
  const data = { adjustmentId, kind, ...whose, amountPaise, ...(bonusPaise && { bonusPaise }), authorId, ...rule };
  const event = `${eventOf[kind]}.${happened}`;
  const ofWallet = { event, data: { ...data, ...(request && { ticketId: request.id }) } };
  // A request's history words a center's and a customer's adjustment differently.
  const ofRequest = centerId ? event : `customer.${event}`;
  if (request) await record(actor, { subject: "ticket", id: request.id, event: ofRequest, data });
  if (centerId) await record(actor, { subject: "center", id: centerId, ...ofWallet });
  if (consumerId) await record(actor, { subject: "consumer", id: consumerId, ...ofWallet });
  await announce([
    adjustmentsTopic,
    ...(request ? ["requests", `ticket:${request.publicId}`] : []),
    ...(centerId ? [`center:${centerId}`] : []),
  ]);
}

const eventOf = {
  Refund: "refund",
  Penalty: "penalty",
  "Wallet Added": "walletAdded",
  BONUS: "bonus",
  Subscription: "subscription",
  "Subscription Refund": "subscriptionRefund",
  Payout: "payout",
  Waiver: "waiver",
} as const satisfies Record<AdjustmentReason, string>;

/** Until when the center may object to a penalty that was taken now. */
export const objectableUntil = (movedAt: Date) => new Date(movedAt.getTime() + objectionHours * hour);

/** Note who ended the waiting of an adjustment, together with its new state: no row is ever half decided. */
export function decideAs(adjustment: Adjustment, actor: Actor, state: Exclude<AdjustmentState, "WAITING">) {
  adjustment.state = state;
  adjustment.decidedBy = adjusterOf(actor).adminId;
  adjustment.decidedAt = now();
}

/**
 * Move the money of an adjustment in the running transaction, as its author, or as the second admin who approved it;
 * the center gets a message. When what the center paid was returned meanwhile, throws conflict("adjust.aboveRefund"),
 * and nothing is moved.
 */
export async function carryOut(actor: Actor, locked: Locked, { rule = {}, approved = false } = {}) {
  const { adjustment } = locked;
  const { id: cause, kind, centerId } = adjustment;
  await move(actor, adjustment);
  const movedAt = now();
  if (approved) decideAs(adjustment, actor, "DONE");
  else adjustment.state = "DONE";
  adjustment.movedAt = movedAt;
  await em().flush();
  const until = kind === "Penalty" && centerId ? { objectableUntil: objectableUntil(movedAt).toISOString() } : {};
  await tell(actor, locked, "done", { ...rule, ...until });
  await emit(walletAdjusted, { adjustmentId: cause });
}

/** The transfers of an adjustment. */
async function move(actor: Actor, adjustment: Adjustment): Promise<void> {
  const { id: cause, kind, centerId, consumerId, ticketId, amountPaise, bonusPaise } = adjustment;
  if (kind === "Subscription") return giveEntered(actor, adjustment);
  if (kind === "Subscription Refund") return giveSubscriptionBack(actor, adjustment);
  const owner: WalletOwner | undefined = centerId ? { centerId } : consumerId ? { consumerId } : undefined;
  if (!owner) throw new Error(`the adjustment ${cause} has no wallet`);
  const moved = { owner, amountPaise, cause, actor };
  if (kind === "BONUS") await giveBonus(moved);
  else if (kind === "Wallet Added") {
    await addToWallet(moved);
    if (bonusPaise) await giveBonus({ ...moved, amountPaise: toPaise(bonusPaise) });
  } else if (endsBalance(kind)) await endBalance(actor, adjustment);
  else if (!ticketId) throw new Error(`the adjustment ${cause} has no request`);
  else if (kind === "Penalty") await takePenalty({ ...moved, ticketId });
  else {
    const done =
      "centerId" in owner
        ? await refundLead({ centerId: owner.centerId, ticketId, amountPaise, cause, actor })
        : await refundToCustomer({ consumerId: owner.consumerId, ticketId, amountPaise, cause, actor });
    if (done) return;
    const left = rupees(await refundable({ centerId, ticketId }));
    throw conflict(centerId ? "adjust.aboveRefund" : "adjust.aboveRefundCustomer", { left });
  }
}

type ToCustomer = { consumerId: string; ticketId: string; amountPaise: Paise; cause: string; actor: Actor };

/** Refund an earned fee to its source or to the customer's wallet (fixed point 8); false when less is left of it. */
async function refundToCustomer({ actor, ...refund }: ToCustomer): Promise<boolean> {
  const fee = await earnedFeeOf(refund.ticketId);
  if (fee.to === "wallet") return refundFee({ ...refund, orderId: fee.orderId, actor });
  needWholeFee(fee, refund.amountPaise);
  await refundEarnedToSource(actor, { ...fee, cause: refund.cause });
  return true;
}

async function endBalance(actor: Actor, { id: cause, kind, consumerId, amountPaise }: Adjustment): Promise<void> {
  if (!consumerId) throw new Error(`the adjustment ${cause} has no customer`);
  const leaving = { consumerId, amountPaise, cause, actor };
  await (kind === "Payout" ? payOut(leaving) : waiveBalance(leaving));
}
