import { sql } from "kysely";
import { row } from "#modules/kernel/db/db.server.ts";

/**
 * Returns the remark the operators last disabled a center with: the "center remarks" of its history; null when there is
 * none. The operators' own remark is not for the center.
 */
export async function whyDisabled(centerId: string): Promise<string | null> {
  const last = await row<{ reason: string | null }>(
    sql`select data->>'ticketRemarks' as reason from history
      where subject = 'center' and subject_id = ${centerId} and event = 'center.updated' and data->'changed' ? 'disabledFor'
      order by at desc, id desc limit 1`,
  );
  return last?.reason ?? null;
}
