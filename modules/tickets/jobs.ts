import { z } from "zod";
import { within } from "../kernel/events.ts";
import { type AnyJob, defineJob, type Schedule } from "../kernel/jobs.server.ts";
import { orderPaid } from "../wallet/index.ts";
import { clearDrafts } from "./draft.ts";
import { escalateUnaccepted } from "./escalate.ts";
import { leadPaid } from "./pay-acceptance.ts";
import { feePaid } from "./pay-booking.ts";
import { farePaid } from "./pay-ride.ts";
import { refundUnaccepted } from "./refund-unaccepted.ts";
import { expireReservations } from "./reserve.ts";

/*
 * What tickets do by themselves: with a payment, in its transaction, and by the clock.
 */

within(orderPaid, async (purchase) => {
  if (purchase.purpose === "booking_fee" || purchase.purpose === "pick_drop") await feePaid(purchase);
  if (purchase.purpose === "lead_fee") await leadPaid(purchase);
  if (purchase.purpose === "ride_fare") await farePaid(purchase);
});

const nothing = z.object({}) as z.ZodType<Record<string, never>>;
const sweep = (name: string, run: () => Promise<unknown>) => defineJob({ name, payload: nothing, run, retries: 0 });

const freeReservations = sweep("tickets.expireReservations", expireReservations);
const escalate = sweep("tickets.escalateUnaccepted", escalateUnaccepted);
const refund = sweep("tickets.refundUnaccepted", refundUnaccepted);
const forgetDrafts = sweep("tickets.clearDrafts", clearDrafts);

export const bookingJobs: readonly AnyJob[] = [freeReservations, escalate, refund, forgetDrafts];

/** The sweeps run each minute; what none of them finds costs one look at a partial index. */
export const bookingSchedules: readonly Schedule[] = [
  { job: freeReservations, cron: "* * * * *" },
  { job: escalate, cron: "* * * * *" },
  { job: refund, cron: "* * * * *" },
  { job: forgetDrafts, cron: "17 * * * *" },
];
