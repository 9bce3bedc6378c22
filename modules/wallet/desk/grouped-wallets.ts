import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { allOf, type Sql } from "#modules/kernel/db/sql.ts";
import {
  type Count,
  countRows,
  keysetPage,
  type Page,
  type Place,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { needMay } from "../policy.ts";
import { ownerSql, shownTo, type WalletsOf } from "./wallet-owners.ts";

/** The period of a list, both instants with it. */
export type Period = { from?: Date | undefined; to?: Date | undefined };

/** One owner's transactions of a period, in sum (R416, R417); amounts in paise. */
export type GroupedWallet = {
  /** The center's or customer's id. */
  id: string;
  name: string;
  phone: string;
  /** The sum of the amounts: credits less debits. */
  totalPaise: Paise;
  /** The sum of the credits. */
  rechargePaise: Paise;
  count: number;
  /** The balance after the owner's latest transaction, whichever the period (Q122). */
  balancePaise: Paise;
  last: Date;
};

type GroupRow = {
  account: string;
  owner: string;
  name: string;
  phone: string;
  balance: string;
  total: string;
  recharge: string;
  count: number;
  last: Date;
};

/** The condition of a period on an instant. */
export const inPeriod = (at: Sql, { from, to }: Period) =>
  allOf([from && sql`${at} >= ${from}`, to && sql`${at} <= ${to}`]);

/**
 * A page of the owners whose wallets moved in a period, latest first. Each wallet costs one index lookup; sums
 * are taken of the page's wallets only.
 */
export async function groupedWallets(
  actor: Actor,
  of: WalletsOf,
  { after, before, take, ...period }: Period & Place,
): Promise<Page<GroupedWallet>> {
  needMay(actor, "seeWallets");
  const owner = ownerSql[of];
  const within = inPeriod(sql`e.created_at`, period);
  const markOf = ({ last, account }: GroupRow) => ({ at: last, id: account });
  const page = await keysetPage<GroupRow>(actor, { after, before, take }, { markOf }, ({ beyond, order, limit }) =>
    rows(
      sql`select moved.id as account, owner.id as owner, ${owner.name} as name, owner.phone, moved.last,
         moved.balance_paise as balance, sums.total, sums.recharge, sums.count
       from (
         select a.id, ${owner.id} as owner_id, a.balance_paise, latest.at as last
         from accounts a
         cross join lateral (
           select e.created_at as at from entries e where e.account_id = a.id and ${within}
           order by e.created_at desc, e.id desc limit 1
         ) latest
         where a.kind = ${sql.lit(owner.kind)} and ${beyond("latest.at", "a.id")}
         order by ${order("latest.at", "a.id")} limit ${limit}
       ) moved
       join ${owner.table} owner on owner.id = moved.owner_id
       cross join lateral (
         select sum(e.amount_paise) as total, coalesce(sum(e.amount_paise) filter (where e.amount_paise > 0), 0) as recharge,
           count(*)::int as count
         from entries e where e.account_id = moved.id and ${within}
       ) sums
       order by ${order("moved.last", "moved.id")}`,
    ),
  );
  return pageMap(page, (group) => ({
    id: group.owner,
    ...shownTo(actor, group),
    totalPaise: toPaise(group.total),
    rechargePaise: toPaise(group.recharge),
    count: group.count,
    balancePaise: toPaise(group.balance),
    last: group.last,
  }));
}

/** How many wallets moved in a period. */
export function countGrouped(actor: Actor, of: WalletsOf, period: Period): Promise<Count> {
  needMay(actor, "seeWallets");
  const within = inPeriod(sql`e.created_at`, period);
  return countRows(
    sql`from accounts a where a.kind = ${sql.lit(ownerSql[of].kind)}
       and exists (select from entries e where e.account_id = a.id and ${within})`,
  );
}

/** The owner of a wallet by id, as this admin may read it; undefined without a wallet. */
export async function walletOwner(actor: Actor, of: WalletsOf, ownerId: string) {
  needMay(actor, "seeWallets");
  const owner = ownerSql[of];
  const wallet = await row<{ name: string; phone: string; balance: string }>(
    sql`select ${owner.name} as name, owner.phone, a.balance_paise as balance
     from accounts a join ${owner.table} owner on owner.id = ${owner.id} where a.kind = ${sql.lit(owner.kind)} and owner.id = ${ownerId}`,
  );
  return wallet && { ...shownTo(actor, wallet), balancePaise: toPaise(wallet.balance) };
}
