import { kysely, rows } from "#modules/kernel/db/db.server.ts";
import type { EntrySchema, TransferSchema } from "../ledger/ledger.entity.ts";

const paying = ["booking_fee", "lead_fee"] as const;
const returning = ["booking_fee_refund", "lead_fee_refund"] as const;

/**
 * What was paid for requests and has not gone back, in paise: the customers' booking fees and the lead prices of their
 * centers. By the requests' internal ids; the caller checked who may see them.
 */
export async function paidForTickets(ticketIds: readonly string[]): Promise<number> {
  if (ticketIds.length === 0) return 0;
  const sums = await rows<{ kind: string; paise: string }>(
    kysely<typeof TransferSchema | typeof EntrySchema>()
      .selectFrom("transfers as t")
      .innerJoin("entries as e", "e.transfer_id", "t.id")
      .where("t.ticket_id", "in", ticketIds)
      .where("t.kind", "in", [...paying, ...returning])
      .where("e.amount_paise", ">", 0 as never)
      .groupBy("t.kind")
      .select((by) => ["t.kind as kind", by.fn.sum<string>("e.amount_paise").as("paise")]),
  );
  const isReturned = (kind: string) => returning.some((each) => each === kind);
  return sums.reduce((sum, { kind, paise }) => sum + (isReturned(kind) ? -1 : 1) * Number(paise), 0);
}
