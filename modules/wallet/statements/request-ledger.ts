import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import type { AccountKind } from "../ledger/ledger.entity.ts";
import type { TransferKind } from "../shared.ts";

/** One movement of a request's money: from one account to another, in paise. */
export type RequestLedgerLine = {
  id: string;
  at: Date;
  kind: TransferKind;
  amountPaise: Paise;
  from: AccountKind;
  to: AccountKind;
  /** The center whose wallet gave or got it, or who paid by card. */
  centerId: string | null;
  /** The method of a payment from outside: `upi`, `card`. */
  method: string | null;
};

type MovementRow = Omit<RequestLedgerLine, "at" | "amountPaise"> & { at: string; amount: string };

/** Every movement of a request's money, oldest first, by the request's internal id; the caller checked who may see it. */
export async function ledgerOfRequest(ticketId: string): Promise<RequestLedgerLine[]> {
  const movements = await rows<MovementRow>(
    sql`select t.id, t.created_at as at, t.kind, gain.amount_paise as amount, gave.kind as "from", got.kind as "to",
            coalesce(got.center_id, gave.center_id, o.center_id) as "centerId", p.method
       from transfers t
       join entries gain on gain.transfer_id = t.id and gain.amount_paise > 0
       join accounts got on got.id = gain.account_id
       join entries loss on loss.transfer_id = t.id and loss.amount_paise < 0
       join accounts gave on gave.id = loss.account_id
       left join orders o on o.id = t.order_id
       left join lateral (
         select method from payments where order_id = t.order_id and captured_at is not null
          order by captured_at, id limit 1) p on gave.kind = 'gateway'
      where t.ticket_id = ${ticketId} order by t.created_at, t.id`,
  );
  return movements.map(({ at, amount, ...line }) => ({ ...line, at: new Date(at), amountPaise: toPaise(amount) }));
}
