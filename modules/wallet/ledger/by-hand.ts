import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { entriesBetween, transfer, transferOf } from "./transfer.ts";
import { lockConsumerWallets, lockWallets, type WalletOwner } from "./wallets.ts";

/*
 * The movements admins decide on: refunds of what was paid for a request, penalties and their return, and what is added
 * to a wallet.
 */

type Party = { centerId: string; ticketId: string };

type ByHand = Party & {
  amountPaise: Paise;
  /** The id of the decision; each moves money at most once. */
  cause: string;
  actor: Actor;
};

/*
 * Accounts are read by subqueries, not by joins: the planner then reads a request's few entries, never all that an account
 * of the operator or all wallets have.
 */
const kindOfAccount = sql`(select a.kind from accounts a where a.id = e.account_id)`;
const centerOfAccount = sql`(select a.center_id from accounts a where a.id = e.account_id)`;

/** SQL for what a center paid for a request and did not get back, in paise; `ticket` and `center` name their ids. */
export const leadLeftSql = (ticket: Sql, center: Sql) => sql`(
  select coalesce(sum(e.amount_paise), 0) - (
      select coalesce(sum(r.amount_paise), 0) from orders o join refunds r on r.order_id = o.id
      where o.ticket_id = ${ticket} and o.center_id = ${center} and o.purpose = 'lead_fee' and r.status <> 'processed'
        and not exists (select from transfers x where x.kind = 'extra_payment' and x.cause = r.payment_id::text))
  from transfers moved
  join entries e on e.transfer_id = moved.id and ${kindOfAccount} = 'lead_fee_income'
  left join orders o on o.id = moved.order_id
  where moved.ticket_id = ${ticket} and moved.kind in ('lead_fee', 'lead_fee_refund', 'refund')
    and (o.center_id = ${center} or o.center_id is null and exists (
      select from entries e where e.transfer_id = moved.id and ${centerOfAccount} = ${center})))`;

/**
 * Returns what a center paid for a request and did not get back, in paise: lead prices by wallet and card, less what
 * was returned to wallet or source, is being refunded, or was refunded by an admin. Valid while the wallet is locked.
 */
export async function leadLeft({ centerId, ticketId }: Party): Promise<Paise> {
  const balance = await row<{ left: string }>(
    sql`select ${leadLeftSql(sql`${ticketId}::uuid`, sql`${centerId}::uuid`)} as left`,
  );
  return toPaise(balance!.left);
}

/**
 * Refund to a center's wallet what it paid for a request, at most what is left of it; false, without a transfer, when
 * less is left. Once per cause.
 */
export const refundLead = ({ centerId, ticketId, amountPaise, cause, actor }: ByHand): Promise<boolean> =>
  transaction(async () => {
    await lockWallets([centerId]);
    if (await transferOf("refund", cause)) return true;
    if ((await leadLeft({ centerId, ticketId })) < amountPaise) return false;
    await transfer({
      kind: "refund",
      cause,
      entries: entriesBetween(amountPaise, "lead_fee_income", { centerId }),
      ticketId,
      actor,
    });
    return true;
  });

/**
 * Returns what a customer paid for a request and the operator earned, in paise, less what was refunded of it to a
 * wallet. A fee that is still held is not counted: it is refunded to its source.
 */
export async function feeLeft(ticketId: string): Promise<Paise> {
  const balance = await row<{ left: string }>(
    sql`select coalesce(sum(e.amount_paise), 0) as left
     from transfers t
     join entries e on e.transfer_id = t.id and ${kindOfAccount} = 'booking_fee_income'
     where t.ticket_id = ${ticketId}`,
  );
  return toPaise(balance!.left);
}

/** As `refundLead`, for a customer and the fee of a request, which `orderId` paid. */
export const refundFee = ({
  consumerId,
  ticketId,
  orderId,
  amountPaise,
  cause,
  actor,
}: Omit<ByHand, "centerId"> & { consumerId: string; orderId: string | null }): Promise<boolean> =>
  transaction(async () => {
    await lockConsumerWallets([consumerId]);
    if (await transferOf("refund", cause)) return true;
    if ((await feeLeft(ticketId)) < amountPaise) return false;
    await transfer({
      kind: "refund",
      cause,
      entries: entriesBetween(amountPaise, "booking_fee_income", { consumerId }),
      ticketId,
      orderId,
      actor,
    });
    return true;
  });

type ToWallet = Pick<ByHand, "amountPaise" | "cause" | "actor"> & { owner: WalletOwner };

/** Take a penalty from a wallet, below zero if need be (Q57), as an admin; once per cause. */
export const takePenalty = ({ owner, ticketId, amountPaise, cause, actor }: ToWallet & Pick<ByHand, "ticketId">) =>
  transfer({
    kind: "penalty",
    cause,
    entries: entriesBetween(amountPaise, owner, "penalty_income"),
    ticketId,
    actor,
  });

/** Add to a wallet what its owner paid outside the product, in cash or to the bank; once per cause. */
export const addToWallet = ({ owner, amountPaise, cause, actor }: ToWallet) =>
  transfer({ kind: "wallet_added", cause, entries: entriesBetween(amountPaise, "received_by_hand", owner), actor });

/** Give a bonus at the operator's expense; once per cause. */
export const giveBonus = ({ owner, amountPaise, cause, actor }: ToWallet) =>
  transfer({ kind: "bonus", cause, entries: entriesBetween(amountPaise, "bonus_expense", owner), actor });

/** Return a penalty in full, by the opposite transfer; once per penalty. */
export const returnPenalty = ({ centerId, ticketId, amountPaise, cause, actor }: ByHand) =>
  transfer({
    kind: "penalty_refund",
    cause,
    entries: entriesBetween(amountPaise, "penalty_income", { centerId }),
    ticketId,
    actor,
  });
