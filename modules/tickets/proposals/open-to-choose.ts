import { sql } from "kysely";
import { now } from "#modules/kernel/clock.ts";

/** Whether a proposal `p` for the request `t`, of the offer `b`, can be chosen now, as SQL. */
export const openToChoose = () => sql`(p.ended_at is null and p.expires_at > ${now()} and b.status = 'PENDING'
  and t.status = 'PENDING' and t.center_id is null and t.deleted_at is null)`;
