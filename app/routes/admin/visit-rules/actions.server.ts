import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { approveVisitRules, proposeVisitRules, refuseVisitRules, withdrawVisitRules } from "#modules/tickets/index.ts";
import { ProposeVisitRules, VisitRulesRef } from "#modules/tickets/shared.ts";

const money = {
  can: "adjust_wallet",
  limit: formLimit,
  once: "in its transaction",
  fresh: "money",
  to: "/visit-rules",
} as const;

/** A SUPER_ADMIN proposes another version of the rules; a second admin decides about it. */
export const visitRulesAction = adminActions({
  propose: { ...money, input: ProposeVisitRules, run: proposeVisitRules, say: "visitRules.proposed" },
  approve: { ...money, input: VisitRulesRef, run: approveVisitRules, say: "visitRules.approved" },
  refuse: { ...money, input: VisitRulesRef, run: refuseVisitRules, say: "visitRules.refused" },
  withdraw: { ...money, input: VisitRulesRef, run: withdrawVisitRules, say: "visitRules.withdrawn" },
});
