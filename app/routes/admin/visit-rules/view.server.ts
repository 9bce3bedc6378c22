import type { ActorOf } from "#modules/kernel/actor.ts";
import { may, visitRuleVersions } from "#modules/tickets/index.ts";

/** The versions of the rules: the one in force, the one that waits for a second admin, and those before. */
export async function visitRulesView(admin: ActorOf<"admin">) {
  const versions = await visitRuleVersions(admin);
  const inForce = versions.find(({ state }) => state === "IN_FORCE") ?? null;
  const waiting = versions.find(({ state }) => state === "WAITING") ?? null;
  return { inForce, waiting, versions, mayPropose: may(admin, "proposeVisitRules") };
}
export type VisitRulesView = Awaited<ReturnType<typeof visitRulesView>>;
