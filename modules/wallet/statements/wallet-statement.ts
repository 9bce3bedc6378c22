import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { keysetPage, type Page, type Place, pageMap } from "#modules/kernel/lists/keyset.server.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { walletOf } from "../ledger/wallets.ts";
import { visibleTo } from "../policy.ts";
import type { MoneyFilter, StatementRow, TransferKind } from "../shared.ts";
import { markOf, meant, numberOf } from "./money-filter.ts";

type TransactionRecord = {
  id: string;
  date: Date;
  transaction_id: string;
  kind: TransferKind;
  number: string | null;
  amount_paise: string;
  balance_after_paise: string;
  note: string | null;
};

/** The entries of a center's wallet, newest first, each with the balance after it. */
export async function walletStatement(
  actor: Actor,
  { mobile, after, before, take, ...filter }: { mobile?: string | undefined } & Place & MoneyFilter,
): Promise<Page<StatementRow>> {
  const centerId = await visibleTo(actor, mobile);
  const page = await keysetPage<TransactionRecord>(
    actor,
    { after, before, take },
    { markOf },
    ({ beyond, order, limit }) =>
      rows(
        sql`select e.id, e.created_at as date, t.id as transaction_id, t.kind,
              ${numberOf(sql`t.ticket_id`)} as number, e.amount_paise, e.balance_after_paise, t.note
         from entries e
         join transfers t on t.id = e.transfer_id
         where e.account_id = ${walletOf(sql`${centerId}`)} and ${beyond("e.created_at", "e.id")}
           and ${meant(filter, { at: sql`e.created_at`, kind: sql`t.kind` })}
         order by ${order("e.created_at", "e.id")} limit ${limit}`,
      ),
  );
  return pageMap(page, ({ id, date, transaction_id, kind, number, amount_paise, balance_after_paise, note }) => ({
    id,
    date,
    transactionId: transaction_id,
    kind,
    number,
    amountPaise: toPaise(amount_paise),
    walletRemainPaise: toPaise(balance_after_paise),
    note,
  }));
}
