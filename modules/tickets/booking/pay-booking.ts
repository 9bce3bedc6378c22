import type { Actor } from "#modules/kernel/actor.ts";
import { system } from "#modules/kernel/actor.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import {
  confirmCheckout,
  confirmWithProvider,
  type Order,
  orderOfTicket,
  type Payable,
  type Purchase,
  paidOf,
} from "#modules/wallet/index.ts";
import { giveUseBack, keepUse, takeUseAgain } from "../fees/offer-uses.ts";
import { payableIfUp, payableSoon } from "../fees/payable-soon.ts";
import { returnFee } from "../fees/return-fee.ts";
import { ticketById, ticketOfLink } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { matchTicket } from "../matching/broadcast.ts";
import type { Ticket } from "../ticket.entity.ts";
import { undoableDecision } from "../visit-rules/decisions.ts";
import type { CheckoutFields } from "./input.ts";

/** The order of a ticket's fee while it is still to be paid. */
export async function feeOrderOf(ticket: Ticket): Promise<string | null> {
  if (ticket.isPaidByPublic || ticket.bookingFeePaise <= 0 || ticket.status !== "PENDING") return null;
  const order = await orderOfTicket(ticket.id);
  return order && order.status !== "paid" && order.status !== "closed" ? order.id : null;
}

/**
 * The checkout of a ticket whose fee is due, to pay it or try again; always the same order (B3). A conflict when it is
 * not due: `payment.alreadyPaid`, `payment.closed` or `booking.nothingDue`.
 */
export async function payBooking(_actor: Actor, { ticketId }: { ticketId: string }): Promise<Payable> {
  const ticket = await ticketOfLink(ticketId);
  const orderId = await feeOrderOf(ticket);
  if (!orderId) throw conflict(ticket.isPaidByPublic ? "payment.alreadyPaid" : "booking.nothingDue");
  return payableSoon(orderId);
}

/** The result of a confirmation with its message for the customer; `payment` is the checkout while the fee is due. */
export type BookingOutcome = {
  state: "paid" | "pending" | "failed";
  ticket: Ticket;
  message: MessageKey;
  payment?: Payable | null;
};

/** Confirm a booking's payment by the three fields of the checkout (R042, Q05). */
export async function confirmBooking(actor: Actor, callback: CheckoutFields): Promise<BookingOutcome> {
  const { state, order } = await confirmCheckout(actor, callback);
  return outcome(state, order);
}

/**
 * Confirm a booking's payment by asking the provider, ignoring any amount or status sent (H7). When unpaid, the answer
 * carries the checkout, which also helps a caller whose booking got none because the provider was down.
 */
export async function confirmBookingWithProvider(
  actor: Actor,
  { ticketId }: { ticketId: string },
): Promise<BookingOutcome> {
  const order = await orderOfTicket((await ticketOfLink(ticketId)).id);
  if (!order) throw missing("payment.missing");
  const reached = await outcome((await confirmWithProvider(actor, { orderId: order.id })).state, order);
  const due = reached.state === "failed" ? await feeOrderOf(reached.ticket) : null;
  const payment = due ? await payableIfUp(due) : null;
  return payment === "paid" ? outcome("paid", order) : { ...reached, payment };
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
 * Mark a ticket as paid and match it, in the transaction that completes its order. Refund the fee if the ticket was
 * cancelled or deleted meanwhile, if no center can take it any more, or if it is not paid as a whole: its order was closed
 * and the balance that went back was spent otherwise before a late payment. A deletion that can still be undone decides
 * later: the fee is refunded when it becomes final, and the ticket matched when it is undone.
 */
export async function feePaid({ ticketId, orderId }: Pick<Purchase, "ticketId" | "orderId">) {
  if (!ticketId) return;
  const payments = system("payments");
  const ticket = await ticketById(ticketId, { lock: true });
  const { amountPaise, balancePaise, walletPaise } = await paidOf(orderId);
  ticket.isPaidByPublic = true;
  // Less what is returned to the balance that paid it.
  ticket.bookingFeePaise = amountPaise;
  await keepUse(ticket.id);
  const data = { orderId, amountPaise, ...(balancePaise > 0 && { balancePaise }) };
  await recordOn(payments, ticket, { event: "ticket.feePaid", data });
  if (balancePaise < walletPaise) return returnFee(payments, ticket, "balance spent meanwhile");
  if (ticket.deletedAt && !ticket.deletionFinalAt && ticket.status === "PENDING") return;
  if (ticket.status === "CANCEL" && (await undoableDecision(ticket))) return;
  if (ticket.deletedAt || ticket.status !== "PENDING") {
    await returnFee(payments, ticket, ticket.deletedAt ? "deleted" : "cancelled");
  } else {
    await takeUseAgain(ticket);
    await matchTicket(payments, ticket);
  }
}

/**
 * Return the use of an offer when the order of a fee was closed unpaid. The order itself returns what a balance paid of
 * it.
 */
export async function releaseUnpaidUse({ ticketId }: Purchase) {
  if (ticketId) await giveUseBack(system("payments"), ticketId);
}
