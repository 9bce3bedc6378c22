import { defineSchedule, type Schedule } from "#modules/kernel/work/jobs.server.ts";
import { extendTrialsByRule } from "./center/terms.ts";
import { endUnprovenInTime } from "./desk-phones/unproven.ts";
import { clearRegistrations } from "./registration/registration.ts";
import { sweepImagesNightly } from "./technicians/technician-images.ts";
import { deleteCheckedNightly } from "./verification/delete-checked.ts";

export const centerSchedules: readonly Schedule[] = [
  defineSchedule({ name: "centers.clearRegistrations", cron: "37 * * * *", run: clearRegistrations }),
  defineSchedule({ name: "centers.endUnprovenLogins", cron: "47 * * * *", run: endUnprovenInTime }),
  defineSchedule({ name: "centers.extendTrials", cron: "10 0 * * *", retries: 5, run: extendTrialsByRule }),
  sweepImagesNightly,
  deleteCheckedNightly,
];
