import type { Actor } from "../kernel/actor.ts";
import { rows } from "../kernel/db.server.ts";
import { toPaise } from "../kernel/money.ts";
import { bounds, within } from "./money-filter.ts";
import { pageOf, pageSize, placeOf } from "./paging.ts";
import type { MoneyFilter, Page, TransactionRow } from "./shared.ts";
import { walletOf } from "./wallets.ts";
import { whoseMoney } from "./whose-money.ts";

type Found = Omit<TransactionRow, "id" | "transactionId" | "amountPaise"> & {
  id: string;
  transaction_id: string;
  amount_paise: string;
};

/**
 * What moved for a center, newest first: every entry of its wallet, and every try to pay by card that is not already
 * one of those entries. Amounts are paise, below zero for what the center paid or tried to pay, by card or by wallet.
 */
export async function centerTransactions(
  actor: Actor,
  {
    mobile,
    after,
    take = pageSize,
    ...filter
  }: { mobile?: string | undefined; after?: string | undefined; take?: number } & MoneyFilter,
): Promise<Page<TransactionRow>> {
  const centerId = await whoseMoney(actor, mobile);
  const place = placeOf(after);
  const found = await rows<Found>(
    `(select e.id, e.created_at as date, coalesce(p.provider_payment_id, t.id::text) as transaction_id, t.kind,
        e.amount_paise, 'SUCCESS' as status
      from entries e
      join transfers t on t.id = e.transfer_id
      left join lateral (select provider_payment_id from payments
        where order_id = t.order_id and captured_at is not null order by captured_at, id limit 1) p on true
      where e.account_id = ${walletOf("$1")}
        and ($2::timestamptz is null or (e.created_at, e.id) < ($2, $3::uuid))
        ${within("e.created_at")} and ($7::text is null or t.kind = $7)
      order by e.created_at desc, e.id desc limit $4)
     union all
     (select p.id, p.created_at, p.provider_payment_id, o.purpose,
        case o.purpose when 'recharge' then p.amount_paise else -p.amount_paise end,
        case when p.status = 'captured' then 'SUCCESS' when p.status = 'refunded' then 'REFUNDED'
          when p.status = 'failed' then 'FAILED' else 'PENDING' end
      from payments p join orders o on o.id = p.order_id
      where o.center_id = $1
        and ($2::timestamptz is null or (p.created_at, p.id) < ($2, $3::uuid))
        ${within("p.created_at")} and ($7::text is null or o.purpose = $7)
        and not (p.captured_at is not null and exists (select 1 from transfers t
          where t.cause = o.id::text and t.kind in ('recharge', 'late_payment')))
        and o.purpose <> 'ride_fare'
      order by p.created_at desc, p.id desc limit $4)
     order by 2 desc, 1 desc limit $4`,
    [centerId, place?.date ?? null, place?.id ?? null, take + 1, ...bounds(filter)],
  );
  return pageOf(
    found.map(({ transaction_id, amount_paise, ...rest }) => ({
      ...rest,
      transactionId: transaction_id,
      amountPaise: toPaise(amount_paise),
    })),
    take,
  );
}
