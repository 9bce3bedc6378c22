import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { allOf } from "#modules/kernel/db/sql.ts";
import {
  type Count,
  countRows,
  keysetPage,
  type Page,
  type PageSql,
  type Place,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { may, needMay } from "../policy.ts";
import type { TransferKind } from "../shared.ts";
import { inPeriod, type Period } from "./grouped-wallets.ts";
import { ownerSql, shownTo, type WalletsOf } from "./wallet-owners.ts";

/** One movement of a wallet (R483): an entry of the ledger; amounts in paise. */
export type WalletTransaction = {
  id: string;
  date: Date;
  /** The center's or customer's id. */
  ownerId: string;
  name: string;
  phone: string;
  /** The number on the center's QR poster; null for a customer. */
  ina: string | null;
  /** The provider's payment, or our transfer. */
  transactionId: string;
  kind: TransferKind;
  amountPaise: Paise;
  walletRemainPaise: Paise;
  /** The request it was for: its number, and its public id for who may open it. */
  number: string | null;
  ticketId: string | null;
};

type TransactionRecord = Omit<WalletTransaction, "amountPaise" | "walletRemainPaise"> & {
  amount: string;
  remain: string;
};

export type WalletTransactionsFilter = Period & { wallets: WalletsOf; owner?: string | undefined };

/** The wallets of a filter, as a condition on `a`. */
const ownersOf = ({ wallets: of, owner }: WalletTransactionsFilter) =>
  allOf([sql`a.kind = ${sql.lit(ownerSql[of].kind)}`, owner && sql`${ownerSql[of].id} = ${owner}`]);

/**
 * The page's entries with their accounts. All centers' entries are most of those of wallets: their index is walked; of
 * one owner, or of the customers, each wallet's newest entries are read by its own index.
 */
function entriesOf(filter: WalletTransactionsFilter, { beyond, order, limit }: PageSql) {
  const condition = sql`${inPeriod(sql`e.created_at`, filter)} and ${beyond("e.created_at", "e.id")}`;
  if (filter.wallets === "center" && !filter.owner)
    return sql`select e.*, a.center_id as owner_id from entries e join accounts a on a.id = e.account_id
      where e.balance_after_paise is not null and ${ownersOf(filter)} and ${condition}
      order by ${order("e.created_at", "e.id")} limit ${limit}`;
  return sql`select newest.*, ${ownerSql[filter.wallets].id} as owner_id from accounts a
    cross join lateral (select * from entries e where e.account_id = a.id and ${condition}
      order by ${order("e.created_at", "e.id")} limit ${limit}) newest
    where ${ownersOf(filter)} order by ${order("newest.created_at", "newest.id")} limit ${limit}`;
}

/** A page of the movements of all wallets of a kind, or of one owner's, newest first. */
export async function walletTransactions(
  actor: Actor,
  { after, before, take, ...filter }: WalletTransactionsFilter & Place,
): Promise<Page<WalletTransaction>> {
  needMay(actor, "seeWallets");
  const owner = ownerSql[filter.wallets];
  const markOf = ({ date, id }: TransactionRecord) => ({ at: date, id });
  const ina =
    filter.wallets === "center"
      ? sql`(select q.qr_id from partner_qrs q where q.center_id = owner.id order by q.qr_id limit 1)`
      : sql`null::text`;
  const page = await keysetPage<TransactionRecord>(actor, { after, before, take }, { markOf }, (clauses) =>
    rows(
      sql`select e.id, e.created_at as date, owner.id as "ownerId", ${owner.name} as name, owner.phone,
         ${ina} as ina, coalesce(p.provider_payment_id, t.id::text) as "transactionId", t.kind,
         e.amount_paise as amount, e.balance_after_paise as remain, request.ticket_id as number,
         request.public_id as "ticketId"
       from (${entriesOf(filter, clauses)}) e
       join ${owner.table} owner on owner.id = e.owner_id
       join transfers t on t.id = e.transfer_id
       left join tickets request on request.id = t.ticket_id
       left join lateral (select provider_payment_id from payments
         where order_id = t.order_id and captured_at is not null order by captured_at, id limit 1) p on true
       order by ${clauses.order("e.created_at", "e.id")}`,
    ),
  );
  const opens = may(actor, "openRequests");
  return pageMap(page, ({ amount, remain, ...entry }) => ({
    ...entry,
    ...shownTo(actor, entry),
    ticketId: opens ? entry.ticketId : null,
    amountPaise: toPaise(amount),
    walletRemainPaise: toPaise(remain),
  }));
}

export function countWalletTransactions(actor: Actor, filter: WalletTransactionsFilter): Promise<Count> {
  needMay(actor, "seeWallets");
  return countRows(
    sql`from entries e join accounts a on a.id = e.account_id
      where e.balance_after_paise is not null and ${ownersOf(filter)} and ${inPeriod(sql`e.created_at`, filter)}`,
  );
}
