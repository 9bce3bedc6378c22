import { sql } from "kysely";
import { centerState } from "../state.ts";

/** SQL condition: center `c` is a partner; agrees with `isPartner`. */
export const partnerSql = sql`(c.is_active = ${sql.lit(centerState.ACTIVE)}
    or c.is_active = ${sql.lit(centerState.IN_ACTIVE)} and c.rejection_reason is null)`;
