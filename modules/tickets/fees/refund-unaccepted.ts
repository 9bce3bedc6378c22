import { system } from "#modules/kernel/actor.ts";
import { fromNow, hour } from "#modules/kernel/clock.ts";
import { row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { orderOfTicket } from "#modules/wallet/index.ts";
import { ticketById } from "../get-ticket.ts";
import { topicsOf } from "../topics.ts";
import { returnFee } from "./return-fee.ts";

/**
 * Refund the fee of tickets that no center accepted within REFUND_UNACCEPTED_AFTER_HOURS of the capture, or of the last
 * hand-back (fixed point 8). The ticket stays open; a center may still take it, then without a payment. Returns how many were refunded.
 */
export async function refundUnaccepted(): Promise<number> {
  const due = fromNow(-env.refundUnacceptedAfterHours * hour);
  const old = await rows<{ id: string }>(
    `select id from tickets
      where status = 'PENDING' and is_paid_by_public and deleted_at is null and center_id is null and created_at <= $1
      order by created_at limit 500`,
    [due],
  );
  let refunded = 0;
  for (const { id } of old) {
    try {
      if (await unitOfWork(() => refundIfDue(id, due))) refunded += 1;
    } catch (error) {
      log.error({ err: error, ticket: id }, "fee not returned");
    }
  }
  return refunded;
}

const refundIfDue = (id: string, due: Date): Promise<boolean> =>
  transaction(async () => {
    const ticket = await ticketById(id, { lock: true });
    if (ticket.status !== "PENDING" || ticket.centerId || !ticket.isPaidByPublic) return false;
    const order = await orderOfTicket(id);
    if (!order?.paidAt || order.paidAt > due) return false;
    // A request that was handed back has its time once more.
    if (await row("select 1 from hand_backs where ticket_id = $1 and created_at > $2 limit 1", [id, due])) return false;
    // A center is paying to accept it: wait for that payment, or for the next run.
    if (await row("select 1 from broadcasts where ticket_id = $1 and status = 'RESERVED'", [id])) return false;
    await returnFee(system("refunds"), ticket, "not accepted in time");
    await announce(await topicsOf(ticket));
    return !ticket.isPaidByPublic;
  });
