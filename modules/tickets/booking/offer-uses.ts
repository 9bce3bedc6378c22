import { lockOffers, offerOfCode, returnUse, takeOffer, takeUse } from "#modules/catalog/index.ts";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows, write } from "#modules/kernel/db/db.server.ts";
import { statement } from "#modules/kernel/db/fast-path.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import type { Ticket } from "../ticket.entity.ts";
import { endUseLater } from "./use-window.ts";

/*
 * Which bookings hold a use of a limited offer. A use is `held` from the booking on and `used` for good once its fee was
 * paid, also when that is refunded. It is `returned` when the booking ends before: cancelled, deleted, or not paid in its
 * hour (use-window.ts).
 */

/** Write down, in the running transaction, that a new ticket holds a use just taken. */
export function holdUse({ id }: Pick<Ticket, "id">, offerId: string) {
  write(statement`
    insert into offer_uses (ticket_id, offer_id, state, taken_at)
    values (${id}::uuid, ${offerId}::uuid, ${"held"}, ${now()}::timestamptz)`);
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

/**
 * The code of a locked request was changed at the desk, in the running transaction: the use of its former offer is given
 * back and one of the new offer is taken, both or none. Refuses a code all of whose uses are taken. A use that was paid
 * with, and the offer of a request that is over, stay.
 */
export async function moveUse(actor: Actor, ticket: Ticket, code: string | null) {
  const { id, phone } = ticket;
  if (ticket.isPaidByPublic || !ticket.serviceAvailable || ticket.status === "CLOSED" || ticket.status === "CANCEL")
    return;
  const mine = await row<{ offer_id: string; state: string }>(
    "select offer_id, state from offer_uses where ticket_id = $1 for update",
    [id],
  );
  if (mine && mine.state !== "held") return;
  const next = await offerOfCode(code);
  const wanted = next?.limited ? next : undefined;
  if (mine?.offer_id === wanted?.id) return;
  await lockOffers([mine?.offer_id, wanted?.id]);
  const told = (event: string, offerId: string) => record(actor, { subject: "ticket", id, event, data: { offerId } });
  if (mine) {
    await rows("delete from offer_uses where ticket_id = $1", [id]);
    await returnUse(mine.offer_id);
    await told("ticket.offerLeft", mine.offer_id);
  }
  if (!wanted || !(await takeOffer(wanted, code, () => countUses(wanted.id, phone)))) return;
  await rows("insert into offer_uses (ticket_id, offer_id, state, taken_at) values ($1, $2, 'held', $3)", [
    id,
    wanted.id,
    now(),
  ]);
  if (ticket.bookingFeePaise > 0) await endUseLater(id);
  await told("ticket.offerMoved", wanted.id);
}
