import { randomUUIDv7 } from "node:crypto";
import { type Actor, need } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { em, rows, transaction, write } from "../kernel/db.server.ts";
import { conflict, denied, missing } from "../kernel/errors.ts";
import { emit } from "../kernel/events.ts";
import { record } from "../kernel/history.ts";
import { announce } from "../kernel/live.server.ts";
import { BroadcastSchema } from "./broadcast.entity.ts";
import { ticketBroadcast, ticketMatched } from "./events.ts";
import { keepReasons, type Reason, reasonsFor } from "./match.ts";
import { returnFee } from "./return-fee.ts";
import type { Ticket } from "./ticket.entity.ts";
import { getTicket } from "./visible.ts";

/** What became of a ticket's matching. */
export type Matched = "same_center" | "broadcasted" | "none";

/**
 * Match a locked ticket, or one that is just being made by the reasons that were decided `afresh`: its own center takes it when it fits, otherwise every center that fits is offered it; when
 * nobody does, the demand stays recorded and a paid fee goes back (fixed points 5 and 8).
 */
export async function matchTicket(actor: Actor, ticket: Ticket, afresh?: readonly Reason[]): Promise<Matched> {
  const reasons = afresh ?? (await decide(ticket));
  const own = reasons.find(({ reason }) => reason === "same_center");
  if (own) {
    await giveTo(actor, ticket, own.centerId);
    return "same_center";
  }
  const asked = await offer(actor, ticket, reasons, { fresh: Boolean(afresh) });
  if (asked > 0) return "broadcasted";
  await nobodyLeft(actor, ticket);
  return "none";
}

/** Decide about every center of the pincode and keep the reasons. */
export async function decide(ticket: Ticket): Promise<Reason[]> {
  const reasons = await reasonsFor(ticket);
  await keepReasons(ticket.id, reasons);
  return reasons;
}

async function giveTo(actor: Actor, ticket: Ticket, centerId: string) {
  ticket.centerId = centerId;
  ticket.broadcastStatus = "matched_in_same_center";
  ticket.serviceAvailable = true;
  await record(actor, { subject: "ticket", id: ticket.id, event: "ticket.matched", data: { centerId } });
  await emit(ticketMatched, { ticketId: ticket.id, centerId });
  await announce([`center:${centerId}`, `ticket:${ticket.publicId}`]);
}

/** Offer a locked ticket to the centers that fit and have not been asked; answers how many were asked now. */
export async function offer(
  actor: Actor,
  ticket: Ticket,
  reasons: readonly Reason[],
  { fresh = false } = {},
): Promise<number> {
  const fitting = reasons.filter(({ reason }) => reason === "offered").map(({ centerId }) => centerId);
  const centerIds = fresh ? fitting : await notYetAsked(ticket.id, fitting);
  if (centerIds.length === 0) return 0;
  write({
    text: `insert into broadcasts (id, ticket_id, center_id, created_at, updated_at)
           select offered.id, $1::uuid, offered.center_id, $4::timestamptz, $4::timestamptz
             from unnest($2::uuid[], $3::uuid[]) as offered (id, center_id)`,
    params: [ticket.id, centerIds.map(() => randomUUIDv7()), centerIds, now()],
  });
  ticket.broadcastStatus = "broadcasted";
  ticket.broadcastAt ??= now();
  ticket.serviceAvailable = true;
  await record(actor, {
    subject: "ticket",
    id: ticket.id,
    event: "ticket.broadcasted",
    data: { centers: centerIds.length },
  });
  await emit(ticketBroadcast, { ticketId: ticket.id, centerIds });
  await announce([...centerIds.map((centerId) => `center:${centerId}`), `ticket:${ticket.publicId}`]);
  return centerIds.length;
}

async function notYetAsked(ticketId: string, centerIds: string[]) {
  const asked = await rows<{ center_id: string }>("select center_id from broadcasts where ticket_id = $1", [ticketId]);
  const known = new Set(asked.map(({ center_id }) => center_id));
  return centerIds.filter((centerId) => !known.has(centerId));
}

/** Nobody can take a locked ticket: it says so, and its fee goes back. */
export async function nobodyLeft(actor: Actor, ticket: Ticket) {
  ticket.serviceAvailable = false;
  await record(actor, { subject: "ticket", id: ticket.id, event: "ticket.noCenter" });
  await returnFee(actor, ticket, "no center left");
  await announce([`ticket:${ticket.publicId}`]);
}

/**
 * Offer an unassigned ticket to the centers that serve its pincode (Q02, H4). Broadcasting again asks only centers
 * that have not been asked. A center that broadcasts a ticket of its own code hands it over for good.
 */
export const broadcastTicket = (
  actor: Actor,
  { ticketId }: { ticketId: string },
): Promise<{ ticket: Ticket; asked: number }> =>
  transaction(async () => {
    if (actor.kind === "anyone" || actor.kind === "onboarder") throw denied();
    if (actor.kind === "admin") need(actor, "edit_ticket.full_access");
    const ticket = await getTicket(actor, ticketId, { lock: true });
    if (isAnothers(actor, ticket)) throw missing("ticket.notFound");
    refuseUnlessOpen(ticket);
    const wasBroadcasted = ticket.broadcastStatus === "broadcasted";
    if (ticket.centerId) await handOver(actor, ticket, ticket.centerId);
    ticket.broadcastStatus = "broadcasted";
    const asked = await offer(actor, ticket, await decide(ticket));
    if (asked === 0 && !wasBroadcasted) throw conflict("ticket.noOtherCenter");
    return { ticket, asked };
  });

/** A center that only wrote a ticket down does not give it away once another center has it. */
const isAnothers = (actor: Actor, { centerId }: Ticket) =>
  actor.kind === "center" && centerId != null && centerId !== actor.centerId;

function refuseUnlessOpen(ticket: Ticket) {
  if (ticket.technicianId) throw conflict("ticket.hasTechnician");
  if (ticket.status !== "PENDING") throw conflict("ticket.notBroadcastable");
  const feeDue = ticket.bookingFeePaise > 0 && !ticket.broadcastStatus && ticket.serviceAvailable;
  if (feeDue) throw conflict("ticket.feeUnpaid");
}

/** A center that gives its own ticket away counts as having refused it: it is never offered that ticket again. */
async function handOver(actor: Actor, ticket: Ticket, centerId: string) {
  em().create(BroadcastSchema, { ticketId: ticket.id, centerId, status: "REJECTED" });
  ticket.centerId = null;
  await em().flush();
  await record(actor, { subject: "ticket", id: ticket.id, event: "ticket.handedOver", data: { centerId } });
  await announce([`center:${centerId}`]);
}
