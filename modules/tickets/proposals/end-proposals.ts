import { sql } from "kysely";
import { now } from "#modules/kernel/clock.ts";
import { em, rows } from "#modules/kernel/db/db.server.ts";
import type { Proposal, ProposalOutcome } from "./proposal.entity.ts";

/** End a proposal of a locked request. */
export async function endProposal(proposal: Proposal, outcome: Exclude<ProposalOutcome, "chosen">): Promise<void> {
  proposal.outcome = outcome;
  proposal.endedAt = now();
  await em().flush();
}

/** End the proposals for a request whose offers end. One statement, because the request is locked. */
export const endProposalsOf = (ticketId: string) =>
  rows(
    sql`update proposals set outcome = 'over', ended_at = ${now()} where ticket_id = ${ticketId}::uuid and ended_at is null`,
  );

/** End the proposal of an offer that its center refused or lost. */
export const endProposalOfOffer = (broadcastId: string) =>
  rows(
    sql`update proposals set outcome = 'over', ended_at = ${now()}
      where broadcast_id = ${broadcastId}::uuid and ended_at is null`,
  );
