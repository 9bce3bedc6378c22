import { defineJob, type Job } from "#modules/kernel/work/jobs.server.ts";
import { mostTries } from "./deliver.ts";
import { isQuiet, morningAfter } from "./quiet.ts";

/** The retries of a message's job: all its tries, plus a few for runs lost with a dying worker. */
export const messageJob = <T>(job: Omit<Job<T>, "retries">): Job<T> => defineJob({ ...job, retries: mostTries + 4 });

/** The start of a job for a message that is not urgent: in the morning during quiet hours, else at once. */
export const notAtNight = () => (isQuiet() ? { startAfter: morningAfter() } : {});
