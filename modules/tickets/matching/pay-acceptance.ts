import { type Actor, system } from "#modules/kernel/actor.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { missing } from "#modules/kernel/errors.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import {
  confirmCheckout,
  confirmWithProvider,
  creditLatePayment,
  lockWallets,
  type Order,
  type Purchase,
} from "#modules/wallet/index.ts";
import { hasWantedTime, takeWantedTime } from "../appointments/agree.ts";
import type { CheckoutFields } from "../booking/input.ts";
import { BroadcastSchema } from "../broadcast.entity.ts";
import { ticketById } from "../get-ticket.ts";
import { endUncounted } from "./reserve.ts";
import { win } from "./win.ts";

/**
 * The result of a center's payment with its message: accepted, being confirmed, failed, or too late and credited to the
 * wallet.
 */
export type AcceptanceOutcome = { state: "paid" | "pending" | "failed"; accepted: boolean; message: MessageKey };

/** Confirm a paid acceptance by the checkout's three fields (R138, R141); idempotent. */
export async function confirmAcceptance(actor: Actor, callback: CheckoutFields): Promise<AcceptanceOutcome> {
  const { state, order } = await confirmCheckout(actor, callback);
  return outcome(state, order);
}

/** Confirm a paid acceptance by asking the provider, for a center that closed the checkout. */
export async function checkAcceptance(
  actor: Actor,
  { broadcastId }: { broadcastId: string },
): Promise<AcceptanceOutcome> {
  const centerId = actor.kind === "center" ? actor.centerId : null;
  const broadcast = await em().findOne(BroadcastSchema, { id: broadcastId, ...(centerId && { centerId }) });
  if (!broadcast?.orderId) throw missing("payment.missing");
  const { state, order } = await confirmWithProvider(actor, { orderId: broadcast.orderId });
  return outcome(state, order);
}

async function outcome(state: AcceptanceOutcome["state"], order: Order): Promise<AcceptanceOutcome> {
  if (order.purpose !== "lead_fee" || !order.broadcastId) throw missing("payment.missing");
  if (state === "pending") return { state, accepted: false, message: "broadcast.paymentPending" };
  if (state === "failed") return { state, accepted: false, message: "broadcast.paymentFailed" };
  const broadcast = await em().findOneOrFail(BroadcastSchema, { id: order.broadcastId }, { refresh: true });
  const accepted =
    broadcast.orderId === order.id &&
    broadcast.paidFrom === "card" &&
    (broadcast.status === "ACCEPTED" || broadcast.status === "CLOSED");
  return { state, accepted, message: accepted ? "broadcast.paid" : "broadcast.paidLate" };
}

/**
 * Turn a reservation into the acceptance, in the transaction that completes the lead price's order. When the
 * reservation is gone (expired, or the ticket taken), or the time the customer chose has become full, the money is
 * credited to the center's wallet.
 */
export async function leadPaid(purchase: Purchase) {
  const { ticketId, broadcastId, orderId, centerId, amountPaise } = purchase;
  if (!ticketId || !broadcastId || !centerId) return;
  const payments = system("payments");
  const ticket = await ticketById(ticketId, { lock: true });
  const broadcast = await em().findOneOrFail(BroadcastSchema, { id: broadcastId }, { refresh: true });
  const holds = broadcast.status === "RESERVED" && broadcast.orderId === orderId;
  const open = holds && ticket.status === "PENDING" && !ticket.deletedAt;
  const free = open && (await hasWantedTime(ticket, centerId));
  // Before the seats, as whoever pays from the wallet: a payment that comes too late is credited to it.
  await lockWallets([centerId]);
  if (free && (await takeWantedTime(ticket, centerId))) return win(payments, ticket, broadcast, "card");
  if (open) await endUncounted(payments, broadcast);
  await creditLatePayment(purchase);
  await record(payments, {
    subject: "ticket",
    id: ticket.id,
    event: "broadcast.paidLate",
    data: { broadcastId, centerId, orderId, amountPaise },
  });
  await announce([`center:${centerId}`]);
}
