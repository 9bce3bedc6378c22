import { randomUUIDv7 } from "node:crypto";
import { now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise, zero } from "#modules/kernel/money.ts";

type Wallet = { accountId: string; centerId: string; balancePaise: Paise };
type WalletRow = { id: string; center_id: string; balance_paise: string };

/**
 * SQL for the account id of a center's wallet; the center is a bound parameter such as `$1`. A subquery, so that the
 * planner reads one account's entries in index order instead of all entries.
 */
export const walletOf = (center: string) =>
  `(select id from accounts where kind = 'center_wallet' and center_id = ${center})`;

/** SQL for the cached balance of a center's wallet in paise, the center as for `walletOf`; null without a wallet. */
export const walletBalanceSql = (center: string) =>
  `(select balance_paise from accounts where kind = 'center_wallet' and center_id = ${center})`;

/** The cached balance of a center's wallet in paise; 0 without a wallet. */
export async function walletBalance(centerId: string): Promise<Paise> {
  const wallet = await row<{ balance: string | null }>(`select ${walletBalanceSql("$1")} as balance`, [centerId]);
  return wallet?.balance ? toPaise(wallet.balance) : zero;
}

/**
 * Lock the wallets of these centers for the rest of the transaction, creating missing ones. The order of locking is the
 * same everywhere, so that two transfers cannot deadlock.
 */
export async function lockWallets(centerIds: readonly string[]): Promise<Wallet[]> {
  const wanted = [...new Set(centerIds)];
  if (wanted.length === 0) return [];
  const found = await locked(wanted);
  if (found.length === wanted.length) return found;
  for (const centerId of wanted) {
    await rows(
      `insert into accounts (id, kind, center_id, balance_paise, created_at)
       values ($1, 'center_wallet', $2, 0, $3) on conflict (kind, center_id) do nothing`,
      [randomUUIDv7(), centerId, now()],
    );
  }
  return locked(wanted);
}

async function locked(centerIds: string[]): Promise<Wallet[]> {
  // NO KEY: other transactions may still insert references to the account meanwhile, but may not change it.
  const found = await rows<WalletRow>(
    `select id, center_id, balance_paise from accounts
     where kind = 'center_wallet' and center_id = any($1::uuid[]) order by id for no key update`,
    [centerIds],
  );
  return found.map((wallet) => ({
    accountId: wallet.id,
    centerId: wallet.center_id,
    balancePaise: toPaise(wallet.balance_paise),
  }));
}
