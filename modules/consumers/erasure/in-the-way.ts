import type { Actor } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { needErasure } from "../policy.ts";

/** What keeps a customer from being erased: work that is open, and money that is not settled. */
export type InTheWay = {
  /** Requests that are neither closed nor cancelled. */
  requests: number;
  /** What the wallet holds. */
  walletPaise: Paise;
  /** Wallet actions that wait for a second admin. */
  waiting: number;
  /** Orders of which it is not decided whether they were paid, and refunds on their way. */
  payments: number;
};

/** What stands in the way of erasing a customer. */
export async function inTheWay({ id, phone }: { id: string; phone: string }): Promise<InTheWay> {
  const found = (await row<{ requests: number; wallet: string; waiting: number; payments: number }>(
    `with theirs as (select id, status, deleted_at from tickets where phone = $2)
     select
       (select count(*)::int from theirs where status not in ('CLOSED', 'CANCEL', 'REJECT') and deleted_at is null)
         as requests,
       coalesce((select sum(balance_paise) from accounts where consumer_id = $1), 0) as wallet,
       (select count(*)::int from adjustments where consumer_id = $1 and state = 'WAITING') as waiting,
       (select count(*)::int from orders where ticket_id in (select id from theirs) and status = 'attempted')
         + (select count(*)::int from refunds f join orders o on o.id = f.order_id
            where o.ticket_id in (select id from theirs) and f.status not in ('processed', 'failed')) as payments`,
    [id, phone],
  ))!;
  return {
    requests: found.requests,
    walletPaise: toPaise(found.wallet),
    waiting: found.waiting,
    payments: found.payments,
  };
}

/** Whether nothing stands in the way. */
export const isFree = ({ requests, walletPaise, waiting, payments }: InTheWay) =>
  requests === 0 && walletPaise === 0 && waiting === 0 && payments === 0;

/** The customer with a phone, for who erases: the id, and what stands in the way. Refuses with `consumers.notFound`. */
export async function consumerToErase(actor: Actor, phone: string): Promise<{ id: string; inTheWay: InTheWay }> {
  needErasure(actor);
  const found = await row<{ id: string }>("select id from consumers where phone = $1 and erased_at is null", [phone]);
  if (!found) throw missing("consumers.notFound");
  return { id: found.id, inTheWay: await inTheWay({ id: found.id, phone }) };
}
