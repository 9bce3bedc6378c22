import type { ChipTone } from "#app/ui/base/chip.tsx";
import type { BandColour } from "#app/ui/base/handle.ts";
import type { Tracking } from "#modules/tickets/index.ts";
import { type TrackingColour, waitsForNobody } from "#modules/tickets/shared.ts";

const tones = { yellow: "warm", green: "good", red: "bad" } as const satisfies Record<TrackingColour, ChipTone>;

/** The chip of a status colour (R090); the word beside it says the status. */
export const toneOf = (colour: TrackingColour): ChipTone => tones[colour];

/** Whether the work is done, or nobody comes for it: then there is no news to share. */
export const isWithoutNews = (tracked: Tracking) => waitsForNobody(tracked, tracked.now);

/** Whether a request was closed with its work done. */
export const isDone = ({ now }: Tracking) =>
  now.key === "tracking.now.closed" || now.key === "tracking.ride.now.closed";

/** Whether booking again is the one next thing: nobody came, and no question about that is open. */
export const goesAgain = ({ now, offers, stillNeeded }: Tracking) =>
  now.key === "tracking.now.notVisited" && offers.rebook && !asksStillNeeded({ stillNeeded });

/** While a question about the request is open, or where its answer came too late, the way on is beside the question. */
export const asksStillNeeded = ({ stillNeeded }: Pick<Tracking, "stillNeeded">) =>
  stillNeeded?.state === "open" || stillNeeded?.state === "expired";

/** The colour of a request's band: how it ended, or what needs attention; undefined while all goes its way. */
export function bandColour(tracked: Tracking): BandColour | undefined {
  if (isDone(tracked)) return "good";
  if (isWithoutNews(tracked)) return "ended";
  const { missedSince, late, feeDue, status } = tracked;
  return missedSince || late || feeDue || status === "ON_HOLD" ? "amber" : undefined;
}
