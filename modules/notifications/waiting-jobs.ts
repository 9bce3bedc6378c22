import { within } from "#modules/kernel/work/events.ts";
import { type AnyJob, later } from "#modules/kernel/work/jobs.server.ts";
import { waitingOffered } from "#modules/tickets/index.ts";
import { messageJob, notAtNight } from "./message-job.ts";
import { tellWaiting } from "./tell/tell-waiting.ts";

/** The messages about requests that wait. */

const waitingJob = messageJob({
  name: "notifications.tellWaiting",
  payload: waitingOffered.payload,
  run: tellWaiting,
});
within(waitingOffered, (offered) => later(waitingJob, offered, notAtNight()));

export const waitingJobs: readonly AnyJob[] = [waitingJob];
