import { leadPrice } from "../centers/index.ts";
import type { Actor, ActorOf } from "../kernel/actor.ts";
import { istTime, now } from "../kernel/clock.ts";
import { em, transaction } from "../kernel/db.server.ts";
import { conflict, DomainError, denied, missing } from "../kernel/errors.ts";
import { payable, payLeadFromWallet } from "../wallet/index.ts";
import { needAcceptingCenter } from "./acceptable.ts";
import { type Broadcast, BroadcastSchema } from "./broadcast.entity.ts";
import { moveBroadcast } from "./lifecycle.ts";
import { releaseReservation, reserve } from "./reserve.ts";
import type { Ticket } from "./ticket.entity.ts";
import { ticketById } from "./visible.ts";
import { win } from "./win.ts";

/** Accepted at once, or reserved for this center until its card payment is there (amount in paise, fixed point 9). */
export type Accepted =
  | { accepted: true; paidFrom: "wallet" | "card" | null }
  | {
      accepted: false;
      payment: { amount: number; id: string; currency: string; key_id: string; reserved_until: Date };
    };

type Accepting = {
  broadcastId: string;
  /** What the caller takes the ticket for; when it is the other kind, that is a conflict (fixed point 6). */
  as?: "paid" | "unpaid";
};

type Step = { accepted: true; paidFrom: "wallet" | "card" | null } | { accepted: false; broadcast: Broadcast };

/**
 * Accept an offered ticket: exactly one center wins it (R138, R139). Unpaid it is accepted directly; for a ticket the
 * public paid, the lead price comes from the wallet when that covers it, otherwise the ticket is reserved for the
 * center and the checkout is answered. Accepting again while the reservation runs gives the same checkout.
 */
export async function acceptBroadcast(actor: Actor, { broadcastId, as }: Accepting): Promise<Accepted> {
  if (actor.kind !== "center") throw denied();
  const step = await transaction(() => accept(actor, broadcastId, as));
  return step.accepted ? step : { accepted: false, payment: await checkoutOf(actor, step.broadcast) };
}

/** C046: accept a ticket the public paid for. */
export const acceptPaid = (actor: Actor, { broadcastId }: { broadcastId: string }) =>
  acceptBroadcast(actor, { broadcastId, as: "paid" });

/** C047: accept a ticket nobody paid for. */
export const acceptUnpaid = (actor: Actor, { broadcastId }: { broadcastId: string }) =>
  acceptBroadcast(actor, { broadcastId, as: "unpaid" });

async function accept(actor: ActorOf<"center">, broadcastId: string, as: Accepting["as"]): Promise<Step> {
  const offered = await em().findOne(BroadcastSchema, { id: broadcastId, centerId: actor.centerId }, { refresh: true });
  if (!offered) throw missing("broadcast.notFound");
  // Most of those who come too late are told here, before anything is locked.
  if (offered.status === "ACCEPTED") return { accepted: true, paidFrom: offered.paidFrom ?? null };
  refuseIfOver(offered);
  const center = await needAcceptingCenter(actor.centerId, broadcastId);
  const ticket = await ticketById(offered.ticketId, { lock: true });
  const broadcast = await em().refreshOrFail(offered);
  if (broadcast.status === "ACCEPTED") return { accepted: true, paidFrom: broadcast.paidFrom ?? null };
  refuseIfOver(broadcast);
  if (ticket.deletedAt || ticket.status !== "PENDING") throw conflict("broadcast.changed");
  await freeFromOthers(actor, ticket, broadcast);
  if (as === "paid" && !ticket.isPaidByPublic) throw conflict("broadcast.noPayment");
  if (as === "unpaid" && ticket.isPaidByPublic) throw conflict("broadcast.payFirst");
  if (!ticket.isPaidByPublic) return won(actor, ticket, broadcast, null);
  const amountPaise = await leadPrice(center, now());
  if (amountPaise === 0) return won(actor, ticket, broadcast, null);
  const fromWallet = { centerId: actor.centerId, amountPaise, ticketId: ticket.id, cause: broadcast.id, actor };
  if (await payLeadFromWallet(fromWallet)) return won(actor, ticket, broadcast, "wallet");
  await reserve(actor, ticket, broadcast, amountPaise);
  return { accepted: false, broadcast };
}

async function won(
  actor: Actor,
  ticket: Ticket,
  broadcast: Broadcast,
  paidFrom: "wallet" | "card" | null,
): Promise<Step> {
  await win(actor, ticket, broadcast, paidFrom);
  return { accepted: true, paidFrom };
}

function refuseIfOver({ status }: Broadcast) {
  if (status === "TAKEN") throw conflict("broadcast.taken");
  if (status === "REJECTED") throw conflict("broadcast.rejectedAlready");
  if (status === "CLOSED") throw conflict("broadcast.acceptedAlready");
}

/** Another center's running reservation is a clear conflict; one whose time is over is freed on the spot. */
async function freeFromOthers(actor: Actor, ticket: Ticket, { id }: Broadcast) {
  const other = await em().findOne(
    BroadcastSchema,
    { ticketId: ticket.id, id: { $ne: id }, status: { $in: ["RESERVED", "ACCEPTED", "CLOSED"] } },
    { refresh: true },
  );
  if (!other) return;
  if (other.status !== "RESERVED" || !other.reservedUntil) throw conflict("broadcast.taken");
  if (other.reservedUntil > now()) throw conflict("broadcast.reserved", { time: istTime(other.reservedUntil) });
  await moveBroadcast(actor, other, "release", { set: { reservedUntil: null } });
}

/** What the center's checkout needs; when the provider is down the reservation is given up, so that others may try. */
async function checkoutOf(actor: ActorOf<"center">, { id, orderId, reservedUntil }: Broadcast) {
  if (!orderId || !reservedUntil) throw new Error(`broadcast ${id} is reserved without an order`);
  try {
    const { order_id, amount, currency, key_id } = await payable(orderId);
    return { amount, id: order_id, currency, key_id, reserved_until: reservedUntil };
  } catch (error) {
    if (error instanceof DomainError && error.kind === "unavailable") await releaseReservation(actor, id);
    throw error;
  }
}
