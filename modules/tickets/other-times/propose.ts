import type { VisitDay } from "#modules/centers/index.ts";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { istTime, now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, invalid, missing } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { later } from "#modules/kernel/work/jobs.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { windowsProposed } from "../events.ts";
import { ticketById } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { needAcceptingCenter } from "../matching/acceptable.ts";
import { answerFor } from "../matching/answer-for.ts";
import { needOpen, offerStateOf } from "../matching/offer-state.ts";
import { choiceUntil } from "../proposals/choice-time.ts";
import { endProposal } from "../proposals/end-proposals.ts";
import { expireProposal } from "../proposals/expire.ts";
import type { ProposeWindows } from "../proposals/input.ts";
import { type Proposal, ProposalSchema } from "../proposals/proposal.entity.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { freeTimes } from "./free-times.ts";

/** How often a center can propose times for one request: its customer gets a message each time. */
const mostProposals = 3;

/**
 * Propose up to three free windows for an offered request, for its customer to choose from. Reserves nothing: other
 * centers see the request and may propose, too. Refuses whom accepting would be refused, a window that is not free, and
 * other windows while a proposal runs (`proposal.running`).
 */
export async function proposeWindows(actor: Actor, input: ProposeWindows): Promise<Proposal> {
  needKind(actor, "center");
  return proposeAt(actor, actor.centerId, input);
}

/** Propose windows for the center an offer was made to, on an admin's word. */
export const proposeForCenter = (actor: Actor, input: ProposeWindows): Promise<void> =>
  answerFor(actor, input.broadcastId, (centerId) => proposeAt(actor, centerId, input));

async function proposeAt(actor: Actor, centerId: string, { broadcastId, windows }: ProposeWindows): Promise<Proposal> {
  const { ticketId } = await offerStateOf(centerId, broadcastId);
  return transaction(async () => {
    const ticket = await ticketById(ticketId, { lock: true });
    await needOpenOffer(ticket, centerId, broadcastId);
    const chosen = [...new Set(windows.map((at) => at.toISOString()))].sort();
    const before = await em().find(ProposalSchema, { broadcastId }, { refresh: true });
    const running = before.find(({ endedAt }) => !endedAt);
    if (running && running.expiresAt > now()) {
      if (running.windows.join() === chosen.join()) return running;
      throw conflict("proposal.running", { time: istTime(running.expiresAt) });
    }
    if (running) await endProposal(running, "expired");
    if (before.length >= mostProposals) throw conflict("proposal.mostTimes", { n: mostProposals });
    needFree(await freeTimes(ticket, centerId), chosen);
    return write(actor, ticket, { centerId, broadcastId, windows: chosen });
  });
}

/** Refuse an offer that its center cannot accept now; a pick and drop has no windows. */
async function needOpenOffer(ticket: Ticket, centerId: string, broadcastId: string) {
  const state = await offerStateOf(centerId, broadcastId);
  if (state.status === "ACCEPTED") throw conflict("broadcast.acceptedAlready");
  needOpen(state);
  if (state.status === "RESERVED") throw conflict("proposal.paying");
  if (ticket.vehicleId) throw conflict("proposal.noRide");
  await needAcceptingCenter(centerId, broadcastId);
}

function needFree(days: readonly VisitDay[], chosen: readonly string[]) {
  const free = new Set(days.flatMap(({ windows }) => windows.map(({ from }) => from.toISOString())));
  if (chosen.some((at) => !free.has(at))) throw invalid("proposal.notFree", { windows: "proposal.notFree" });
}

type Proposed = Pick<Proposal, "centerId" | "broadcastId" | "windows">;

async function write(actor: Actor, ticket: Ticket, proposed: Proposed): Promise<Proposal> {
  const { id: ticketId } = ticket;
  const expiresAt = choiceUntil();
  const proposal = em().create(ProposalSchema, { ticketId, ...proposed, expiresAt });
  await em().flush();
  const { id: proposalId } = proposal;
  const { centerId, windows } = proposed;
  await recordOn(actor, ticket, { event: "proposal.made", data: { centerId, proposalId, windows } });
  await later(expireProposal, { proposalId }, { startAfter: expiresAt, singletonKey: proposalId });
  await emit(windowsProposed, { ticketId, proposalId });
  await announce(await topicsOf(ticket));
  return proposal;
}

/** Withdraw a center's running proposal for an offer; without one nothing changes. */
export async function withdrawProposal(actor: Actor, { broadcastId }: { broadcastId: string }): Promise<void> {
  needKind(actor, "center");
  await withdrawAt(actor, actor.centerId, broadcastId);
}

/** Withdraw the proposal of the center an offer was made to, on an admin's word. */
export const withdrawForCenter = (actor: Actor, { broadcastId }: { broadcastId: string }): Promise<void> =>
  answerFor(actor, broadcastId, (centerId) => withdrawAt(actor, centerId, broadcastId));

async function withdrawAt(actor: Actor, centerId: string, broadcastId: string): Promise<void> {
  const { ticketId } = await offerStateOf(centerId, broadcastId);
  await transaction(async () => {
    const ticket = await ticketById(ticketId, { lock: true });
    if (ticket.deletedAt) throw missing("broadcast.notFound");
    const proposal = await em().findOne(ProposalSchema, { broadcastId, endedAt: null }, { refresh: true });
    if (!proposal) return;
    await endProposal(proposal, "withdrawn");
    await recordOn(actor, ticket, { event: "proposal.withdrawn", data: { centerId, proposalId: proposal.id } });
    await announce(await topicsOf(ticket));
  });
}
