import { defineSchedule } from "../work/jobs.server.ts";
import { sweepBlobs } from "./blobs.server.ts";

/** Deletes files left behind by failed transactions and crashes (H21), at 03:40 after the nightly clean-up. */
export const sweepBlobsNightly = defineSchedule({
  name: "kernel.sweepBlobs",
  cron: "40 3 * * *",
  run: sweepBlobs,
  retries: 8,
});
