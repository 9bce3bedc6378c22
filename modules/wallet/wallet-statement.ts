import type { Actor } from "../kernel/actor.ts";
import { rows } from "../kernel/db.server.ts";
import { toPaise } from "../kernel/money.ts";
import { bounds, within } from "./money-filter.ts";
import { pageOf, pageSize, placeOf } from "./paging.ts";
import type { MoneyFilter, Page, StatementRow, TransferKind } from "./shared.ts";
import { walletOf } from "./wallets.ts";
import { whoseMoney } from "./whose-money.ts";

type Found = {
  id: string;
  date: Date;
  transaction_id: string;
  kind: TransferKind;
  amount_paise: string;
  balance_after_paise: string;
  note: string | null;
};

/** The entries of a center's wallet, newest first, each with the balance after it. */
export async function walletStatement(
  actor: Actor,
  {
    mobile,
    after,
    take = pageSize,
    ...filter
  }: { mobile?: string | undefined; after?: string | undefined; take?: number } & MoneyFilter,
): Promise<Page<StatementRow>> {
  const centerId = await whoseMoney(actor, mobile);
  const place = placeOf(after);
  const found = await rows<Found>(
    `select e.id, e.created_at as date, t.id as transaction_id, t.kind, e.amount_paise, e.balance_after_paise, t.note
     from entries e
     join transfers t on t.id = e.transfer_id
     where e.account_id = ${walletOf("$1")}
       and ($2::timestamptz is null or (e.created_at, e.id) < ($2, $3::uuid))
       ${within("e.created_at")} and ($7::text is null or t.kind = $7)
     order by e.created_at desc, e.id desc limit $4`,
    [centerId, place?.date ?? null, place?.id ?? null, take + 1, ...bounds(filter)],
  );
  return pageOf(
    found.map(({ id, date, transaction_id, kind, amount_paise, balance_after_paise, note }) => ({
      id,
      date,
      transactionId: transaction_id,
      kind,
      amountPaise: toPaise(amount_paise),
      walletRemainPaise: toPaise(balance_after_paise),
      note,
    })),
    take,
  );
}
