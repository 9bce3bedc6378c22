import { sql } from "kysely";
import type { Sql } from "#modules/kernel/db/sql.ts";

/*
 * What states.ts says of a request, as conditions over `tickets t` or another column. Spelled out, so that the plan knows
 * the common statuses from the rare ones and finds the indexes of the open requests. The modules to the left of this one,
 * which may only read its table, spell `isOpenSql` where they count.
 */

export const isLiveSql = (status: Sql = sql`t.status`): Sql => sql`${status} in ('PENDING', 'ACCEPTED', 'VERIFIED')`;
export const hasEndedSql = (status: Sql = sql`t.status`): Sql => sql`${status} in ('CLOSED', 'CANCEL', 'REJECT')`;
export const hasNotEndedSql = (status: Sql = sql`t.status`): Sql =>
  sql`${status} not in ('CLOSED', 'CANCEL', 'REJECT')`;
export const isSettledSql = (status: Sql = sql`t.status`): Sql => sql`${status} in ('CLOSED', 'CANCEL')`;
export const isOpenSql = (status: Sql = sql`t.status`): Sql => sql`${status} not in ('CLOSED', 'CANCEL')`;

/** Of requests `tickets t`; spelled as in the index of visits. */
export const hasNotBegunSql: Sql = sql`t.start_proved_at is null`;
