import { type Actor, can } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import type { AccountKind } from "../ledger/ledger.entity.ts";
import { consumerBalance } from "../ledger/wallets.ts";
import type { TransferKind } from "../shared.ts";
import { needWallets } from "./wallet-owners.ts";

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
  /** What they paid through the gateway. */
  paidPaise: Paise;
  /** Of that, what is neither earned nor returned. */
  heldPaise: Paise;
  /** What went back to their source or into their wallet. */
  refundedPaise: Paise;
  walletPaise: Paise;
  /** Newest first. */
  lines: CustomerMoneyLine[];
};

type Found = Omit<CustomerMoneyLine, "at" | "amountPaise"> & { at: string; amount: string };

const held: readonly AccountKind[] = ["booking_fees_held", "payments_to_return"];

/**
 * What a customer paid, what is held, what went back, and the wallet: every movement of their own orders and of their
 * wallet; what a center paid for a request is not theirs. `ticketIds` are internal ids of the customer's requests.
 */
export async function customerMoney(
  actor: Actor,
  { consumerId, ticketIds }: { consumerId: string; ticketIds: readonly string[] },
): Promise<CustomerMoney> {
  needWallets(actor);
  const found = await rows<Found>(
    `with theirs as (
       select t.id from transfers t join orders o on o.id = t.order_id
        where t.ticket_id = any($1::uuid[]) and o.purpose in ('booking_fee', 'pick_drop')
       union
       select e.transfer_id from accounts a join entries e on e.account_id = a.id where a.consumer_id = $2)
     select t.id, t.created_at as at, t.kind, gain.amount_paise as amount, gave.kind as "from", got.kind as "to",
            request.ticket_id as number, request.public_id as "ticketId"
       from theirs join transfers t on t.id = theirs.id
       join entries gain on gain.transfer_id = t.id and gain.amount_paise > 0
       join accounts got on got.id = gain.account_id
       join entries loss on loss.transfer_id = t.id and loss.amount_paise < 0
       join accounts gave on gave.id = loss.account_id
       left join tickets request on request.id = t.ticket_id
      order by t.created_at desc, t.id desc`,
    [[...ticketIds], consumerId],
  );
  const opens = can(actor, "view_ticket.full_access");
  const lines = found.map(({ at, amount, ticketId, ...line }) => ({
    ...line,
    ticketId: opens ? ticketId : null,
    at: new Date(at),
    amountPaise: toPaise(amount),
  }));
  const sum = (of: (line: CustomerMoneyLine) => number) => toPaise(lines.reduce((total, line) => total + of(line), 0));
  return {
    paidPaise: sum(({ from, amountPaise }) => (from === "gateway" ? amountPaise : 0)),
    heldPaise: sum(({ from, to, amountPaise }) =>
      held.includes(to) ? amountPaise : held.includes(from) ? -amountPaise : 0,
    ),
    refundedPaise: sum(({ kind, to, amountPaise }) =>
      /(^|_)refund$/.test(kind) && (to === "gateway" || to === "consumer_wallet") ? amountPaise : 0,
    ),
    walletPaise: await consumerBalance(consumerId),
    lines,
  };
}
