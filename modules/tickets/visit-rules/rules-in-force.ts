import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import type { VisitRuleBand, VisitRuleCause } from "./input.ts";
import type { VisitRuleRow } from "./rules.entity.ts";

/** Announced when another version comes into force. */
export const visitRulesTopic = "visit rules";

/** What one cause costs in one band of time, with the version it is of. */
export type VisitRule = Pick<
  VisitRuleRow,
  "id" | "cause" | "band" | "minutes" | "atMost" | "calls" | "fee" | "leadBackPercent" | "counted"
> & { version: number };

/** The rules of one version, by cause and band. */
export type VisitRules = { version: number; of: (cause: VisitRuleCause, band: VisitRuleBand) => VisitRule };

/** The rules in force now. */
export const rulesInForce = async (): Promise<VisitRules> => {
  const rules = await rows(
    sql<VisitRule>`
      select r.id, r.cause, r.band, r.minutes, r.at_most as "atMost", r.calls, r.fee, r.lead_back_percent as "leadBackPercent",
             r.counted, v.version
        from visit_rules r join visit_rule_versions v on v.id = r.version_id where v.state = 'IN_FORCE'`,
  );
  return rulesOf(rules);
};

/** Rules of one version by cause and band; a band without a rule is an error of the data. */
export function rulesOf(rules: readonly VisitRule[]): VisitRules {
  const [first] = rules;
  if (!first) throw new Error("no visit rules are in force");
  return {
    version: first.version,
    of: (cause, band) => {
      const rule = rules.find((each) => each.cause === cause && each.band === band);
      if (!rule) throw new Error(`version ${first.version} has no rule of ${cause}, ${band}`);
      return rule;
    },
  };
}

/** The part of a lead price that goes back by a rule, rounded down to the paisa. */
export const leadBackOf = ({ leadBackPercent }: Pick<VisitRule, "leadBackPercent">, leadPaise: Paise): Paise =>
  toPaise(Math.floor((leadPaise * leadBackPercent) / 100));
