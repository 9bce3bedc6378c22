import { leadPrice } from "#modules/centers/index.ts";
import { type Actor, type ActorOf, needKind, system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, DomainError } from "#modules/kernel/errors.ts";
import { rupees } from "#modules/kernel/money.ts";
import { payable, payLeadFromWallet } from "#modules/wallet/index.ts";
import { fullAt, hasWantedTime, takeWantedTime } from "../appointments/agree.ts";
import { type Broadcast, BroadcastSchema } from "../broadcast.entity.ts";
import { ticketById } from "../get-ticket.ts";
import type { Ticket } from "../ticket.entity.ts";
import { lockCenter, needAcceptingCenter } from "./acceptable.ts";
import { answerFor } from "./answer-for.ts";
import { needOpen, offerStateOf, reservedUntil } from "./offer-state.ts";
import { endReservation, endUnpaid, reserve } from "./reserve.ts";
import { inTurn } from "./turns.ts";
import { win } from "./win.ts";

/** Accepted at once, or reserved for this center until it has paid by card (amount in paise, fixed point 9). */
export type Accepted =
  | { accepted: true; paidFrom: "wallet" | "card" | null }
  | {
      accepted: false;
      payment: { amount: number; id: string; currency: string; key_id: string; reserved_until: Date };
    };

type Accepting = {
  broadcastId: string;
  /** Which kind of ticket the caller expects; the other kind is a conflict (fixed point 6). */
  as?: "paid" | "unpaid";
};

type Step = { accepted: true; paidFrom: "wallet" | "card" | null } | { accepted: false; broadcast: Broadcast };

/**
 * Accept an offered ticket: exactly one center wins it (R1, R138, R139). An unpaid ticket is accepted directly. For a
 * ticket the public paid for, the lead price is taken from the wallet if it suffices; otherwise the ticket is reserved
 * for the center and the checkout is returned. The time the customer chose takes its seats of the center; where it is full
 * the refusal (`broadcast.windowFull`) names free windows. Accepting again during the reservation returns the same checkout.
 */
export async function acceptBroadcast(actor: Actor, input: Accepting): Promise<Accepted> {
  needKind(actor, "center");
  const step = await acceptOrReserve(actor, input);
  return step.accepted ? step : { accepted: false, payment: await checkoutOf(actor, step.broadcast) };
}

/** The same without the checkout, which a later call makes; calls no provider. */
export async function acceptOrReserve(actor: Actor, input: Accepting): Promise<Step> {
  needKind(actor, "center");
  return acceptInTurn({ actor, centerId: actor.centerId }, input);
}

/**
 * Accept an offer for the center it was made to, on an admin's word (R137): by the same rules, the lead price from that
 * center's wallet. Refuses where the wallet does not suffice, because only the center can pay by card.
 */
export const acceptForCenter = (actor: Actor, { broadcastId }: { broadcastId: string }): Promise<void> =>
  answerFor(actor, broadcastId, (centerId) => acceptInTurn({ actor, centerId }, { broadcastId }));

/**
 * Accept an offer at a time its center proposed and its customer chooses: `choose` sets that time, with center and request
 * locked. Where the wallet does not suffice the request is reserved, as if the center had pressed Accept.
 */
export const acceptChosen = (
  { centerId, broadcastId }: { centerId: string; broadcastId: string },
  choose: (ticket: Ticket) => Promise<void>,
): Promise<Step> => acceptInTurn({ actor: system("proposals"), centerId, choose }, { broadcastId });

/** Who accepts, and for which center; `choose` where its customer chooses a time that the center proposed. */
type By = { actor: Actor; centerId: string; choose?: (ticket: Ticket) => Promise<void> };

async function acceptInTurn(by: By, { broadcastId, as }: Accepting): Promise<Step> {
  const seen = await offerStateOf(by.centerId, broadcastId);
  if (seen.status === "ACCEPTED") return { accepted: true, paidFrom: seen.paidFrom };
  needOpen(seen);
  return inTurn(seen.ticketId, by.centerId, async () => {
    const result = await transaction(() => accept(by, { broadcastId, as }, seen.ticketId));
    return { result, others: rivalRefusal(result) };
  });
}

