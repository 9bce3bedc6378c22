import { sql } from "kysely";
import { row } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";

/** The money that goes back to where an order was paid from. */
export type RefundOfOrder = {
  amountPaise: Paise;
  /** How it was paid, in the provider's word: `upi`, `card`, `netbanking`; null where that is not known. */
  method: string | null;
  /** Since when the provider is asked for it. */
  requestedAt: Date;
  /** Whether the provider has refused it so far; it is asked again. */
  refused: boolean;
  /** When the provider had sent it; null before. */
  sentAt: Date | null;
  /** The provider's id of the refund, by which a bank finds it; null where it is not known. */
  reference: string | null;
};

/** The refund of the payment that paid an order; undefined where none was requested. */
export async function refundOfOrder(orderId: string): Promise<RefundOfOrder | undefined> {
  const refund = await row<{
    amount: string;
    status: string;
    method: string | null;
    reference: string | null;
    requested: string;
    changed: string;
  }>(
    sql`select r.amount_paise as amount, r.status, p.method, r.provider_refund_id as reference,
            r.created_at as requested, r.updated_at as changed
       from refunds r join payments p on p.id = r.payment_id
      where r.order_id = ${orderId} and not exists (
        select from transfers t where t.kind = 'extra_payment' and t.cause = p.id::text)
      order by r.created_at limit 1`,
  );
  if (!refund) return undefined;
  return {
    amountPaise: toPaise(refund.amount),
    method: refund.method,
    requestedAt: new Date(refund.requested),
    refused: refund.status === "failed",
    // A refund that is processed changes no more.
    sentAt: refund.status === "processed" ? new Date(refund.changed) : null,
    reference: refund.reference,
  };
}
