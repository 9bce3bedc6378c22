import { z } from "zod";
import { system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { id } from "#modules/kernel/validation.ts";
import { defineJob, later } from "#modules/kernel/work/jobs.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { ticketById } from "../get-ticket.ts";
import { topicsOf } from "../topics.ts";
import { endProposal } from "./end-proposals.ts";
import { ProposalSchema } from "./proposal.entity.ts";

/** Ends a proposal whose time to choose is over. */
export const expireProposal = defineJob({
  name: "tickets.expireProposal",
  payload: z.strictObject({ proposalId: id }),
  run: ({ proposalId }) => transaction(() => expireWhenDue(proposalId)),
});

async function expireWhenDue(proposalId: string): Promise<void> {
  const { ticketId } = await em().findOneOrFail(ProposalSchema, { id: proposalId });
  const ticket = await ticketById(ticketId, { lock: true });
  const proposal = await em().findOneOrFail(ProposalSchema, { id: proposalId }, { refresh: true });
  const { centerId, endedAt, expiresAt } = proposal;
  if (endedAt) return;
  // The queue's clock may be ahead of this process's.
  if (now() < expiresAt)
    return later(expireProposal, { proposalId }, { startAfter: expiresAt, singletonKey: proposalId });
  await endProposal(proposal, "expired");
  const data = { centerId, proposalId };
  await record(system("proposals"), { subject: "ticket", id: ticketId, event: "proposal.expired", data });
  await announce(await topicsOf(ticket));
}
