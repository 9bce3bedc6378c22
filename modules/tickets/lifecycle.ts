import { raw } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { beforeCommit, em, rows } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { endAppointment } from "./appointments/end-appointment.ts";
import { type Broadcast, BroadcastSchema, type BroadcastState } from "./broadcast.entity.ts";
import { centerHasRoom } from "./events.ts";
import { recordOn, recordUndoable, type TicketEntry } from "./history.ts";
import type { BroadcastStatus, TicketStatus } from "./labels.ts";
import { endProposalOfOffer, endProposalsOf } from "./proposals/end-proposals.ts";
import { endedStatuses, isSettled, liveStatuses } from "./states/states.ts";
import { type Ticket, TicketSchema } from "./ticket.entity.ts";

type Move = {
  from: readonly TicketStatus[];
  to: TicketStatus;
  /** The event name of its history row. */
  event: string;
  /** Further conditions on the database row for the move to succeed. */
  guard?:
    | Partial<Pick<Ticket, "centerId" | "broadcastStatus" | "startedAt" | "startProvedAt">>
    | { centerId: { $ne: null } };
};

const broadcasted: BroadcastStatus = "broadcasted";

/** The states of a ticket and the only moves between them (fixed point 2). */
export const moves = {
  accept: {
    from: ["PENDING"],
    to: "ACCEPTED",
    event: "ticket.accepted",
    guard: { centerId: null, broadcastStatus: broadcasted },
  },
  close: {
    from: liveStatuses,
    to: "CLOSED",
    event: "ticket.closed",
    guard: { centerId: { $ne: null } },
  },
  /** Before a start; the request is open again. */
  handBack: {
    from: ["ACCEPTED"],
    to: "PENDING",
    event: "ticket.handedBack",
    guard: { broadcastStatus: "accepted after broadcast", startedAt: null },
  },
  /** Its center did not come, and its customer wants another one: the request is open again. */
  leaveCenter: {
    from: liveStatuses,
    to: "PENDING",
    event: "ticket.centerLeft",
    guard: { startProvedAt: null },
  },
  cancel: { from: liveStatuses, to: "CANCEL", event: "ticket.cancelled" },
  /** The undo of a customer's cancellation, within ten seconds: back to the state before. */
  restorePending: { from: ["CANCEL"], to: "PENDING", event: "ticket.cancelUndone" },
  restoreAccepted: { from: ["CANCEL"], to: "ACCEPTED", event: "ticket.cancelUndone" },
  restoreVerified: { from: ["CANCEL"], to: "VERIFIED", event: "ticket.cancelUndone" },
  verify: { from: ["PENDING", "ACCEPTED", "ON_HOLD", "REJECT"], to: "VERIFIED", event: "ticket.verified" },
  hold: { from: ["PENDING", "ACCEPTED", "VERIFIED", "REJECT"], to: "ON_HOLD", event: "ticket.held" },
  refuse: { from: ["PENDING", "ACCEPTED", "VERIFIED", "ON_HOLD"], to: "REJECT", event: "ticket.refused" },
} as const satisfies Record<string, Move>;
export type MoveName = keyof typeof moves;

type Changes<T> = Partial<Omit<T, "id" | "status" | "version">>;

/** Whether a ticket in this state may make the move; the database checks the guards. */
export const mayMove = (status: TicketStatus, name: MoveName) =>
  (moves[name].from as readonly string[]).includes(status);

/** The states in which no visit is ahead: moving to one frees the seats that were taken for it. */
const withoutVisit: readonly TicketStatus[] = ["PENDING", ...endedStatuses];

/**
 * Move a ticket to its next state, together with the columns that change with it and a history row. One guarded UPDATE,
 * so that exactly one of two concurrent moves succeeds. The only writer of `status`; refuses with `ticket.changed`.
 */
export async function move(actor: Actor, ticket: Ticket, name: MoveName, change: Moved = {}) {
  const entry = await changeStatus(ticket, name, change);
  await recordOn(actor, ticket, entry);
  const { to }: Move = moves[name];
  // At the end, because seats are locked after wallets.
  if (withoutVisit.includes(to)) beforeCommit("seats", async () => void (await endAppointment(ticket.id)));
  if (ticket.centerId && isSettled({ status: to })) await emit(centerHasRoom, { centerId: ticket.centerId });
}

