import { hour, now } from "#modules/kernel/clock.ts";

/** A window that was proposed. */
export type ProposedWindow = { from: Date; until: Date };

const windowMs = 2 * hour;

/** The windows that begin after now, of the moments at which windows begin. */
export function comingWindows(begins: readonly string[]): ProposedWindow[] {
  return begins
    .map((begin) => new Date(begin))
    .filter((from) => from > now())
    .map((from) => ({ from, until: new Date(from.getTime() + windowMs) }));
}
