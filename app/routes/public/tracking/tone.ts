import type { ChipTone } from "#app/ui/base/chip.tsx";
import type { BandColour } from "#app/ui/base/handle.ts";
import type { Tracking } from "#modules/tickets/index.ts";
import type { TrackingColour } from "#modules/tickets/shared.ts";

const tones = { yellow: "warm", green: "good", red: "bad" } as const satisfies Record<TrackingColour, ChipTone>;

/** The chip of a status colour (R090); the word beside it says the status. */
export const toneOf = (colour: TrackingColour): ChipTone => tones[colour];

const over = ["CANCEL", "REJECT"];

/** Whether a request ended before its time: it has no current step any more. */
export const isOver = ({ status }: Pick<Tracking, "status">) => over.includes(status);

/** Whether the work is done, or nobody will do it any more: then there is no news to share. */
export const hasEnded = ({ status, now }: Tracking) =>
  status === "CLOSED" ||
  over.includes(status) ||
  now.key === "tracking.now.noService" ||
  now.key === "booking.pay.over";

/** Whether a request was closed with its work done. */
export const isDone = ({ now }: Tracking) =>
  now.key === "tracking.now.closed" || now.key === "tracking.ride.now.closed";

/** The colour of a request's band: how it ended, or what needs attention; undefined while all goes its way. */
export function bandColour(tracked: Tracking): BandColour | undefined {
  if (isDone(tracked)) return "good";
  if (hasEnded(tracked)) return "ended";
  const { missedSince, late, feeDue, status } = tracked;
  return missedSince || late || feeDue || status === "ON_HOLD" ? "amber" : undefined;
}
