import type { MoneyFilter } from "./shared.ts";

/** The condition that a moment lies in the filter's time, whose bounds are the parameters $5 and $6. */
export const within = (moment: string) =>
  `and ${moment} >= coalesce($5::timestamptz, '-infinity') and ${moment} <= coalesce($6::timestamptz, 'infinity')`;

/** The filter as the parameters from $5 on: its time, and the kind as $7. */
export const bounds = ({ from, to, kind }: MoneyFilter) => [from ?? null, to ?? null, kind ?? null];
