import { z } from "zod";
import { within } from "#modules/kernel/work/events.ts";
import { type AnyJob, defineSchedule, later } from "#modules/kernel/work/jobs.server.ts";
import { waitingOffered } from "#modules/tickets/index.ts";
import { messageJob, notAtNight } from "./message-job.ts";
import { noteDemand, tellDemand } from "./tell/tell-demand.ts";
import { tellWaiting } from "./tell/tell-waiting.ts";

/* The messages about requests that wait for a center. */

const waitingJob = messageJob({
  name: "notifications.tellWaiting",
  payload: waitingOffered.payload,
  run: tellWaiting,
});
within(waitingOffered, (offered) => later(waitingJob, offered, notAtNight()));

const demandJob = messageJob({
  name: "notifications.tellDemand",
  payload: z.strictObject({ onboarderId: z.uuid(), date: z.iso.date() }),
  run: tellDemand,
});
/** Sends onboarders yesterday's unserved demand in their states, once, where there is any. */
export const tellDemandEachMorning = defineSchedule({
  name: "notifications.tellDemandEachMorning",
  cron: "50 9 * * *",
  retries: 5,
  run: () => noteDemand((notice) => later(demandJob, notice)),
});

export const waitingJobs: readonly AnyJob[] = [waitingJob, demandJob];
