import { sql } from "kysely";
import { z } from "zod";
import { fromNow, hour, now } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { id } from "#modules/kernel/validation.ts";
import { defineJob, later } from "#modules/kernel/work/jobs.server.ts";
import { giveUpOrder, orderOfTicket, paidFromBalance } from "#modules/wallet/index.ts";

/*
 * A booking holds its use of a limited offer, and what its customer's balance pays of the fee, for an hour without paying,
 * so that an abandoned booking does not hold them for the three days a late payment may take.
 */

/** How long an unpaid booking holds a use of a limited offer, and a part of a balance. */
export const useHeldMs = hour;

/** Ask, in the transaction of a booking with a fee, that what it holds ends with its hour. */
export const endUseLater = (ticketId: string) => later(endUnpaidUse, { ticketId }, { startAfter: fromNow(useHeldMs) });

/**
 * Ends the hour of a booking: closes its order unless it was paid, which returns its use and its part of a balance.
 * While a payment is under way it is checked again after another hour; a fee paid later still counts (`takeUseAgain`).
 */
export const endUnpaidUse = defineJob({
  name: "tickets.endUnpaidUse",
  payload: z.object({ ticketId: id }),
  run: async ({ ticketId }) => {
    const until = (await heldUntil(ticketId)) ?? (await balanceHeldUntil(ticketId));
    // A code changed meanwhile has an hour of its own.
    if (!until || until > now()) return;
    const order = await orderOfTicket(ticketId);
    if (order && (await giveUpOrder(order.id)) === "pending") await endUseLater(ticketId);
  },
});

/** Until when an unpaid booking holds a use of its code; null for one that holds none. */
export async function heldUntil(ticketId: string): Promise<Date | null> {
  const held = await row<{ since: Date }>(
    sql`select u.taken_at as since from offer_uses u join tickets t on t.id = u.ticket_id
      where u.ticket_id = ${ticketId} and u.state = 'held' and t.booking_fee_paise > 0 and not t.is_paid_by_public`,
  );
  return held ? new Date(new Date(held.since).getTime() + useHeldMs) : null;
}

/** Until when an unpaid booking holds a part of its customer's balance; null for one that holds none. */
export async function balanceHeldUntil(ticketId: string): Promise<Date | null> {
  const order = await orderOfTicket(ticketId);
  if (!order?.walletPaise || order.status === "paid" || order.status === "closed") return null;
  return (await paidFromBalance(order.id)) > 0 ? new Date(order.createdAt.getTime() + useHeldMs) : null;
}
