import { z } from "zod";
import { fromNow, minute } from "#modules/kernel/clock.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { id } from "#modules/kernel/validation.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { defineJob, later } from "#modules/kernel/work/jobs.server.ts";
import { unpaidFeesOf } from "#modules/wallet/index.ts";
import { ticketFeeUnpaid } from "../events.ts";
import { ticketById } from "../get-ticket.ts";

/** How long a fee is waited for before its customer is reminded. */
export const remindedAfterMs = 10 * minute;

/** Queue, in the transaction of a booking with a fee, the reminder of an unpaid fee. */
export const remindOfFeeLater = (ticketId: string) =>
  later(remindOfFee, { ticketId }, { startAfter: fromNow(remindedAfterMs) });

/** Emits the reminder of an unpaid fee, once; not for a request that is over or paid. */
export const remindOfFee = defineJob({
  name: "tickets.remindOfFee",
  payload: z.object({ ticketId: id }),
  run: ({ ticketId }) =>
    transaction(async () => {
      const { status, deletedAt } = await ticketById(ticketId);
      if (status !== "PENDING" || deletedAt) return;
      if ((await unpaidFeesOf([ticketId])).has(ticketId)) await emit(ticketFeeUnpaid, { ticketId });
    }),
});
