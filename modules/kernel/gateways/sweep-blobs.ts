import { z } from "zod";
import { defineJob, type Schedule } from "../jobs.server.ts";
import { sweepBlobs } from "./blobs.server.ts";

/** Files that failed transactions and crashes left behind are deleted every night (H21). */
export const sweepBlobsNightly = defineJob({
  name: "kernel.sweepBlobs",
  payload: z.strictObject({}),
  run: sweepBlobs,
});

/** 03:40 in India, after the nightly clean-up. */
export const sweepBlobsSchedule: Schedule = { job: sweepBlobsNightly, cron: "40 3 * * *" };
