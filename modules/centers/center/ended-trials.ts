import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { needMay } from "../policy.ts";
import { centerState } from "../state.ts";
import { trialSql } from "./subscription.ts";
import { line, shown, type VerifiedLine } from "./verify-center.ts";

/**
 * Active centers without a subscription whose trial ended before an instant, oldest first, with masked phones; at most
 * `take`. For admins with update_center.full_access, who may extend them (R379).
 */
export async function centersWithEndedTrial(
  actor: Actor,
  { before, take }: { before: Date; take: number },
): Promise<VerifiedLine[]> {
  needMay(actor, "keepCenter");
  const at = now();
  const centers = await rows<VerifiedLine>(
    sql`${line} where c.is_active = ${sql.lit(centerState.ACTIVE)} and not coalesce(c.subscribe_end_date > ${at}, false)
       and greatest(c.created_at, c.extended_date) + ${trialSql} < least(${before}, ${at}::timestamptz)
     order by c.id limit ${take}`,
  );
  return centers.map(shown);
}
