import { leadPrice } from "../centers/index.ts";
import type { Actor, ActorOf } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { em, transaction } from "../kernel/db.server.ts";
import { conflict, DomainError, denied } from "../kernel/errors.ts";
import { payable, payLeadFromWallet } from "../wallet/index.ts";
import { needAcceptingCenter } from "./acceptable.ts";
import { type Broadcast, BroadcastSchema } from "./broadcast.entity.ts";
import { moveBroadcast } from "./lifecycle.ts";
import { releaseReservation, reserve } from "./reserve.ts";
import { needOpen, reservedUntil, standingOf } from "./standing.ts";
import type { Ticket } from "./ticket.entity.ts";
import { inTurn } from "./turns.ts";
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
  const { centerId } = actor;
  const seen = await standingOf(centerId, broadcastId);
  if (seen.status === "ACCEPTED") return { accepted: true, paidFrom: seen.paidFrom };
  needOpen(seen);
  const step = await inTurn(seen.ticketId, centerId, async () => {
    const result = await transaction(() => accept(actor, { broadcastId, as }, seen.ticketId));
    return { result, others: whatOthersHear(result) };
  });
  return step.accepted ? step : { accepted: false, payment: await checkoutOf(actor, step.broadcast) };
}

const whatOthersHear = (step: Step) =>
  step.accepted ? conflict("broadcast.taken") : reservedUntil(step.broadcast.reservedUntil!);

/** C046: accept a ticket the public paid for. */
export const acceptPaid = (actor: Actor, { broadcastId }: { broadcastId: string }) =>
  acceptBroadcast(actor, { broadcastId, as: "paid" });

/** C047: accept a ticket nobody paid for. */
export const acceptUnpaid = (actor: Actor, { broadcastId }: { broadcastId: string }) =>
  acceptBroadcast(actor, { broadcastId, as: "unpaid" });

/** Locks center, ticket and wallet, in this order, and looks again: everything may have changed since the first look. */
async function accept(actor: ActorOf<"center">, { broadcastId, as }: Accepting, ticketId: string): Promise<Step> {
  const center = await needAcceptingCenter(actor.centerId, broadcastId);
  const ticket = await ticketById(ticketId, { lock: true });
  const standing = await standingOf(actor.centerId, broadcastId);
  if (standing.status === "ACCEPTED") return { accepted: true, paidFrom: standing.paidFrom };
  needOpen(standing);
  if (as === "paid" && !ticket.isPaidByPublic) throw conflict("broadcast.noPayment");
  if (as === "unpaid" && ticket.isPaidByPublic) throw conflict("broadcast.payFirst");
  if (standing.rivalId) await free(actor, standing.rivalId);
  const broadcast = await em().findOneOrFail(BroadcastSchema, broadcastId, { refresh: true });
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

/** A reservation whose time is over does not hold others up until the sweep comes. */
async function free(actor: Actor, broadcastId: string) {
  const over = await em().findOneOrFail(BroadcastSchema, broadcastId, { refresh: true });
  await moveBroadcast(actor, over, "release", { set: { reservedUntil: null } });
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
