import { z } from "zod";
import { within } from "#modules/kernel/work/events.ts";
import { defineJob, defineSchedule, type Job, later } from "#modules/kernel/work/jobs.server.ts";
import { clientTicketChanged, ticketsChanged, uploadEnded } from "#modules/tickets/index.ts";
import { forgetDeliveries } from "./deliveries.ts";
import { sendDue } from "./send.ts";
import { writeDeliveries, writeManyDeliveries, writeUploadDeliveries } from "./write-deliveries.ts";

/** Sends what is due to clients' systems. What waits for a retry, or was left by a dead worker, the sweep takes. */
export const webhooksJob: Job<Record<string, never>> = defineJob({
  name: "notifications.sendWebhooks",
  payload: z.strictObject({}),
  run: async () => {
    if (await sendDue()) await wakeWebhooks();
  },
  retries: 0,
});

/** Have due deliveries sent, after the running transaction. */
export const wakeWebhooks = () => later(webhooksJob, {});

within(clientTicketChanged, async (changed) => {
  if (writeDeliveries(changed)) await wakeWebhooks();
});
within(ticketsChanged, async (changed) => {
  if (await writeManyDeliveries(changed)) await wakeWebhooks();
});
within(uploadEnded, async (ended) => {
  if (await writeUploadDeliveries(ended)) await wakeWebhooks();
});

export const sendWebhooksEveryMinute = defineSchedule({
  name: "notifications.sendDueWebhooks",
  cron: "* * * * *",
  run: () => sendDue(),
});
export const forgetWebhooksNightly = defineSchedule({
  name: "notifications.forgetWebhooks",
  cron: "50 3 * * *",
  run: forgetDeliveries,
});
