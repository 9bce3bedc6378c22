import { sql } from "kysely";
import { day, now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { fromRupees, type Paise, rupees, toPaise, zero } from "#modules/kernel/money.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import type { EarnedFee } from "../fees/return-booking-fee.ts";
import { feeLeft, leadLeft } from "../ledger/by-hand.ts";
import { payablePaise, waitingToLeave } from "../ledger/customer-balance.ts";
import { lockConsumerWallets } from "../ledger/wallets.ts";
import type { Adjustment } from "./adjustment.entity.ts";
import { type AdjustmentKind, type BalanceEnd, endsBalance, isForRequest } from "./input.ts";

/*
 * The limits of what is moved by hand. Those of refunds and penalties are each for one wallet and one request, those of
 * what is added for 24 hours, so that splitting gains nothing.
 */

type Owner = Pick<Adjustment, "centerId" | "consumerId">;
type Case = Owner & { kind: AdjustmentKind; ticketId: string };

type Sums = {
  /** What was moved without a second admin. */
  alone: Paise;
  /** Penalties that were taken and not returned. */
  done: Paise;
  /** What waits for a second admin. */
  waiting: Paise;
};

async function sumsOf({ kind, centerId, consumerId, ticketId }: Case): Promise<Sums> {
  const sums = await row<Record<keyof Sums, string>>(
    sql`select coalesce(sum(amount_paise) filter (where state = 'DONE' and decided_by is null), 0) as alone,
       coalesce(sum(amount_paise) filter (where state = 'DONE' and objection is distinct from 'RETURNED'), 0) as done,
       coalesce(sum(amount_paise) filter (where state = 'WAITING'), 0) as waiting
     from adjustments where ticket_id = ${ticketId} and coalesce(center_id, consumer_id) = ${centerId ?? consumerId} and kind = ${kind}`,
  );
  const { alone, done, waiting } = sums!;
  return { alone: toPaise(alone), done: toPaise(done), waiting: toPaise(waiting) };
}

/** What may be moved without a second admin. */
export const aloneLimit = () => fromRupees(env.secondAdminAboveRupees);
export const penaltyCap = () => fromRupees(env.penaltyCapRupees);

/**
 * Returns how much may still be refunded or taken, in paise, less what waits for a second admin: a refund returns at
 * most what the center paid for the request and did not get back; penalties are limited by their cap (H18).
 */
export async function roomFor(adjustment: Case): Promise<Paise> {
  const { done, waiting } = await sumsOf(adjustment);
  return atLeastZero((await whole(adjustment, done)) - waiting);
}

async function whole(adjustment: Case, applied: Paise) {
  if (adjustment.kind === "Penalty") return penaltyCap() - applied;
  return refundable(adjustment);
}

/** What may still be refunded to a wallet for a request, in paise. */
export const refundable = ({ centerId, ticketId }: Pick<Case, "centerId" | "ticketId">) =>
  centerId ? leadLeft({ centerId, ticketId }) : feeLeft(ticketId);

const above = {
  Refund: { center: "adjust.aboveRefund", customer: "adjust.aboveRefundCustomer" },
  Penalty: { center: "adjust.abovePenalty", customer: "adjust.abovePenaltyCustomer" },
} as const satisfies Record<AdjustmentKind, Record<string, MessageKey>>;

/** Refuse a new refund or penalty above its limit. */
export async function needRoom(adjustment: Case & Pick<Adjustment, "amountPaise">) {
  refuseAbove(adjustment, await roomFor(adjustment));
}

/** Refuses a partial refund of a fee that is refunded to its source: only the whole fee is. */
export function needWholeFee(fee: EarnedFee, amountPaise: Paise) {
  if (fee.to === "source" && amountPaise !== fee.leftPaise)
    throw conflict("adjust.wholeFee", { left: rupees(fee.leftPaise) });
}

/**
 * Refuse to pay out or waive more of a customer's balance than it holds besides what waits; a bonus is never paid out. The
 * wallet is locked until the end of the transaction, so that no booking spends it meanwhile.
 */
export async function needBalance({ kind, consumerId, amountPaise }: EndsBalance) {
  const { leftPaise, waitingPaise } = await balanceLeft({ kind, consumerId });
  refuseAboveBalance(kind, amountPaise, atLeastZero(leftPaise - waitingPaise));
}

type EndsBalance = { kind: BalanceEnd; consumerId: string; amountPaise: Paise };

async function balanceLeft({ kind, consumerId }: Pick<EndsBalance, "kind" | "consumerId">) {
  const [wallet] = await lockConsumerWallets([consumerId]);
  return {
    leftPaise: kind === "Payout" ? await payablePaise(consumerId) : wallet!.balancePaise,
    waitingPaise: await waitingToLeave(consumerId),
  };
}

function refuseAboveBalance(kind: BalanceEnd, amountPaise: Paise, left: Paise) {
  if (amountPaise > left)
    throw conflict(kind === "Payout" ? "walletAct.abovePayout" : "walletAct.aboveBalance", { left: rupees(left) });
}

/** Refuse to carry out what is above its limit by now; what else waits does not count. */
export async function needRoomNow({
  kind,
  ticketId,
  ...rest
}: Owner & Pick<Adjustment, "kind" | "ticketId" | "amountPaise">) {
  if (endsBalance(kind) && rest.consumerId) {
    const { leftPaise } = await balanceLeft({ kind, consumerId: rest.consumerId });
    return refuseAboveBalance(kind, rest.amountPaise, leftPaise);
  }
  // What is added to a wallet, or paid outside, has no limit but that a second admin approves it.
  if (!isForRequest(kind) || !ticketId) return;
  const adjustment = { ...rest, kind, ticketId };
  const { done } = await sumsOf(adjustment);
  refuseAbove(adjustment, atLeastZero(await whole(adjustment, done)));
}

function refuseAbove({ kind, centerId, amountPaise }: Case & Pick<Adjustment, "amountPaise">, room: Paise) {
  if (amountPaise <= room) return;
  throw conflict(above[kind][centerId ? "center" : "customer"], { left: rupees(room) });
}

/**
 * Whether an amount needs a second admin: together with what was moved of its kind without one it is above the limit.
 */
export async function needsSecond(adjustment: Case & Pick<Adjustment, "amountPaise">): Promise<boolean> {
  const { alone } = await sumsOf(adjustment);
  return alone + adjustment.amountPaise > aloneLimit();
}

/**
 * Serializes additions to wallets, so that the sums below are correct for every admin and wallet.
 */
export const lockCredits = () => rows(sql`select pg_advisory_xact_lock(hashtextextended('wallets are added to', 0))`);

/**
 * Whether an amount to add, with its bonus, needs a second admin: with what the same admin added without one in the last
 * 24 hours to any wallet, or with what anybody added so to the same wallet, it is above the limit. Neither smaller
 * amounts nor more wallets nor more colleagues pass by it. A balance counts together with its first instalment, whenever
 * that was entered so: a year in two parts is no smaller than in one. What is refunded of a subscription counts with what
 * was refunded of it before.
 */
export async function creditNeedsSecond({
  authorId,
  centerId,
  consumerId,
  amountPaise,
  bonusPaise,
  instalmentId = null,
  subscriptionId = null,
}: Owner &
  Pick<Adjustment, "authorId" | "amountPaise" | "bonusPaise"> & {
    /** The first instalment whose balance the amount pays. */
    instalmentId?: string | null;
    /** The subscription of which the amount is refunded. */
    subscriptionId?: string | null;
  }): Promise<boolean> {
  const since = new Date(now().getTime() - day);
  const counted = await row(
    sql<{ by: string; to: string }>`
      select coalesce(sum(amount_paise + bonus_paise) filter (where author_id = ${authorId} and moved_at > ${since}), 0) as by,
        coalesce(sum(amount_paise + bonus_paise)
          filter (where coalesce(center_id, consumer_id) = ${centerId ?? consumerId ?? null}), 0) as to
      from adjustments
      where state = 'DONE' and decided_by is null and kind in ('Wallet Added', 'BONUS', 'Subscription', 'Subscription Refund')
        and (moved_at > ${since} or id = (select adjustment_id from subscriptions where id = ${instalmentId})
          or subscription_id = ${subscriptionId}::uuid)`,
  );
  const already = Math.max(toPaise(counted!.by), toPaise(counted!.to));
  return already + amountPaise + (bonusPaise ?? 0) > aloneLimit();
}

/**
 * Whether an amount paid out of a customer's balance needs a second admin: with what the same admin paid out alone in
 * the last 24 hours, or with what was so paid out of this balance, it is above the limit.
 */
export async function leavingNeedsSecond({
  authorId,
  consumerId,
  amountPaise,
}: Pick<Adjustment, "authorId" | "amountPaise"> & { consumerId: string }): Promise<boolean> {
  const since = new Date(now().getTime() - day);
  const counted = await row(
    sql<{ by: string; of: string }>`
      select coalesce(sum(amount_paise) filter (where author_id = ${authorId}), 0) as by,
        coalesce(sum(amount_paise) filter (where consumer_id = ${consumerId}), 0) as of
      from adjustments
      where state = 'DONE' and decided_by is null and kind in ('Payout', 'Waiver') and moved_at > ${since}`,
  );
  return Math.max(toPaise(counted!.by), toPaise(counted!.of)) + amountPaise > aloneLimit();
}

const atLeastZero = (amount: number) => (amount > 0 ? toPaise(amount) : zero);
