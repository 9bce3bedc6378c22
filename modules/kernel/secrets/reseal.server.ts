import { z } from "zod";
import { defineJob, defineSchedule, type Job, later } from "../work/jobs.server.ts";
import { sealedFiles } from "./sealed-files.ts";
import { type Left, type SealedPlace, sealedColumn, sealedPayloads, sealedPlaces } from "./sealed-places.server.ts";

/** How many values are resealed between looks at the clock, and how long one run lasts. */
const take = 200;
const patienceMs = 60_000;

type Mark = { place?: string | undefined; after?: string | undefined };

/**
 * Reseals values that are in clear or under retired secrets with the current secret. A run stops after a minute and
 * queues the next one with its position. A value is replaced only if it still equals what was read, so runs can be
 * interrupted, repeated and run concurrently.
 */
export const reseal: Job<Mark> = defineJob({
  name: "kernel.reseal",
  payload: z.object({ place: z.string().optional(), after: z.string().optional() }),
  run: (mark: Mark) => resealFrom(mark),
});

async function resealFrom(begin: Mark) {
  const until = performance.now() + patienceMs;
  for (const place of sealedPlaces()) {
    if (begin.place && place.name < begin.place) continue;
    let after: string | null = place.name === begin.place ? (begin.after ?? null) : null;
    do {
      after = await place.batch(after, take);
      if (after !== null && performance.now() > until) return later(reseal, { place: place.name, after });
    } while (after !== null);
  }
}

/** Queue a run now; a second call while one waits adds none. */
export const resealSoon = () => later(reseal, {}, { singletonKey: "now" });

/** Nightly, for values that processes still running with the previous secret wrote. */
export const resealNightly = defineSchedule({ name: "kernel.resealNightly", cron: "23 3 * * *", run: resealSoon });

/** How many values are left in each place. */
export async function leftToReseal(): Promise<({ place: string } & Left)[]> {
  const counted = [];
  for (const { name, count } of sealedPlaces()) counted.push({ place: name, ...(await count()) });
  return counted;
}

/** The kernel's own sealed places: identity documents, stored idempotent answers, refused forms and pending jobs. */
export const kernelSealed: readonly SealedPlace[] = [
  sealedFiles,
  sealedColumn({ table: "idempotency_keys", column: "body", id: "text", clearBefore: true }),
  sealedColumn({ table: "refused_forms", column: "body", id: "text" }),
  sealedPayloads({ table: "pgboss.job", column: "data", where: "state in ('created', 'retry')" }),
];
