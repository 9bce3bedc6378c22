import { z } from "zod";
import { type AnyJob, defineJob, type Schedule } from "../kernel/jobs.server.ts";
import { clearRegistrations } from "./registration.ts";
import { sweepImagesNightly, sweepImagesSchedule } from "./technician-images.ts";

const forgetRegistrations = defineJob({
  name: "centers.clearRegistrations",
  payload: z.strictObject({}),
  run: async () => void (await clearRegistrations()),
  retries: 0,
});

export const centerJobs: readonly AnyJob[] = [forgetRegistrations, sweepImagesNightly];

export const centerSchedules: readonly Schedule[] = [
  { job: forgetRegistrations, cron: "37 * * * *" },
  sweepImagesSchedule,
];
