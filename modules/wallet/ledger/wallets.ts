import { sql } from "kysely";
import { now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { type Paise, toPaise, zero } from "#modules/kernel/money.ts";

/** Whose wallet: a center's, or a customer's. */
export type WalletOwner = { centerId: string } | { consumerId: string };

type Wallet = { accountId: string; ownerId: string; balancePaise: Paise };
type WalletRow = { id: string; owner_id: string; balance_paise: string };

/** The two kinds of wallets, each with the column of its owner. */
const ownedBy = { center_wallet: sql`center_id`, consumer_wallet: sql`consumer_id` } as const;
type WalletKind = keyof typeof ownedBy;

/**
 * SQL for the account id of a center's wallet. A subquery, so that the planner reads one account's entries in index order
 * instead of all entries.
 */
export const walletOf = (center: Sql) =>
  sql`(select id from accounts where kind = 'center_wallet' and center_id = ${center})`;

/** SQL for the cached balance of a center's wallet in paise; null without a wallet. */
export const walletBalanceSql = (center: Sql) =>
  sql`(select balance_paise from accounts where kind = 'center_wallet' and center_id = ${center})`;

/** The cached balance of a customer's wallet in paise; 0 without a wallet. */
export async function consumerBalance(consumerId: string): Promise<Paise> {
  const wallet = await row<{ balance: string }>(
    sql`select balance_paise as balance from accounts where kind = 'consumer_wallet' and consumer_id = ${consumerId}`,
  );
  return wallet ? toPaise(wallet.balance) : zero;
}

/** The cached balance of a center's wallet in paise; 0 without a wallet. */
export async function walletBalance(centerId: string): Promise<Paise> {
  const wallet = await row<{ balance: string | null }>(sql`select ${walletBalanceSql(sql`${centerId}`)} as balance`);
  return wallet?.balance ? toPaise(wallet.balance) : zero;
}

/**
 * Lock the wallets of these centers for the rest of the transaction, creating missing ones. The order of locking is the
 * same everywhere, so that two transfers cannot deadlock.
 */
export const lockWallets = (centerIds: readonly string[]): Promise<Wallet[]> => lock("center_wallet", centerIds);

/** The same for wallets of customers; lock those of centers first where both are needed. */
export const lockConsumerWallets = (consumerIds: readonly string[]): Promise<Wallet[]> =>
  lock("consumer_wallet", consumerIds);

async function lock(kind: WalletKind, ownerIds: readonly string[]): Promise<Wallet[]> {
  const wanted = [...new Set(ownerIds)];
  if (wanted.length === 0) return [];
  const wallets = await locked(kind, wanted);
  if (wallets.length === wanted.length) return wallets;
  for (const ownerId of wanted) {
    await rows(
      sql`insert into accounts (id, kind, ${ownedBy[kind]}, balance_paise, created_at)
       values (${rowId()}, ${sql.lit(kind)}, ${ownerId}, 0, ${now()}) on conflict (kind, center_id, consumer_id) do nothing`,
    );
  }
  return locked(kind, wanted);
}

async function locked(kind: WalletKind, ownerIds: string[]): Promise<Wallet[]> {
  // NO KEY: other transactions may still insert references to the account meanwhile, but may not change it.
  const wallets = await rows<WalletRow>(
    sql`select id, ${ownedBy[kind]} as owner_id, balance_paise from accounts
     where kind = ${sql.lit(kind)} and ${ownedBy[kind]} = any(${ownerIds}::uuid[]) order by id for no key update`,
  );
  return wallets.map((wallet) => ({
    accountId: wallet.id,
    ownerId: wallet.owner_id,
    balancePaise: toPaise(wallet.balance_paise),
  }));
}
