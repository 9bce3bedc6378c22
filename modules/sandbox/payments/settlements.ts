import { sql } from "kysely";
import { day, fromIst, istDate, now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { feeOf } from "./shapes.ts";
import { newId, type PaymentRow } from "./store.ts";

export type SettlementRow = { id: string; amount: string; utr: string; created_at: string };

/** What is captured on a day is settled two days later, at ten in the morning. */
const cycle = 2;
const settlesAt = (date: string) => fromIst(date, "10:00");
const later = (date: string, days: number) => istDate(new Date(fromIst(date).getTime() + days * day));

/**
 * Make the settlements that are due by now, one for each day that has something to settle. Refunds are kept back from
 * it; a day whose refunds are above its captures is settled with the next.
 */
export const settleDue = (): Promise<void> =>
  transaction(async () => {
    await rows(sql`select pg_advisory_xact_lock(hashtextextended('sandbox settlements', 0))`);
    for (let date = await firstDue(); date && settlesAt(date) <= now(); date = later(date, 1)) await settle(date);
  });

/** The first day on which something can be settled, if anything waits: after the last settlement. */
async function firstDue(): Promise<string | undefined> {
  const waits = await row<{ first: string | null; settled: string | null }>(
    sql`select (select min(captured_at) from sandbox_payments
         where settlement_id is null and captured_at is not null) as first,
       (select max(created_at) from sandbox_settlements) as settled`,
  );
  if (!waits?.first) return undefined;
  const due = later(istDate(new Date(waits.first)), cycle);
  const next = waits.settled ? later(istDate(new Date(waits.settled)), 1) : due;
  return due > next ? due : next;
}

async function settle(date: string): Promise<void> {
  const until = fromIst(later(date, 1 - cycle));
  const payments = await rows<PaymentRow>(
    sql`select * from sandbox_payments where settlement_id is null and captured_at < ${until}`,
  );
  const refunds = await row<{ sum: string }>(
    sql`select coalesce(sum(amount), 0) as sum from sandbox_refunds
     where settlement_id is null and status = 'processed' and created_at < ${until}`,
  );
  const credit = payments.reduce((sum, each) => sum + Number(each.amount) - (feeOf(each).fee ?? 0), 0);
  const amount = credit - Number(refunds?.sum ?? 0);
  if (amount <= 0) return;
  const id = newId("setl");
  const at = settlesAt(date);
  await rows(
    sql`insert into sandbox_settlements (id, amount, utr, created_at) values (${id}, ${amount}, ${`${at.getTime() / 1000}${id.slice(-6).toLowerCase()}`}, ${at})`,
  );
  await rows(
    sql`update sandbox_payments set settlement_id = ${id} where settlement_id is null and captured_at < ${until}`,
  );
  await rows(
    sql`update sandbox_refunds set settlement_id = ${id}
     where settlement_id is null and status = 'processed' and created_at < ${until}`,
  );
}
