import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import type { OutcomeProof } from "../outcome/input.ts";
import type { ProposalOutcome } from "../proposals/proposal.entity.ts";
import type { TimePreferenceType } from "../time-preference.ts";
import type { VisitRuleCause } from "../visit-rules/input.ts";

/** A thing about the visit of a request that its customer or its center did, or that a rule decided; for the customer's data. */
export type VisitRecord = { at: Date; number: string } & (
  | { kind: "outcome"; came: boolean; done: boolean | null; paidPaise: Paise | null; proof: OutcomeProof }
  | { kind: "proposal"; windows: Date[]; outcome: ProposalOutcome | null; chosen: Date | null }
  | {
      kind: "timeChange";
      type: TimePreferenceType;
      wanted: Date | null;
      state: "DONE" | "OPEN" | "AGREED" | "REFUSED" | "EXPIRED";
    }
  | { kind: "missed"; choice: "wait" | "move" | "other_center" | "end"; waitsUntil: Date | null }
  | {
      kind: "decision";
      cause: Exclude<VisitRuleCause, "hand_back">;
      /** What the rule does with the paid booking fee, and how much that is; zero where it decided about none. */
      fee: "back" | "kept" | "held";
      feePaise: Paise;
      /** A cancellation that its customer took back. */
      undone: boolean;
    }
);

/** What is stored about the visits of these requests, by internal ids, oldest first. Nothing that is paid between others. */
export async function visitRecordOf(ticketIds: readonly string[]): Promise<VisitRecord[]> {
  const ids = [...ticketIds];
  const outcomes = await rows<Stored<"outcome"> & { paid: string | null }>(
    sql`select o.answered_at as at, t.ticket_id as number, o.came, o.done, o.paid_paise as paid, o.proof
          from outcome_answers o join tickets t on t.id = o.ticket_id where t.id = any(${ids}::uuid[])`,
  );
  const proposals = await rows<Stored<"proposal"> & { begins: string[] }>(
    sql`select p.created_at as at, t.ticket_id as number, p.windows as begins, p.outcome, p.chosen
          from proposals p join tickets t on t.id = p.ticket_id where t.id = any(${ids}::uuid[])`,
  );
  const changes = await rows<Stored<"timeChange">>(
    sql`select c.created_at as at, t.ticket_id as number, c.type, c.at as wanted, c.state
          from time_changes c join tickets t on t.id = c.ticket_id where t.id = any(${ids}::uuid[])`,
  );
  const missed = await rows<Stored<"missed">>(
    sql`select m.created_at as at, t.ticket_id as number, m.choice, m.waits_until as "waitsUntil"
          from missed_visits m join tickets t on t.id = m.ticket_id where t.id = any(${ids}::uuid[])`,
  );
  const decisions = await rows<Stored<"decision"> & { amount: string }>(
    sql`select d.created_at as at, t.ticket_id as number, r.cause, r.fee, d.fee_paise as amount, d.state = 'UNDONE' as undone
          from visit_decisions d join tickets t on t.id = d.ticket_id join visit_rules r on r.id = d.rule_id
         where t.id = any(${ids}::uuid[]) and r.cause <> 'hand_back'`,
  );
  const all: VisitRecord[] = [
    ...outcomes.map(({ paid, ...each }) => ({
      ...each,
      kind: "outcome" as const,
      paidPaise: paid === null ? null : toPaise(paid),
    })),
    ...proposals.map(({ begins, ...each }) => ({
      ...each,
      kind: "proposal" as const,
      windows: begins.map((begin) => new Date(begin)),
    })),
    ...changes.map((each) => ({ ...each, kind: "timeChange" as const })),
    ...missed.map((each) => ({ ...each, kind: "missed" as const })),
    ...decisions.map(({ amount, ...each }) => ({ ...each, kind: "decision" as const, feePaise: toPaise(amount) })),
  ];
  return all.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

type Stored<Kind extends VisitRecord["kind"]> = Omit<Extract<VisitRecord, { kind: Kind }>, "kind">;