const rivalRefusal = (step: Step) =>
  step.accepted ? conflict("broadcast.taken") : reservedUntil(step.broadcast.reservedUntil!);

/** C046: accept a ticket the public paid for. */
export const acceptPaid = (actor: Actor, { broadcastId }: { broadcastId: string }) =>
  acceptBroadcast(actor, { broadcastId, as: "paid" });

/** C047: accept a ticket without a paid fee. */
export const acceptUnpaid = (actor: Actor, { broadcastId }: { broadcastId: string }) =>
  acceptBroadcast(actor, { broadcastId, as: "unpaid" });

/**
 * Locks center, ticket and wallet, in this order, and checks again, because everything may have changed since the first
 * check.
 */
async function accept(
  { actor, centerId, choose }: By,
  { broadcastId, as }: Accepting,
  ticketId: string,
): Promise<Step> {
  await lockCenter(centerId);
  const ticket = await ticketById(ticketId, { lock: true });
  const state = await offerStateOf(centerId, broadcastId);
  if (state.status === "ACCEPTED") return { accepted: true, paidFrom: state.paidFrom };
  const center = await needAcceptingCenter(centerId, broadcastId);
  needOpen(state);
  if (choose) await choose(ticket);
  if (as === "paid" && !ticket.isPaidByPublic) throw conflict("broadcast.noPayment");
  if (as === "unpaid" && ticket.isPaidByPublic) throw conflict("broadcast.payFirst");
  if (state.rivalId) await free(actor, state.rivalId);
  const broadcast = await em().findOneOrFail(BroadcastSchema, broadcastId, { refresh: true });
  if (!ticket.isPaidByPublic) return won(actor, ticket, broadcast, null);
  const amountPaise = await leadPrice(center, now());
  if (amountPaise === 0) return won(actor, ticket, broadcast, null);
  const fromWallet = { centerId, amountPaise, ticketId: ticket.id, cause: broadcast.id, actor };
  if (await payLeadFromWallet(fromWallet)) return won(actor, ticket, broadcast, "wallet");
  if (actor.kind !== "center" && !choose) throw conflict("broadcast.centerPays", { amount: rupees(amountPaise) });
  if (!(await hasWantedTime(ticket, centerId))) throw await fullAt(ticket, centerId);
  await reserve(actor, ticket, broadcast, amountPaise);
  return { accepted: false, broadcast };
}

async function won(
  actor: Actor,
  ticket: Ticket,
  broadcast: Broadcast,
  paidFrom: "wallet" | "card" | null,
): Promise<Step> {
  // After the wallet, because the seats of the day are locked until the commit.
  if (!(await takeWantedTime(ticket, broadcast.centerId))) throw await fullAt(ticket, broadcast.centerId);
  await win(actor, ticket, broadcast, paidFrom);
  return { accepted: true, paidFrom };
}

/** Ends an expired reservation now, so that it does not block other centers until the sweep runs. */
async function free(actor: Actor, broadcastId: string) {
  const over = await em().findOneOrFail(BroadcastSchema, broadcastId, { refresh: true });
  await endUnpaid(actor, over);
}

/**
 * Returns the data for the center's checkout; when the provider is down the reservation ends, so that other centers may
 * try.
 */
async function checkoutOf(actor: ActorOf<"center">, { id, orderId, reservedUntil }: Broadcast) {
  if (!orderId || !reservedUntil) throw new Error(`broadcast ${id} is reserved without an order`);
  try {
    const { order_id, amount, currency, key_id } = await payable(orderId);
    return { amount, id: order_id, currency, key_id, reserved_until: reservedUntil };
  } catch (error) {
    if (error instanceof DomainError && error.kind === "unavailable") await endReservation(actor, id, "no checkout");
    throw error;
  }
}
