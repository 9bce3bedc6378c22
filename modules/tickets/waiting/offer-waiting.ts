import { z } from "zod";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { inTransaction, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { log } from "#modules/kernel/log.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { defineJob, defineSchedule, later } from "#modules/kernel/work/jobs.server.ts";
import type { MatchOutcome } from "../broadcast.entity.ts";
import { waitingOffered } from "../events.ts";
import { ticketById } from "../get-ticket.ts";
import { lockCenter } from "../matching/acceptable.ts";
import { giveTo, offer, offerAgain } from "../matching/broadcast.ts";
import { keepReasons, reasonsFor } from "../matching/match.ts";
import { needMay } from "../policy.ts";
import { askAbout, openedAt } from "../still-needed/ask.ts";
import {
  beforeAll,
  centersWithWaiting,
  freshSince,
  matchedInRun,
  openOffersOfRun,
  roomOf,
  stillWaits,
  waitingRequestsFor,
} from "./waiting-requests.ts";

/*
 * What waits is offered again (fixed point 5): whatever makes a center a candidate offers it the open requests it fits,
 * oldest first, none twice, as many as it has room for, with one message for all of them.
 */

const batch = 50;

/** What became of a waiting request in a run: `over` when its center can take none now, so that the run is. */
type Outcome = "offered" | "given" | "asked" | "passed" | "over";

/** The verdicts about a center whatever the request. */
const ofCenter: readonly MatchOutcome[] = ["capacity", "disabled", "trial_over"];

/**
 * Offer a center the waiting requests. An interrupted run continues with the same `runId`, so that its one message
 * counts all of it.
 */
export const offerWaiting = defineJob({
  name: "tickets.offerWaiting",
  payload: z.strictObject({ centerId: z.uuid(), runId: z.uuid() }),
  run: (run) => offerWaitingTo(run),
  mayTake: 3600,
});

/** Queue a run for each of these centers. Many changes of one center make one run, unless it has begun. */
export async function offerWaitingSoon(centerIds: readonly string[]): Promise<void> {
  const [only, ...others] = centerIds;
  for (const centerId of centerIds) {
    const key = only === centerId && others.length === 0 ? { singletonKey: centerId } : {};
    await later(offerWaiting, { centerId, runId: rowId() }, key);
  }
}

/** Queue a run for each center that fits a request whose customer has answered that it is still needed. */
export async function offerWhatIsNeeded({ ticketId }: { ticketId: string }): Promise<void> {
  const reasons = await reasonsFor(await ticketById(ticketId));
  const fitting = reasons.filter(({ reason }) => reason === "offered" || reason === "same_center");
  await offerWaitingSoon(fitting.map(({ centerId }) => centerId));
}

/** Every night: a run for each center in whose service area something waits, whatever event was missed. */
export const offerWaitingNightly = defineSchedule({
  name: "tickets.offerWaitingNightly",
  cron: "40 4 * * *",
  retries: 5,
  run: offerWaitingToAll,
});

/** Queue the runs of all centers, some hundreds at a time; answers how many. */
export async function offerWaitingToAll(): Promise<number> {
  let queued = 0;
  for (let after: string | undefined = beforeAll.id; after; ) {
    const { centerIds, last } = await centersWithWaiting(after, 200);
    await transaction(async () => {
      for (const centerId of centerIds) await later(offerWaiting, { centerId, runId: rowId() });
    });
    queued += centerIds.length;
    after = last;
  }
  return queued;
}

/**
 * Offer what waits on an operator's word: to one center now, or in runs of their own to all. Answers how many centers,
 * and how many requests the one was offered. The offers to one center and its message are made in one transaction: nobody
 * goes on with a run that is cut off here, so that it leaves neither.
 */
export async function offerWaitingFor(
  actor: Actor,
  { centerId }: { centerId?: string | undefined },
): Promise<{ centers: number; requests: number | null }> {
  needMay(actor, "offerWaiting");
  if (!centerId) return { centers: await offerWaitingToAll(), requests: null };
  return { centers: 1, requests: await transaction(() => offerWaitingTo({ centerId, runId: rowId() })) };
}

/**
 * Go through what waits for a center, one transaction for each request, or all in the running one; answers how many it was
 * offered or given.
 */
export async function offerWaitingTo({ centerId, runId }: { centerId: string; runId: string }): Promise<number> {
  let offered = 0;
  let questioned = 0;
  let over = false;
  for (let after = beforeAll; !over; ) {
    const waiting = await waitingRequestsFor(centerId, after, batch);
    for (const { id } of waiting) {
      const outcome = await offerOne({ centerId, runId, ticketId: id, questions: questioned });
      if (outcome === "offered" || outcome === "given") offered += 1;
      if (outcome === "asked") questioned += 1;
      over = outcome === "over";
      if (over) break;
    }
    const last = waiting.at(-1);
    if (!last || waiting.length < batch) break;
    after = last;
  }
  await transaction(async () => {
    const matched = await matchedInRun(centerId, runId);
    if (matched > 0 || (await openOffersOfRun(runId)) > 0)
      await emit(waitingOffered, { centerId, runId, given: matched });
  });
  return offered;
}

type Candidate = {
  centerId: string;
  runId: string;
  ticketId: string;
  /**
   * How many questions this run has asked: each may be answered with yes, so that there are no more than the center has
   * room.
   */
  questions: number;
};

/**
 * One request that fails does not keep the others from the center; the next run finds it again. In a running transaction it
 * ends the run, because what it wrote cannot be taken back alone.
 */
const offerOne = (candidate: Candidate): Promise<Outcome> =>
  unitOfWork(() => transaction(() => decideOne(candidate))).catch((error: unknown): Outcome => {
    if (inTransaction()) throw error;
    log.error({ err: error, ticket: candidate.ticketId, center: candidate.centerId }, "waiting request not offered");
    return "passed";
  });

/**
 * Offer a waiting request to a center by the rule of matching, or give it to the center where that is its own. Locks
 * center and ticket in the order of accepting, so that two runs of a center count its room one after another.
 */
async function decideOne({ centerId, runId, ticketId, questions: questionedBefore }: Candidate): Promise<Outcome> {
  await lockCenter(centerId);
  const ticket = await ticketById(ticketId, { lock: true });
  if (!(await stillWaits(ticketId))) return "passed";
  const room = await roomOf(centerId);
  if (room <= 0) return "over";
  const isFresh = openedAt(ticket) > freshSince();
  // Fresh requests have the room first: earlier questions may be unanswered.
  if (!isFresh && questionedBefore >= room) return "passed";
  const reason = (await reasonsFor(ticket)).find((each) => each.centerId === centerId);
  if (reason && ofCenter.includes(reason.reason)) return "over";
  if (reason?.reason !== "offered" && reason?.reason !== "same_center") return "passed";
  if (!isFresh) return (await askAbout(ticket, "waiting")) ? "asked" : "passed";
  await keepReasons(ticketId, [reason], { fresh: true });
  const actor = system("matching");
  if (reason.reason === "same_center") {
    await giveTo(actor, ticket, centerId, { runId });
    return "given";
  }
  const isOffered =
    (await offer(actor, ticket, [reason], { runId })) || (await offerAgain(actor, ticket, [centerId], { runId }));
  return isOffered > 0 ? "offered" : "passed";
}
