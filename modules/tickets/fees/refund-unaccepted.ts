import { sql } from "kysely";
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

/** How many tickets are read at once. */
const atOnce = 500;

/**
 * Refund the fee of tickets that no center accepted within REFUND_UNACCEPTED_AFTER_HOURS of the capture, or of the last
 * hand-back (fixed point 8). The ticket is still open; a center may accept it without a payment. Returns how many were
 * refunded.
 */
export async function refundUnaccepted(pageSize = atOnce): Promise<number> {
  const due = fromNow(-env.refundUnacceptedAfterHours * hour);
  let refunded = 0;
  // By pages, so that tickets whose time is not over, or whose refund fails, do not block the others.
  for (let page = await paidSince(due, pageSize); page.length > 0; page = await paidSince(due, pageSize, page.at(-1))) {
    for (const { id } of page) {
      try {
        if (await unitOfWork(() => refundIfDue(id, due))) refunded += 1;
      } catch (error) {
        log.error({ err: error, ticket: id }, "fee not returned");
      }
    }
  }
  return refunded;
}

type PaidTicket = { id: string; createdAt: Date };

/** Paid tickets without a center that were made before an instant, oldest first, those after another one. */
const paidSince = (due: Date, pageSize: number, after?: PaidTicket) =>
  rows(
    sql<PaidTicket>`
      select id, created_at as "createdAt" from tickets
       where status = 'PENDING' and is_paid_by_public and deleted_at is null and center_id is null
         and created_at <= ${due} and (${!after} or (created_at, id) > (${after?.createdAt ?? due}, ${after?.id ?? null}::uuid))
       order by created_at, id limit ${pageSize}`,
  );

const refundIfDue = (id: string, due: Date): Promise<boolean> =>
  transaction(async () => {
    const ticket = await ticketById(id, { lock: true });
    if (ticket.status !== "PENDING" || ticket.centerId || !ticket.isPaidByPublic) return false;
    const order = await orderOfTicket(id);
    if (!order?.paidAt || order.paidAt > due) return false;
    // A request that was handed back has its time once more.
    if (await row(sql`select 1 from hand_backs where ticket_id = ${id} and created_at > ${due} limit 1`)) return false;
    // A center is paying to accept it: wait for that payment, or for the next run.
    if (await row(sql`select 1 from broadcasts where ticket_id = ${id} and status = 'RESERVED'`)) return false;
    await returnFee(system("refunds"), ticket, "not accepted in time");
    await announce(await topicsOf(ticket));
    return !ticket.isPaidByPublic;
  });
