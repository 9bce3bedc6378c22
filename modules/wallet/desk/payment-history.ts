import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import {
  type Count,
  countRows,
  keysetPage,
  type Page,
  type Place,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import type { OrderPurpose, OrderStatus } from "../orders/order.entity.ts";
import { may, needMay } from "../policy.ts";
import { inPeriod, type Period } from "./grouped-wallets.ts";
import type { WalletsOf } from "./wallet-owners.ts";

/** What became of a payment. */
export type PaymentState = OrderStatus | "refunded";

/** One payment of the history (R424): an order at the provider, or a center's joining bonus. */
export type PaymentRow = {
  id: string;
  date: Date;
  /** The provider's order; null before its checkout was first opened, and for a bonus. */
  orderId: string | null;
  paidFor: OrderPurpose | "joining_bonus";
  state: PaymentState;
  receipt: string | null;
  /** The price to pay at the provider, in paise; only `paid` and `refunded` have been paid. */
  pricePaise: Paise;
  /** What of a fee the customer's balance paid besides, in paise. */
  balancePaise: Paise;
  /** What of the fee came back to that balance, or came there because its source is closed, in paise. */
  backPaise: Paise;
  number: string | null;
  /** The request's public id, for who may open it. */
  ticketId: string | null;
};

type PaymentRecord = Omit<PaymentRow, "pricePaise" | "balancePaise" | "backPaise"> & {
  price: string;
  balance: string;
  back: string;
};

/** What centers and what customers pay for; each list of purposes has its index. */
const purposes = {
  center: sql`('lead_fee', 'recharge', 'subscription')`,
  consumer: sql`('booking_fee', 'pick_drop', 'ride_fare')`,
};

export type PaymentsFilter = Period & { wallets: WalletsOf };

/** What the customer's wallet got (negative: gave) by transfers of an order, in paise; nothing is asked of orders without one. */
const toWallet = (kinds: Sql) => sql`coalesce((
  select sum(e.amount_paise) from transfers x join entries e on e.transfer_id = x.id
    join accounts wallet on wallet.id = e.account_id and wallet.kind = 'consumer_wallet'
  where x.order_id = o.id and x.kind in (${kinds})), 0)`;

/** What of a fee is in the balance again: all it was to pay but what it pays now, and what was refunded there. */
const back = sql`case when o.purpose in ('booking_fee', 'pick_drop') then
  case when o.wallet_paise > 0 then o.wallet_paise + ${toWallet(sql`'fee_from_balance', 'fee_to_balance'`)} else 0 end
    + ${toWallet(sql`'booking_fee_refund', 'refund'`)} else 0 end`;

/** Whether what paid an order went back as a whole: its payment to the source, or all of it to the balance. */
const wentBack = sql`o.status = 'paid' and (exists (select from refunds r where r.order_id = o.id and r.status = 'processed' and r.amount_paise >= o.amount_paise
    and not exists (select from transfers x where x.kind = 'extra_payment' and x.cause = r.payment_id::text))
  or o.purpose in ('booking_fee', 'pick_drop') and ${back} = o.amount_paise + o.wallet_paise)`;

/** A page of the payments of centers or customers, newest first. */
export async function paymentHistory(
  actor: Actor,
  { after, before, take, ...filter }: PaymentsFilter & Place,
): Promise<Page<PaymentRow>> {
  needMay(actor, "seeWallets");
  const within = (at: Sql) => inPeriod(at, filter);
  const markOf = ({ date, id }: PaymentRecord) => ({ at: date, id });
  const page = await keysetPage<PaymentRecord>(
    actor,
    { after, before, take },
    { markOf },
    ({ beyond, order, limit }) => {
      const orders = sql`(select o.id, o.created_at as date, o.provider_order_id as "orderId", o.purpose as "paidFor",
        case when ${wentBack} then 'refunded' else o.status end as state, o.receipt, o.amount_paise as price, o.wallet_paise as balance,
        ${back} as back, request.ticket_id as number, request.public_id as "ticketId"
      from orders o left join tickets request on request.id = o.ticket_id
      where o.purpose in ${purposes[filter.wallets]} and ${within(sql`o.created_at`)} and ${beyond("o.created_at", "o.id")}
      order by ${order("o.created_at", "o.id")} limit ${limit})`;
      const bonuses = sql`(select t.id, t.created_at, null, t.kind, 'paid', null, e.amount_paise, 0, 0, null, null
      from transfers t join entries e on e.transfer_id = t.id and e.amount_paise > 0
      where t.kind = 'joining_bonus' and ${within(sql`t.created_at`)} and ${beyond("t.created_at", "t.id")}
      order by ${order("t.created_at", "t.id")} limit ${limit})`;
      return rows<PaymentRecord>(
        filter.wallets === "consumer"
          ? orders
          : sql`select * from (${orders} union all ${bonuses}) payments order by ${order(sql`date`, sql`id`)} limit ${limit}`,
      );
    },
  );
  const opens = may(actor, "openRequests");
  return pageMap(page, ({ price, balance, back: returned, ...entry }) => ({
    ...entry,
    balancePaise: toPaise(balance),
    backPaise: toPaise(returned),
    ticketId: opens ? entry.ticketId : null,
    pricePaise: toPaise(price),
  }));
}

export function countPayments(actor: Actor, filter: PaymentsFilter): Promise<Count> {
  needMay(actor, "seeWallets");
  const orders = sql`select 1 from orders o where o.purpose in ${purposes[filter.wallets]} and ${inPeriod(sql`o.created_at`, filter)}`;
  return countRows(
    filter.wallets === "consumer"
      ? sql`from (${orders}) payments`
      : sql`from (${orders} union all select 1 from transfers t
          where t.kind = 'joining_bonus' and ${inPeriod(sql`t.created_at`, filter)}) payments`,
  );
}
