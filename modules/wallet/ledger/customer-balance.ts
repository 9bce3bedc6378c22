import { sql } from "kysely";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { inTransaction, row, rows } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise, zero } from "#modules/kernel/money.ts";
import type { Order } from "../orders/order.entity.ts";
import type { TransferKind } from "../shared.ts";
import { entriesBetween, transfer } from "./transfer.ts";
import { lockConsumerWallets } from "./wallets.ts";

/*
 * A customer's balance: their wallet, as it pays the fee of a request. What a fee takes leaves the wallet when the request
 * is booked and is held with the fee: two bookings at once, or a booking and a payout, never spend the same rupee. It goes
 * back when the order is closed unpaid, when its request ends, and when the fee is refunded.
 */

/** What a registered phone's next booking spends of its balance, in paise, where there is something: not what waits to leave. */
export const balanceOfPhone = async (
  phone: string,
): Promise<{ consumerId: string; balancePaise: Paise } | undefined> => {
  const account = await row(
    sql<{ id: string; balance: string }>`
      select c.id, a.balance_paise as balance from consumers c
        join accounts a on a.kind = 'consumer_wallet' and a.consumer_id = c.id and a.balance_paise > 0
       where c.phone = ${phone} and c.erased_at is null`,
  );
  const free = account ? Number(account.balance) - (await waitingToLeave(account.id)) : 0;
  return account && free > 0 ? { consumerId: account.id, balancePaise: toPaise(free) } : undefined;
};

/** The registered customer of a request: they stay it while the request is locked, because an erasure waits for it. */
export async function customerOfRequest(ticketId: string): Promise<string | undefined> {
  const customer = await row(
    sql<{ id: string }>`
      select c.id from tickets t join consumers c on c.phone = t.phone and c.erased_at is null
       where t.id = ${ticketId}`,
  );
  return customer?.id;
}

/** Lock a customer's balance for the rest of the transaction; whoever locks an offer, too, locks the balance first. */
export const lockBalance = async (consumerId: string): Promise<void> => {
  await lockConsumerWallets([consumerId]);
};

/** What of a customer's balance waits to be paid out or waived by a second admin, in paise; true for long where the wallet is locked. */
export async function waitingToLeave(consumerId: string): Promise<Paise> {
  const sums = await row(
    sql<{ waiting: string }>`
      select coalesce(sum(amount_paise), 0) as waiting from adjustments
       where consumer_id = ${consumerId} and kind in ('Payout', 'Waiver') and state = 'WAITING'`,
  );
  return toPaise(sums!.waiting);
}

/**
 * Take a part of a fee, at most `mostPaise`, from a customer's balance, in the running transaction, and hold it with the
 * fee; what waits to be paid out is not touched. Once per cause. Returns what was taken, in paise.
 */
export async function takeFromBalance(
  { id: orderId, ticketId }: Pick<Order, "id" | "ticketId">,
  { consumerId, mostPaise, cause }: { consumerId: string; mostPaise: Paise; cause: string },
): Promise<Paise> {
  if (!inTransaction()) throw new Error("a balance is spent in the transaction of what it pays");
  const [wallet] = await lockConsumerWallets([consumerId]);
  const free = wallet!.balancePaise - (await waitingToLeave(consumerId));
  const amountPaise = toPaise(Math.max(0, Math.min(free, mostPaise)));
  if (amountPaise === 0) return zero;
  await transfer({
    kind: "fee_from_balance",
    cause,
    entries: entriesBetween(amountPaise, { consumerId }, "booking_fees_held"),
    ticketId: ticketId ?? null,
    orderId,
    actor: system("payments"),
  });
  return amountPaise;
}

type Taken = { cause: string; consumerId: string; paise: string };

