import { sql } from "kysely";
import { row } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";

/**
 * What of a request's earned fee was refunded, to its source or to a wallet, in paise; a held one is not among it, nor one
 * that is held again.
 */
export async function feeRefunded(ticketId: string): Promise<Paise> {
  // The account is read by a subquery, as in by-hand.ts.
  const refunded = await row(
    sql<{ amount: string }>`select coalesce(sum(-e.amount_paise), 0) as amount
      from transfers t
      join entries e on e.transfer_id = t.id and e.amount_paise < 0
        and (select a.kind from accounts a where a.id = e.account_id) = 'booking_fee_income'
      where t.ticket_id = ${ticketId} and t.kind <> 'booking_fee_held_again'`,
  );
  return toPaise(refunded!.amount);
}
