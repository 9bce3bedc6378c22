import { returnUse, takeUse } from "#modules/catalog/index.ts";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { row, rows, write } from "#modules/kernel/db/db.server.ts";
import { statement } from "#modules/kernel/db/fast-path.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import type { Ticket } from "../ticket.entity.ts";

/*
 * Which bookings hold a use of a limited offer. A use is `held` from the booking on and `used` for good once its fee was
 * paid, also when that is refunded. It is `returned` when the booking ends before: cancelled, deleted, or never paid.
 */

/** Write down, in the running transaction, that a new ticket holds a use just taken. */
export function holdUse({ id }: Ticket, offerId: string) {
  write(statement`
    insert into offer_uses (ticket_id, offer_id, state) values (${id}::uuid, ${offerId}::uuid, ${"held"})`);
}

/** How many uses of an offer the bookings of a phone hold. */
export async function countUses(offerId: string, phone: string): Promise<number> {
  const found = await row<{ n: number }>(
    `select count(*)::int as n from tickets t join offer_uses u on u.ticket_id = t.id
      where t.phone = $2 and u.offer_id = $1 and u.state <> 'returned'`,
    [offerId, phone],
  );
  return found!.n;
}

/**
 * Give the use of a ticket back in the transaction that ends its unpaid booking. Of two ends that meet one does; nothing
 * happens to a ticket that holds none, or whose fee was paid.
 */
export async function giveUseBack(actor: Actor, ticketId: string) {
  const given = await row<{ offer_id: string }>(
    "update offer_uses set state = 'returned' where ticket_id = $1 and state = 'held' returning offer_id",
    [ticketId],
  );
  if (!given) return;
  await returnUse(given.offer_id);
  await record(actor, {
    subject: "ticket",
    id: ticketId,
    event: "ticket.offerReturned",
    data: { offerId: given.offer_id },
  });
}

/** The fee of a locked ticket was paid: the use it holds is used for good. */
export const keepUse = (ticketId: string) =>
  rows("update offer_uses set state = 'used' where ticket_id = $1 and state = 'held'", [ticketId]);

/**
 * The fee of a locked, open ticket was paid after its order was closed: it takes the use it gave back again if there is
 * one left. If there is none the payment counts all the same, because it was asked for that amount.
 */
export async function takeUseAgain({ id, phone }: Ticket) {
  const given = await row<{ offer_id: string }>(
    "select offer_id from offer_uses where ticket_id = $1 and state = 'returned'",
    [id],
  );
  if (!given || !(await takeUse(given.offer_id, () => countUses(given.offer_id, phone)))) return;
  await rows("update offer_uses set state = 'used' where ticket_id = $1", [id]);
  await record(system("payments"), {
    subject: "ticket",
    id,
    event: "ticket.offerTaken",
    data: { offerId: given.offer_id },
  });
}
