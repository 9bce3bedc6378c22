import { istDate, istTime } from "#modules/kernel/clock.ts";

/** A window in figures that every language reads: `2026-11-30 10:00–12:00`. */
export const windowText = ({ from, until }: { from: Date; until: Date }) =>
  `${istDate(from)} ${istTime(from)}–${istTime(until)}`;
