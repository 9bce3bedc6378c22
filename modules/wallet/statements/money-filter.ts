import { sql } from "kysely";
import type { Sql } from "#modules/kernel/db/sql.ts";
import type { MoneyFilter } from "../shared.ts";

/** The SQL condition that a movement at an instant and of a kind is one the filter means. */
export const meant = ({ from, to, kind }: MoneyFilter, movement: { at: Sql; kind: Sql }) =>
  sql`${movement.at} >= coalesce(${from ?? null}::timestamptz, '-infinity')
    and ${movement.at} <= coalesce(${to ?? null}::timestamptz, 'infinity')
    and (${kind ?? null}::text is null or ${movement.kind} = ${kind ?? null})`;

/** The position of a movement in its list. */
export const markOf = ({ date, id }: { date: Date; id: string }) => ({ at: date, id });

/** SQL for the number of the request a movement was for; null without one. */
export const numberOf = (ticket: Sql) => sql`(select number.ticket_id from tickets number where number.id = ${ticket})`;
