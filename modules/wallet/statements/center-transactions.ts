import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { keysetPage, type Page, type Place, pageMap } from "#modules/kernel/lists/keyset.server.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { walletOf } from "../ledger/wallets.ts";
import { visibleTo } from "../policy.ts";
import type { MoneyFilter, TransactionRow } from "../shared.ts";
import { markOf, meant, numberOf } from "./money-filter.ts";

type TransactionRecord = Omit<TransactionRow, "id" | "transactionId" | "amountPaise"> & {
  id: string;
  transaction_id: string;
  amount_paise: string;
};

/**
 * A center's transactions, newest first: every entry of its wallet, and every card payment attempt that is not already
 * one of those entries. Amounts are paise, negative for what the center paid or tried to pay.
 */
export async function centerTransactions(
  actor: Actor,
  { mobile, after, before, take, ...filter }: { mobile?: string | undefined } & Place & MoneyFilter,
): Promise<Page<TransactionRow>> {
  const centerId = await visibleTo(actor, mobile);
  const page = await keysetPage<TransactionRecord>(
    actor,
    { after, before, take },
    { markOf },
    ({ beyond, order, limit }) =>
      rows(
        sql`(select e.id, e.created_at as date, coalesce(p.provider_payment_id, t.id::text) as transaction_id, t.kind,
        ${numberOf(sql`t.ticket_id`)} as number, e.amount_paise, 'SUCCESS' as status
      from entries e
      join transfers t on t.id = e.transfer_id
      left join lateral (select provider_payment_id from payments
        where order_id = t.order_id and captured_at is not null order by captured_at, id limit 1) p on true
      where e.account_id = ${walletOf(sql`${centerId}`)} and ${beyond("e.created_at", "e.id")}
        and ${meant(filter, { at: sql`e.created_at`, kind: sql`t.kind` })}
      order by ${order("e.created_at", "e.id")} limit ${limit})
     union all
     (select p.id, p.created_at, p.provider_payment_id, o.purpose, ${numberOf(sql`o.ticket_id`)},
        case o.purpose when 'recharge' then p.amount_paise else -p.amount_paise end,
        case when p.status = 'captured' then 'SUCCESS' when p.status = 'refunded' then 'REFUNDED'
          when p.status = 'failed' then 'FAILED' else 'PENDING' end
      from payments p join orders o on o.id = p.order_id
      where o.center_id = ${centerId} and ${beyond("p.created_at", "p.id")}
        and ${meant(filter, { at: sql`p.created_at`, kind: sql`o.purpose` })}
        and not (p.captured_at is not null and exists (select 1 from transfers t
          where t.cause = o.id::text and t.kind in ('recharge', 'late_payment')))
        and o.purpose <> 'ride_fare'
      order by ${order("p.created_at", "p.id")} limit ${limit})
     order by ${order(sql`2`, sql`1`)} limit ${limit}`,
      ),
  );
  return pageMap(page, ({ transaction_id, amount_paise, ...rest }) => ({
    ...rest,
    transactionId: transaction_id,
    amountPaise: toPaise(amount_paise),
  }));
}
