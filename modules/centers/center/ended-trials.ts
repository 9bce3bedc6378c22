import { type Actor, need } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { centerState } from "../state.ts";
import { trialDays } from "./subscription.ts";
import { line, shown, type VerifiedLine } from "./verify-center.ts";

/**
 * Active centers without a subscription whose trial ended before an instant, oldest first, with masked phones; at most
 * `take`. For admins with update_center.full_access, who may extend them (R379).
 */
export async function centersWithEndedTrial(
  actor: Actor,
  { before, take }: { before: Date; take: number },
): Promise<VerifiedLine[]> {
  need(actor, "update_center.full_access");
  const centers = await rows<VerifiedLine>(
    `${line} where c.is_active = ${centerState.ACTIVE} and not coalesce(c.subscribe_end_date > $1, false)
       and greatest(c.created_at, c.extended_date) + interval '${trialDays} days' < least($2, $1)
     order by c.id limit $3`,
    [now(), before, take],
  );
  return centers.map(shown);
}
