import type { Actor } from "../kernel/actor.ts";
import { system } from "../kernel/actor.ts";
import { em } from "../kernel/db.server.ts";
import { conflict, missing } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import type { MessageKey } from "../kernel/messages/index.ts";
import {
  confirmCheckout,
  confirmWithProvider,
  type Order,
  orderOfTicket,
  type Payable,
  type Purchase,
} from "../wallet/index.ts";
import type { CheckoutFields } from "./booking-schemas.ts";
import { matchTicket } from "./broadcast.ts";
import { payableIfUp, payableSoon } from "./payable-soon.ts";
import { returnFee } from "./return-fee.ts";
import type { Ticket } from "./ticket.entity.ts";
import { ticketById, ticketOfLink } from "./visible.ts";

/** The order of a ticket's fee while it is still to be paid. */
export async function feeOrderOf(ticket: Ticket): Promise<string | null> {
  if (ticket.isPaidByPublic || ticket.bookingFeePaise <= 0 || ticket.status !== "PENDING") return null;
  const order = await orderOfTicket(ticket.id);
  return order && order.status !== "paid" && order.status !== "closed" ? order.id : null;
}

/** The checkout of a ticket whose fee is due, to pay it (again); the order stays the same one (B3). */
export async function payBooking(_actor: Actor, { ticketId }: { ticketId: string }): Promise<Payable> {
  const ticket = await ticketOfLink(ticketId);
  const orderId = await feeOrderOf(ticket);
  if (!orderId) throw conflict(ticket.isPaidByPublic ? "payment.alreadyPaid" : "booking.nothingDue");
  return payableSoon(orderId);
}

/** What a confirmation came to, in words for the customer; `payment` is the checkout while the fee is still due. */
export type BookingOutcome = {
  state: "paid" | "pending" | "failed";
  ticket: Ticket;
  message: MessageKey;
  payment?: Payable | null;
};

/** Confirm a booking by the three fields the checkout hands back (R042, Q05). */
export async function confirmBooking(actor: Actor, callback: CheckoutFields): Promise<BookingOutcome> {
  const { state, order } = await confirmCheckout(actor, callback);
  return outcome(state, order);
}

/**
 * Confirm a booking by asking the provider, whatever amount or status was sent (H7). One that is not paid is told how
 * to pay: so a caller whose booking found the provider silent comes to its checkout, too.
 */
export async function confirmBookingWithProvider(
  actor: Actor,
  { ticketId }: { ticketId: string },
): Promise<BookingOutcome> {
  const order = await orderOfTicket((await ticketOfLink(ticketId)).id);
  if (!order) throw missing("payment.missing");
  const reached = await outcome((await confirmWithProvider(actor, { orderId: order.id })).state, order);
  const due = reached.state === "failed" ? await feeOrderOf(reached.ticket) : null;
  return { ...reached, payment: due ? await payableIfUp(due) : null };
}

async function outcome(state: BookingOutcome["state"], order: Order): Promise<BookingOutcome> {
  if (!order.ticketId || (order.purpose !== "booking_fee" && order.purpose !== "pick_drop")) {
    throw missing("payment.missing");
  }
  const ticket = await ticketById(order.ticketId);
  if (state === "pending") return { state, ticket, message: "booking.paymentPending" };
  if (state === "failed") return { state, ticket, message: "booking.paymentFailed" };
  return { state, ticket, message: ticket.isPaidByPublic ? "booking.created" : "booking.feeReturned" };
}

/**
 * The fee of a ticket was captured, in the transaction that completes the order: the ticket is paid and is matched
 * now. A ticket that was cancelled or deleted meanwhile, or that nobody can take any more, gives the fee back.
 */
export async function feePaid({ ticketId, orderId, amountPaise }: Purchase) {
  if (!ticketId) return;
  const payments = system("payments");
  const ticket = await ticketById(ticketId, { lock: true });
  ticket.isPaidByPublic = true;
  await em().flush();
  await record(payments, { subject: "ticket", id: ticket.id, event: "ticket.feePaid", data: { orderId, amountPaise } });
  if (ticket.deletedAt || ticket.status !== "PENDING") {
    await returnFee(payments, ticket, ticket.deletedAt ? "deleted" : "cancelled");
  } else {
    await matchTicket(payments, ticket);
  }
}
