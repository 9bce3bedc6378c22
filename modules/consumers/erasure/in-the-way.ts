import { sql } from "kysely";
import { row } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { hasNotEndedSql, openCasesOfPhone } from "#modules/tickets/index.ts";

/** What keeps a customer from being erased: work that is open, and money that is not settled. */
export type InTheWay = {
  /** Requests that are neither closed nor cancelled. */
  requests: number;
  /** What the wallet holds, and what fees that are not earned hold of it: they may give it back. */
  walletPaise: Paise;
  /** What waits for a decision: wallet actions (a second admin's), a center's objections, and held booking fees. */
  waiting: number;
  /** Orders of requests and rides of which it is not decided whether they were paid, and refunds on their way. */
  payments: number;
};

/** What stands in the way of erasing a customer. */
export async function inTheWay({ id, phone }: { id: string; phone: string }): Promise<InTheWay> {
  const counts = (await row(
    sql<{ requests: number; wallet: string; waiting: number; payments: number }>`
      with requests as (select id, status, deleted_at, fee_held_at from tickets where phone = ${phone}),
      paying as (
        select id, status from orders
         where ticket_id in (select id from requests) or ride_id in (select id from rides where phone = ${phone}))
      select
        (select count(*)::int from requests where ${hasNotEndedSql(sql`status`)} and deleted_at is null)
          as requests,
        coalesce((select sum(balance_paise) from accounts where consumer_id = ${id}), 0)
          - coalesce((
            select sum(e.amount_paise) from accounts a join entries e on e.account_id = a.id
              join transfers t on t.id = e.transfer_id and t.kind in ('fee_from_balance', 'fee_to_balance')
             where a.consumer_id = ${id} and not exists (
               select from transfers earned where earned.order_id = t.order_id and earned.kind = 'booking_fee_earned')), 0)
          as wallet,
        (select count(*)::int from adjustments
          where (state = 'WAITING' or objection = 'OPEN')
            and (consumer_id = ${id} or ticket_id in (select id from requests)))
          + (select count(*)::int from requests where fee_held_at is not null and deleted_at is null) as waiting,
        (select count(*)::int from paying where status = 'attempted')
          + (select count(*)::int from refunds where order_id in (select id from paying)
              and status not in ('processed', 'failed')) as payments`,
  ))!;
  return {
    requests: counts.requests,
    walletPaise: toPaise(counts.wallet),
    waiting: counts.waiting + (await openCasesOfPhone(phone)),
    payments: counts.payments,
  };
}

/** Whether nothing stands in the way. */
export const isFree = ({ requests, walletPaise, waiting, payments }: InTheWay) =>
  requests === 0 && walletPaise === 0 && waiting === 0 && payments === 0;
