import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { allOf, type Sql } from "#modules/kernel/db/sql.ts";
import {
  type Count,
  countRows,
  keysetPage,
  type Page,
  type Place,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import type { ObjectionState, WalletAction, WalletUserType } from "../manual/input.ts";
import { may, needMay } from "../policy.ts";
import { inPeriod, type Period } from "./grouped-wallets.ts";
import { shownTo } from "./wallet-owners.ts";

/** The two tables of manual transactions (R418). */
export const manualGroups = ["recharge", "request"] as const;
export type ManualGroup = (typeof manualGroups)[number];

/** What was moved by hand on a wallet, with the balance of its wallet after it; amounts in paise. */
export type ManualTransaction = {
  id: string;
  date: Date;
  userType: WalletUserType;
  /** Of the center, or of the customer. */
  name: string;
  phone: string;
  /** The technician whose id named the center's wallet. */
  technicianId: string | null;
  number: string | null;
  /** The request's public id, for who may open it. */
  ticketId: string | null;
  kind: WalletAction;
  /** The admin who entered it. */
  by: string;
  amountPaise: Paise;
  bonusPaise: Paise;
  /** Null for a fee that was refunded to its source. */
  walletBalancePaise: Paise | null;
  /** The bank's reference of a payout. */
  reference: string | null;
  remarks: string;
  objection: ObjectionState | null;
};

type ManualRow = Omit<ManualTransaction, "amountPaise" | "bonusPaise" | "walletBalancePaise"> & {
  amount: string;
  bonus: string;
  balance: string | null;
};

export type ManualFilter = Period & {
  group?: ManualGroup | undefined;
  category?: WalletAction | undefined;
  userType?: WalletUserType | undefined;
};

const kindsOf = { recharge: sql`('Wallet Added', 'BONUS', 'Payout', 'Waiver')`, request: sql`('Refund', 'Penalty')` };

function matching({ group, category, userType, ...period }: ManualFilter): Sql {
  return allOf([
    sql`a.state = 'DONE' and a.kind not in ('Subscription', 'Subscription Refund')`,
    group && sql`a.kind in ${kindsOf[group]}`,
    category && sql`a.kind = ${category}`,
    userType && sql`${userType === "Technician" ? sql`a.center_id` : sql`a.consumer_id`} is not null`,
    inPeriod(sql`a.moved_at`, period),
  ]);
}

/** A page of what admins moved by hand, latest first; what waits for a second admin has moved nothing. */
export async function manualTransactions(
  actor: Actor,
  { after, before, take, ...filter }: ManualFilter & Place,
): Promise<Page<ManualTransaction>> {
  needMay(actor, "seeWallets");
  const where = matching(filter);
  const markOf = ({ date, id }: ManualRow) => ({ at: date, id });
  // The balance after the adjustment's last transfer; a bonus is given after what was added. A fee that went back to its
  // source has none.
  const page = await keysetPage<ManualRow>(actor, { after, before, take }, { markOf }, ({ beyond, order, limit }) =>
    rows(
      sql`select a.id, a.moved_at as date, case when a.center_id is null then 'Consumer' else 'Technician' end as "userType",
         coalesce(c.center_name, person.name) as name, coalesce(c.phone, person.phone) as phone,
         technician.technician_id as "technicianId", request.ticket_id as number, request.public_id as "ticketId",
         a.kind, author.name as by, a.amount_paise as amount, a.bonus_paise as bonus, a.remarks, a.reference, a.objection,
         e.balance_after_paise as balance
       from adjustments a
       join transfers t on t.cause = a.id::text
         and t.kind = case when a.bonus_paise > 0 then 'bonus' else replace(lower(a.kind), ' ', '_') end
       left join entries e on e.transfer_id = t.id and e.balance_after_paise is not null
       left join centers c on c.id = a.center_id
       left join consumers person on person.id = a.consumer_id
       left join technicians technician on technician.id = a.technician_id
       left join tickets request on request.id = a.ticket_id
       left join admins author on author.id = a.author_id
       where ${where} and ${beyond("a.moved_at", "a.id")}
       order by ${order("a.moved_at", "a.id")} limit ${limit}`,
    ),
  );
  const opens = may(actor, "openRequests");
  return pageMap(page, ({ amount, bonus, balance, ...transaction }) => ({
    ...transaction,
    ...shownTo(actor, transaction),
    by: transaction.by ?? "",
    ticketId: opens ? transaction.ticketId : null,
    remarks: may(actor, "seeContacts") ? transaction.remarks : withoutContacts(transaction.remarks),
    amountPaise: toPaise(amount),
    bonusPaise: toPaise(bonus),
    walletBalancePaise: balance === null ? null : toPaise(balance),
  }));
}

export function countManual(actor: Actor, filter: ManualFilter): Promise<Count> {
  needMay(actor, "seeWallets");
  return countRows(sql`from adjustments a where ${matching(filter)}`);
}
