import { sql } from "kysely";
import { returnUse, takeUse } from "#modules/catalog/index.ts";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows, write } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import type { Ticket } from "../ticket.entity.ts";

/*
 * Which bookings hold a use of a limited offer: those whose fee it lowers, and no others. A use is `held` from the booking
 * on and `used` once the fee was paid. It is `returned` when the booking ends unpaid (cancelled, deleted, or not paid in
 * its hour, ../booking/use-window.ts) and when the paid fee is refunded. A code that is changed at
 * the desk changes neither the fee nor the use.
 */

/** Write down, in the running transaction, that a new ticket holds a use just taken. */
export function holdUse({ id }: Pick<Ticket, "id">, offerId: string) {
  write(sql`
    insert into offer_uses (ticket_id, offer_id, state, taken_at)
    values (${id}::uuid, ${offerId}::uuid, ${"held"}, ${now()}::timestamptz)`);
}

/** How many uses of an offer the bookings of a phone hold. */
export async function countUses(offerId: string, phone: string): Promise<number> {
  const uses = await row<{ n: number }>(
    sql`select count(*)::int as n from tickets t join offer_uses u on u.ticket_id = t.id
      where t.phone = ${phone} and u.offer_id = ${offerId} and u.state <> 'returned'`,
  );
  return uses!.n;
}

/**
 * Give the use of a ticket back in the transaction that ends its unpaid booking, or (`paid`) refunds its fee. Of two ends
 * that meet one does; nothing happens to a ticket whose use is in another state, or that holds none.
 */
export async function giveUseBack(actor: Actor, ticketId: string, { paid = false } = {}) {
  const returned = await row<{ offer_id: string }>(
    sql`update offer_uses set state = 'returned'
         where ticket_id = ${ticketId} and state = ${paid ? "used" : "held"} returning offer_id`,
  );
  if (!returned) return;
  await returnUse(returned.offer_id);
  await record(actor, {
    subject: "ticket",
    id: ticketId,
    event: "ticket.offerReturned",
    data: { offerId: returned.offer_id },
  });
}

/** The fee of a locked ticket was paid: the use it holds is used, until the fee is refunded. */
export const keepUse = (ticketId: string) =>
  rows(sql`update offer_uses set state = 'used' where ticket_id = ${ticketId} and state = 'held'`);

/**
 * Take a use again for the fee of a locked, open ticket that was paid after its order was closed, if there is
 * one left. Without one the payment counts too, because it is of the requested amount.
 */
export async function takeUseAgain({ id, phone }: Ticket) {
  const use = await row<{ offer_id: string }>(
    sql`select offer_id from offer_uses where ticket_id = ${id} and state = 'returned'`,
  );
  if (!use || !(await takeUse(use.offer_id, () => countUses(use.offer_id, phone)))) return;
  await rows(sql`update offer_uses set state = 'used' where ticket_id = ${id}`);
  await record(system("payments"), {
    subject: "ticket",
    id,
    event: "ticket.offerTaken",
    data: { offerId: use.offer_id },
  });
}
