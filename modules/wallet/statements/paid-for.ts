import { sql } from "kysely";
import { row } from "#modules/kernel/db/db.server.ts";

/**
 * What was paid for requests and has not gone back, in paise: the customers' booking fees, by card and from their balances,
 * and the lead prices of their centers. By the requests' internal ids; the caller checked who may see them.
 */
export async function paidForTickets(ticketIds: readonly string[]): Promise<number> {
  if (ticketIds.length === 0) return 0;
  // What an admin refunds to a source is held until the provider has refunded it: only then it has gone back.
  const sums = await row(
    sql<{ paise: string }>`
      select coalesce(sum(case when t.kind in ('booking_fee', 'lead_fee', 'fee_from_balance') then e.amount_paise
          else -e.amount_paise end), 0) as paise
        from transfers t join entries e on e.transfer_id = t.id and e.amount_paise > 0
       where t.ticket_id = any(${[...ticketIds]}::uuid[]) and (
         t.kind in ('booking_fee', 'lead_fee', 'fee_from_balance', 'booking_fee_refund', 'lead_fee_refund', 'fee_to_balance')
         or t.kind = 'refund' and (select a.kind from accounts a where a.id = e.account_id) <> 'booking_fees_held')`,
  );
  return Number(sums!.paise);
}
