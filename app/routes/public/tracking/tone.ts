import type { ChipTone } from "#app/ui/base/chip.tsx";
import type { TrackingColour } from "#modules/tickets/shared.ts";

const tones = { yellow: "warm", green: "good", red: "bad" } as const satisfies Record<TrackingColour, ChipTone>;

/** The chip of a status colour (R090); the word beside it says the status. */
export const toneOf = (colour: TrackingColour): ChipTone => tones[colour];
