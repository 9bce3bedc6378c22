import type { MessageKey } from "#modules/messages/index.ts";
import type { Payable } from "#modules/wallet/index.ts";
import { payableIfUp } from "../fees/payable-soon.ts";
import { ticketById } from "../get-ticket.ts";
import type { Ticket } from "../ticket.entity.ts";
import type { Made } from "./create-ticket.ts";
import { feeOrderOf } from "./pay-booking.ts";

/** The answer to a booking: the ticket, its payment while a fee is due, and the message for the customer. */
export type Booked = { ticket: Ticket; payment: Payable | null; message: MessageKey };

/**
 * Build the answer to a booking: created, or to be paid (R042, R043, R046). Runs outside transactions, because it makes the provider's order. If the provider is
 * down, `payment` is null: the ticket waits, and `payBooking` makes the payment. A fee that was paid meanwhile is
 * answered as paid.
 */
export async function bookingReply({ ticket, orderId }: Made): Promise<Booked> {
  if (!ticket.serviceAvailable) return { ticket, payment: null, message: "booking.noService" };
  if (!orderId) return { ticket, payment: null, message: "booking.created" };
  const payment = await payableIfUp(orderId);
  return payment === "paid" ? bookedBefore(ticket.id) : { ticket, payment, message: "booking.completePayment" };
}

/** The answer to a booking made earlier, by the ticket's internal id, with the same payment. */
export async function bookedBefore(ticketId: string): Promise<Booked> {
  const ticket = await ticketById(ticketId);
  return bookingReply({ ticket, orderId: await feeOrderOf(ticket) });
}
