import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { payablePaise } from "../ledger/customer-balance.ts";
import type { AccountKind } from "../ledger/ledger.entity.ts";
import { consumerBalance } from "../ledger/wallets.ts";
import { may, needMay } from "../policy.ts";
import type { TransferKind } from "../shared.ts";

/** One movement of a customer's money, in paise. */
export type CustomerMoneyLine = {
  id: string;
  at: Date;
  kind: TransferKind;
  amountPaise: Paise;
  from: AccountKind;
  to: AccountKind;
  /** The request it was for: its number, and its public id for who may open it. */
  number: string | null;
  ticketId: string | null;
};

/** A customer's money by the ledger, in paise. */
export type CustomerMoney = {
  /** What they paid for fees, through the gateway and from their wallet; not what an unpaid order gave back. */
  paidPaise: Paise;
  /** Of that, what is neither earned nor returned. */
  heldPaise: Paise;
  /** Of that, what went back to their source or into their wallet. */
  refundedPaise: Paise;
  walletPaise: Paise;
  /** What of the wallet may be paid out: all but bonuses. */
  payablePaise: Paise;
  /** Newest first. */
  lines: CustomerMoneyLine[];
  /** How many lines there are. */
  total: number;
};

type Sum = { kind: TransferKind; from: AccountKind; to: AccountKind; released: boolean; amount: string; n: number };
type MoneyRow = Omit<CustomerMoneyLine, "at" | "amountPaise"> & { at: string; amount: string };

const held: readonly AccountKind[] = ["booking_fees_held", "payments_to_return"];

/** Every movement of a customer's own orders and of their wallet. */
const movementsOf = (ticketIds: readonly string[], consumerId: string) => sql`
  with own_transfers as (
    select t.id from transfers t join orders o on o.id = t.order_id
     where t.ticket_id = any(${[...ticketIds]}::uuid[]) and o.purpose in ('booking_fee', 'pick_drop')
    union
    select e.transfer_id from accounts a join entries e on e.account_id = a.id where a.consumer_id = ${consumerId}),
  moved as (
    select t.id, t.created_at, t.kind, t.ticket_id, gain.amount_paise, gave.kind as "from", got.kind as "to",
           t.kind = 'fee_to_balance' and (o.paid_at is null or t.created_at < o.paid_at) as released
      from own_transfers join transfers t on t.id = own_transfers.id left join orders o on o.id = t.order_id
      join entries gain on gain.transfer_id = t.id and gain.amount_paise > 0
      join accounts got on got.id = gain.account_id
      join entries loss on loss.transfer_id = t.id and loss.amount_paise < 0
      join accounts gave on gave.id = loss.account_id)`;

/**
 * Returns a customer's payments, held amounts, refunds and wallet: every movement of the customer's own orders and
 * wallet, without what centers paid for the requests. `ticketIds` are internal ids of the customer's requests;
 * `most` limits the lines to the newest ones, all without it.
 */
export async function customerMoney(
  actor: Actor,
  { consumerId, ticketIds, most = null }: { consumerId: string; ticketIds: readonly string[]; most?: number | null },
): Promise<CustomerMoney> {
  needMay(actor, "seeWallets");
  const movements = movementsOf(ticketIds, consumerId);
  const sums = await rows<Sum>(
    sql`${movements}
     select kind, "from", "to", released, sum(amount_paise)::text as amount, count(*)::int as n from moved
      group by 1, 2, 3, 4`,
  );
  const lines = await rows<MoneyRow>(
    sql`${movements}
     select m.id, m.created_at as at, m.kind, m.amount_paise as amount, m."from", m."to",
            request.ticket_id as number, request.public_id as "ticketId"
       from moved m left join tickets request on request.id = m.ticket_id
      order by m.created_at desc, m.id desc limit ${most}`,
  );
  const opens = may(actor, "openRequests");
  const sum = (of: (moved: Omit<Sum, "amount"> & { paise: number }) => number) =>
    toPaise(sums.reduce((total, { amount, ...moved }) => total + of({ ...moved, paise: toPaise(amount) }), 0));
  return {
    paidPaise: sum(({ kind, from, released, paise }) =>
      from === "gateway" || kind === "fee_from_balance" ? paise : released ? -paise : 0,
    ),
    heldPaise: sum(({ from, to, paise }) => (held.includes(to) ? paise : held.includes(from) ? -paise : 0)),
    refundedPaise: sum(({ kind, to, released, paise }) =>
      !released &&
      (/(^|_)refund$/.test(kind) || kind === "fee_to_balance") &&
      (to === "gateway" || to === "consumer_wallet")
        ? paise
        : 0,
    ),
    walletPaise: await consumerBalance(consumerId),
    payablePaise: await payablePaise(consumerId),
    lines: lines.map(({ at, amount, ticketId, ...line }) => ({
      ...line,
      ticketId: opens ? ticketId : null,
      at: new Date(at),
      amountPaise: toPaise(amount),
    })),
    total: sums.reduce((total, { n }) => total + n, 0),
  };
}