/**
 * The same for a move that can be undone: neither its client nor the center's matching learns of it before its effects
 * happen.
 */
export async function moveUndoably(actor: Actor, ticket: Ticket, name: MoveName, change: Moved = {}) {
  await recordUndoable(actor, ticket, await changeStatus(ticket, name, change));
}

/** The columns that change with a status, and further facts of the history row. */
type Moved = { set?: Changes<Ticket>; data?: Record<string, unknown> };

async function changeStatus(ticket: Ticket, name: MoveName, { set = {}, data }: Moved): Promise<TicketEntry> {
  const { from, to, event, guard }: Move = moves[name];
  const before = ticket.status;
  await em().flush();
  const moved = await em().nativeUpdate(
    TicketSchema,
    { id: ticket.id, status: { $in: [...from] }, deletedAt: null, ...guard },
    { ...set, status: to, updatedAt: now(), version: raw("version + 1") as never },
  );
  if (moved !== 1) throw conflict("ticket.changed");
  await em().refresh(ticket);
  return { event, from: before, to, ...(data && { data }) };
}

/** The states of a center's offer and the moves between them (fixed point 2). */
export const broadcastMoves = {
  reserve: { from: ["PENDING"], to: "RESERVED", event: "broadcast.reserved" },
  release: { from: ["RESERVED"], to: "PENDING", event: "broadcast.released" },
  accept: { from: ["PENDING", "RESERVED"], to: "ACCEPTED", event: "broadcast.accepted" },
  reject: { from: ["PENDING"], to: "REJECTED", event: "broadcast.rejected" },
  lose: { from: ["PENDING", "RESERVED"], to: "TAKEN", event: "broadcast.taken" },
  close: { from: ["ACCEPTED"], to: "CLOSED", event: "broadcast.closed" },
  handBack: { from: ["ACCEPTED"], to: "REJECTED", event: "broadcast.handedBack" },
  /** The ticket was moved to another center by an admin. */
  withdraw: { from: ["ACCEPTED"], to: "TAKEN", event: "broadcast.takenAway" },
} as const satisfies Record<string, { from: readonly BroadcastState[]; to: BroadcastState; event: string }>;
export type BroadcastMoveName = keyof typeof broadcastMoves;

/** Move one offer, with its history row on the ticket; refuses with `broadcast.changed`. */
export async function moveBroadcast(
  actor: Actor,
  broadcast: Broadcast,
  name: BroadcastMoveName,
  { set = {}, data = {} }: { set?: Changes<Broadcast>; data?: Record<string, unknown> } = {},
) {
  const { from, to, event } = broadcastMoves[name];
  const before = broadcast.status;
  await em().flush();
  const moved = await em().nativeUpdate(
    BroadcastSchema,
    { id: broadcast.id, status: { $in: [...from] } },
    { ...set, status: to, updatedAt: now() },
  );
  if (moved !== 1) throw conflict("broadcast.changed");
  await em().refresh(broadcast);
  if (name === "reject") await endProposalOfOffer(broadcast.id);
  await record(actor, {
    subject: "ticket",
    id: broadcast.ticketId,
    event,
    from: before,
    to,
    data: { broadcastId: broadcast.id, centerId: broadcast.centerId, ...data },
  });
}

/**
 * Close the open offers of a ticket that has its center or is over, with what was proposed for it, and return the centers
 * that lost. One statement for the offers, because the ticket is locked and there may be hundreds of losers.
 */
export async function loseOthers(ticketId: string): Promise<string[]> {
  const { from, to } = broadcastMoves.lose;
  const lost = await rows<{ center_id: string }>(
    sql`update broadcasts set status = ${to}, reserved_until = null, updated_at = ${now()}
      where ticket_id = ${ticketId} and status = any(${from}::text[]) returning center_id`,
  );
  await endProposalsOf(ticketId);
  return lost.map(({ center_id }) => center_id);
}
