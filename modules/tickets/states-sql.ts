import { sql } from "kysely";
import type { Sql } from "#modules/kernel/db/sql.ts";
import type { TicketStatus } from "./labels.ts";
import { endedStatuses, liveStatuses, settledStatuses } from "./states.ts";

/*
 * What states.ts says of a request, as conditions over `tickets t` or another column. Spelled out, so that the plan knows
 * the common statuses from the rare ones and finds the indexes of the open requests. The modules to the left of this one,
 * which may only read its table, spell `isOpenSql` where they count.
 */

const statusColumn = sql`t.status`;

const listOf = (statuses: readonly TicketStatus[]) => sql.join(statuses.map((status) => sql.lit(status)));

export const isLiveSql = (status: Sql = statusColumn): Sql => sql`${status} in (${listOf(liveStatuses)})`;
export const hasEndedSql = (status: Sql = statusColumn): Sql => sql`${status} in (${listOf(endedStatuses)})`;
export const hasNotEndedSql = (status: Sql = statusColumn): Sql => sql`${status} not in (${listOf(endedStatuses)})`;
export const isSettledSql = (status: Sql = statusColumn): Sql => sql`${status} in (${listOf(settledStatuses)})`;
export const isOpenSql = (status: Sql = statusColumn): Sql => sql`${status} not in (${listOf(settledStatuses)})`;