/** What an order took from a balance and did not give back; each taking by its cause. */
const takenBy = (orderId: string) =>
  rows(
    sql<Taken>`
      select t.cause, (select a.consumer_id from accounts a where a.id = e.account_id) as "consumerId", -e.amount_paise as paise
        from transfers t join entries e on e.transfer_id = t.id and e.amount_paise < 0
       where t.order_id = ${orderId} and t.kind = 'fee_from_balance' and not exists (
         select from transfers back where back.kind = 'fee_to_balance' and back.cause = t.cause)
       order by t.created_at, t.id`,
  );

/** What of an order's fee is paid from a customer's balance now, in paise. */
export async function paidFromBalance(orderId: string): Promise<Paise> {
  const taken = await takenBy(orderId);
  return toPaise(taken.reduce((sum, { paise }) => sum + Number(paise), 0));
}

/**
 * Return to the balance the part of a locked order's held fee that was paid from it, once. Returns the amount in paise.
 */
export async function giveBackToBalance(
  actor: Actor,
  order: Pick<Order, "id" | "ticketId" | "walletPaise">,
): Promise<Paise> {
  if (!order.walletPaise) return zero;
  let returned = 0;
  for (const { cause, consumerId, paise } of await takenBy(order.id)) {
    await transfer({
      kind: "fee_to_balance",
      cause,
      entries: entriesBetween(toPaise(paise), "booking_fees_held", { consumerId }),
      ticketId: order.ticketId ?? null,
      orderId: order.id,
      actor,
    });
    returned += Number(paise);
  }
  return toPaise(returned);
}

/** Whose balance an order took from, also when it gave it back. */
export async function payerOf(orderId: string): Promise<string | undefined> {
  const account = await row(
    sql<{ consumerId: string }>`
      select a.consumer_id as "consumerId" from transfers t join entries e on e.transfer_id = t.id
        join accounts a on a.id = e.account_id and a.consumer_id is not null
       where t.order_id = ${orderId} and t.kind = 'fee_from_balance' limit 1`,
  );
  return account?.consumerId;
}

type Moved = { kind: TransferKind; orderId: string | null; paise: string };

/**
 * Returns the part of a customer's balance that may be paid out, in paise: all but what is left of bonuses. Spending
 * uses bonuses first, and a returned fee restores the bonus it used first, so that a bonus is never paid out.
 */
export async function payablePaise(consumerId: string): Promise<Paise> {
  const moved = await rows(
    sql<Moved>`
      select t.kind, t.order_id as "orderId", e.amount_paise as paise
        from accounts a join entries e on e.account_id = a.id join transfers t on t.id = e.transfer_id
       where a.kind = 'consumer_wallet' and a.consumer_id = ${consumerId} order by e.created_at, e.id`,
  );
  let balance = 0;
  let bonus = 0;
  const bonusIn = new Map<string, number>();
  for (const { kind, orderId, paise: text } of moved) {
    const paise = Number(text);
    balance += paise;
    if (kind === "bonus") bonus += paise;
    if (kind === "bonus" || kind === "payout") continue;
    const order = orderId ?? "";
    const known = bonusIn.get(order) ?? 0;
    const part = paise < 0 ? -Math.min(bonus, -paise) : orderId ? Math.min(known, paise) : 0;
    bonus += part;
    if (orderId) bonusIn.set(order, known - part);
  }
  return toPaise(Math.max(0, balance - bonus));
}

type Leaving = { consumerId: string; amountPaise: Paise; cause: string; actor: Actor };

/** Pay a part of a balance out by bank, as an admin; once per cause. */
export const payOut = ({ consumerId, amountPaise, cause, actor }: Leaving) =>
  transfer({
    kind: "payout",
    cause,
    entries: entriesBetween(amountPaise, { consumerId }, "paid_out_by_hand"),
    actor,
  });

/** End a part of a balance that its customer waived, as an admin; once per cause. */
export const waiveBalance = ({ consumerId, amountPaise, cause, actor }: Leaving) =>
  transfer({
    kind: "waiver",
    cause,
    entries: entriesBetween(amountPaise, { consumerId }, "waived_balances"),
    actor,
  });
