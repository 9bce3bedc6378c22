import { now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { type Paise, zero } from "#modules/kernel/money.ts";
import type { Ticket } from "../ticket.entity.ts";
import { type VisitDecision, VisitDecisionSchema } from "./rules.entity.ts";
import type { VisitRule } from "./rules-in-force.ts";

/** What a rule decided about a locked ticket, in the transaction of the act. */
type Decided = {
  ticket: Pick<Ticket, "id" | "centerId">;
  rule: VisitRule;
  leadBackPaise: Paise;
};

/** Write down a decision whose effects happen at once, with the rule of the version it was made by. */
export async function decideFinally({ ticket, rule, leadBackPaise }: Decided): Promise<void> {
  em().create(VisitDecisionSchema, {
    ticketId: ticket.id,
    ruleId: rule.id,
    centerId: ticket.centerId ?? null,
    feePaise: zero,
    leadBackPaise,
    state: "FINAL",
    endedAt: now(),
  });
  await em().flush();
}

/** Until when the cancellation of a request by its customer can be undone; null for one that cannot be. */
export const cancelUndoableUntil = async (ticket: Pick<Ticket, "id">): Promise<Date | null> =>
  (await undoableDecision(ticket))?.undoUntil ?? null;

/** The decision of a cancelled request that can still be undone. */
export const undoableDecision = ({ id: ticketId }: Pick<Ticket, "id">): Promise<VisitDecision | null> =>
  em().findOne(VisitDecisionSchema, { ticketId, state: "UNDOABLE" }, { refresh: true });
