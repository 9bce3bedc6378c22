import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { beforeCommit, em, rows, transaction, write } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { takeWantedTime } from "../appointments/agree.ts";
import { endAppointment } from "../appointments/end-appointment.ts";
import { endTimeChange } from "../appointments/open-change.ts";
import { BroadcastSchema } from "../broadcast.entity.ts";
import { centerHasRoom, ticketBroadcast, ticketMatched } from "../events.ts";
import { returnFee } from "../fees/return-fee.ts";
import { getTicket } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { needMay } from "../policy.ts";
import { refuseStale } from "../stale.ts";
import type { Ticket } from "../ticket.entity.ts";
import { keepReasons, type Reason, reasonsFor } from "./match.ts";

/** The result of matching a ticket. */
export type Matched = "same_center" | "broadcasted" | "none";

/**
 * Match a locked ticket, or a new one by the reasons just decided for it (`afresh`): its own center gets it when it
 * qualifies, otherwise it is offered to every qualifying center. When none qualifies, the demand is recorded and a
 * paid fee is refunded (fixed points 5 and 8).
 */
export async function matchTicket(actor: Actor, ticket: Ticket, afresh?: readonly Reason[]): Promise<Matched> {
  const fresh = Boolean(afresh);
  const reasons = afresh ?? (await decide(ticket));
  const own = reasons.find(({ reason }) => reason === "same_center");
  if (own) {
    await giveTo(actor, ticket, own.centerId, { fresh });
    return "same_center";
  }
  const offerCount = await offer(actor, ticket, reasons, { fresh });
  if (offerCount > 0) return "broadcasted";
  await nobodyLeft(actor, ticket, { fresh });
  return "none";
}

/** Decide about every center of the pincode and store the reasons. */
export async function decide(ticket: Ticket): Promise<Reason[]> {
  const reasons = await reasonsFor(ticket);
  await keepReasons(ticket.id, reasons);
  return reasons;
}

type Offering = {
  /** Whether the ticket is just being made. */
  fresh?: boolean;
  /** The run that offers a center what waits: its message counts all offers of the run. */
  runId?: string;
};

/** Give a locked ticket to its own center, with the seats of the wanted time where they are free: else no time is agreed yet. */
export async function giveTo(actor: Actor, ticket: Ticket, centerId: string, { fresh = false, runId }: Offering = {}) {
  ticket.centerId = centerId;
  if (!fresh) ticket.acceptedAt = now();
  ticket.broadcastStatus = "matched_in_same_center";
  ticket.serviceAvailable = true;
  // Its seats are locked until the commit.
  beforeCommit("seats", async () => void (await takeWantedTime(ticket, centerId)));
  const data = { centerId, ...(runId && { runId }) };
  await recordOn(actor, ticket, { event: "ticket.matched", data }, { fresh });
  await emit(ticketMatched, { ticketId: ticket.id, centerId, ...(runId && { runId }) });
  await announce(["requests", `center:${centerId}`, `ticket:${ticket.publicId}`]);
}

/** Offer a locked ticket to qualifying centers that have not been asked yet; returns how many were asked now. */
export async function offer(
  actor: Actor,
  ticket: Ticket,
  reasons: readonly Reason[],
  { fresh = false, runId }: Offering = {},
): Promise<number> {
  const fitting = reasons.filter(({ reason }) => reason === "offered").map(({ centerId }) => centerId);
  const centerIds = fresh ? fitting : await notYetOffered(ticket.id, fitting);
  if (centerIds.length === 0) return 0;
  const at = now();
  write(sql`
    insert into broadcasts (id, ticket_id, center_id, run_id, created_at, updated_at)
    select offered.id, ${ticket.id}::uuid, offered.center_id, ${runId ?? null}::uuid, ${at}::timestamptz, ${at}::timestamptz
      from unnest(${centerIds.map(() => rowId())}::uuid[], ${centerIds}::uuid[]) as offered (id, center_id)`);
  await markOffered(actor, ticket, centerIds, { fresh, ...(runId && { runId }) });
  return centerIds.length;
}

/** Open the ended offers of a locked ticket to these centers again; returns how many there were. */
export async function offerAgain(
  actor: Actor,
  ticket: Ticket,
  centerIds: string[],
  { runId }: Pick<Offering, "runId"> = {},
): Promise<number> {
  const reopened = await rows<{ center_id: string }>(
    sql`update broadcasts set status = 'PENDING', updated_at = ${now()}, run_id = ${runId ?? null}
      where ticket_id = ${ticket.id} and center_id = any(${centerIds}::uuid[]) and status = 'TAKEN'
      returning center_id`,
  );
  const reopenedIds = reopened.map(({ center_id }) => center_id);
  if (reopenedIds.length === 0) return 0;
  await markOffered(actor, ticket, reopenedIds, { ...(runId && { runId }) });
  return reopenedIds.length;
}

