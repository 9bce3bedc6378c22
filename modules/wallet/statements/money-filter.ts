import type { MoneyFilter } from "../shared.ts";

/** The filter as parameters from $2 on: its period, and the kind as $4. */
export const bounds = ({ from, to, kind }: MoneyFilter) => [from ?? null, to ?? null, kind ?? null];

/** The SQL condition that an instant lies in the filter's period. */
export const within = (moment: string) =>
  `and ${moment} >= coalesce($2::timestamptz, '-infinity') and ${moment} <= coalesce($3::timestamptz, 'infinity')`;

/** The SQL condition that a row is of the filter's kind. */
export const ofKind = (kind: string) => `and ($4::text is null or ${kind} = $4)`;

/** The position of a movement in its list. */
export const markOf = ({ date, id }: { date: Date; id: string }) => ({ at: date, id });

/** SQL for the number of the request a movement was for; null without one. */
export const numberOf = (ticket: string) => `(select number.ticket_id from tickets number where number.id = ${ticket})`;
