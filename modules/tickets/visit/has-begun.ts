import { sql } from "kysely";
import type { Sql } from "#modules/kernel/db/sql.ts";

/**
 * Whether the work of a request has begun: the customer said the start code at the door, or an operator confirmed it; of a pick
 * and drop, which has no code, its driver said so. Job Started (`startedAt`), which a picture or a technician's status sets, is
 * only shown: what the customer may do, and whether a visit is late or missed, does not follow from it.
 */
export const hasBegun = ({ startProvedAt }: { startProvedAt?: Date | string | null | undefined }): boolean =>
  startProvedAt != null;

/** The same of requests `tickets t`; spelled as in the index of visits. */
export const hasNotBegunSql: Sql = sql`t.start_proved_at is null`;