/** What an offer changes of a locked ticket, for its history and for the centers it goes to. */
async function markOffered(
  actor: Actor,
  ticket: Ticket,
  centerIds: string[],
  { fresh = false, runId }: Offering,
): Promise<void> {
  ticket.broadcastStatus = "broadcasted";
  ticket.broadcastAt ??= now();
  ticket.serviceAvailable = true;
  await recordOn(actor, ticket, { event: "ticket.broadcasted", data: { centers: centerIds.length } }, { fresh });
  await emit(ticketBroadcast, { ticketId: ticket.id, centerIds, ...(runId && { runId }) });
  await announce(["requests", ...centerIds.map((centerId) => `center:${centerId}`), `ticket:${ticket.publicId}`]);
}

async function notYetOffered(ticketId: string, centerIds: string[]) {
  const offers = await rows<{ center_id: string }>(sql`select center_id from broadcasts where ticket_id = ${ticketId}`);
  const known = new Set(offers.map(({ center_id }) => center_id));
  return centerIds.filter((centerId) => !known.has(centerId));
}

/** Mark a locked ticket as served by no center and refund its fee. */
export async function nobodyLeft(actor: Actor, ticket: Ticket, { fresh = false } = {}) {
  ticket.serviceAvailable = false;
  await recordOn(actor, ticket, { event: "ticket.noCenter" }, { fresh });
  await returnFee(actor, ticket, "no center left");
  await announce(["requests", `ticket:${ticket.publicId}`]);
}

/** The result of a broadcast: how many centers were asked now, and how many of all can take the ticket. */
export type Broadcasting = { ticket: Ticket; asked: number; fitting: number };

/**
 * Offer an unassigned ticket to the centers that serve its pincode (Q02, H4). Repeating offers it only to centers not
 * asked before, and is no error when there is none (`noOfferReason` says why). A center that broadcasts a ticket of its
 * own QR code never gets it back.
 */
export const broadcastTicket = (
  actor: Actor,
  { ticketId, version }: { ticketId: string; version?: number | undefined },
): Promise<Broadcasting> =>
  transaction(async () => {
    needMay(actor, "workOnRequests");
    const ticket = await getTicket(actor, ticketId, { lock: true });
    if (isAnothers(actor, ticket)) throw missing("ticket.notFound");
    await refuseStale(actor, ticket, version);
    refuseUnlessOpen(ticket);
    const wasBroadcasted = ticket.broadcastStatus === "broadcasted";
    if (ticket.centerId) await handOver(actor, ticket, ticket.centerId);
    ticket.broadcastStatus = "broadcasted";
    const reasons = await decide(ticket);
    const offerCount = await offer(actor, ticket, reasons);
    if (offerCount === 0 && !wasBroadcasted) throw conflict("ticket.noOtherCenter");
    return { ticket, asked: offerCount, fitting: reasons.filter(({ reason }) => reason === "offered").length };
  });

/** Returns why a broadcast asked no center; undefined when it asked one. */
export function noOfferReason({ asked, fitting }: Pick<Broadcasting, "asked" | "fitting">): MessageKey | undefined {
  if (asked > 0) return undefined;
  return fitting > 0 ? "ticket.allOffered" : "ticket.nobodyFits";
}

/** Refuses a center that only created the ticket once another center has it. */
const isAnothers = (actor: Actor, { centerId }: Ticket) =>
  actor.kind === "center" && centerId != null && centerId !== actor.centerId;

function refuseUnlessOpen(ticket: Ticket) {
  if (ticket.technicianId) throw conflict("ticket.hasTechnician");
  if (ticket.status !== "PENDING") throw conflict("ticket.notBroadcastable");
  const feeDue = ticket.bookingFeePaise > 0 && !ticket.broadcastStatus && ticket.serviceAvailable;
  if (feeDue) throw conflict("ticket.feeUnpaid");
}

/** Records that a center handed over its own ticket: it counts as refused and is never offered to it again. */
async function handOver(actor: Actor, ticket: Ticket, centerId: string) {
  // It has an offer already where it was asked before an admin assigned the ticket to it.
  const known = await em().findOne(BroadcastSchema, { ticketId: ticket.id, centerId }, { refresh: true });
  if (known) known.status = "REJECTED";
  else em().create(BroadcastSchema, { ticketId: ticket.id, centerId, status: "REJECTED" });
  ticket.centerId = null;
  ticket.acceptedAt = null;
  await endTimeChange(ticket.id);
  // Its seats are locked until the commit.
  beforeCommit("seats", async () => void (await endAppointment(ticket.id)));
  await recordOn(actor, ticket, { event: "ticket.handedOver", data: { centerId } });
  await emit(centerHasRoom, { centerId });
  await announce([`center:${centerId}`]);
}
