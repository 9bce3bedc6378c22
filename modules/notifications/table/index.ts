import type { AnyJob } from "#modules/kernel/work/jobs.server.ts";
import { centerNotifications } from "./centers.ts";
import { customerNotifications } from "./customers.ts";
import { deskNotifications } from "./desk.ts";
import { technicianNotifications } from "./technicians.ts";

/** The jobs of all notifications. */
export const tableJobs: readonly AnyJob[] = [
  ...Object.values(customerNotifications),
  ...Object.values(centerNotifications),
  ...Object.values(technicianNotifications),
  ...Object.values(deskNotifications),
];
