import type { MessageKey } from "../kernel/messages/index.ts";
import type { Payable } from "../wallet/index.ts";
import type { Made } from "./create-ticket.ts";
import { feeOrderOf } from "./pay-booking.ts";
import { payableIfUp } from "./payable-soon.ts";
import type { Ticket } from "./ticket.entity.ts";
import { ticketById } from "./visible.ts";

/** What a booking answers: the ticket, its payment while a fee is due, and the sentence that says which it is. */
export type Booked = { ticket: Ticket; payment: Payable | null; message: MessageKey };

/**
 * The answer to a booking, given outside transactions because the provider's order is made here. A provider that is
 * down leaves `payment` null: the ticket waits, and the payment can be asked for again (`payBooking`).
 */
export async function bookingReply({ ticket, orderId }: Made): Promise<Booked> {
  if (!ticket.serviceAvailable) return { ticket, payment: null, message: "booking.noService" };
  if (!orderId) return { ticket, payment: null, message: "booking.created" };
  return { ticket, payment: await payableIfUp(orderId), message: "booking.completePayment" };
}

/** The answer to a booking that was made before, by the ticket's internal id: its payment is the same one. */
export async function bookedBefore(ticketId: string): Promise<Booked> {
  const ticket = await ticketById(ticketId);
  return bookingReply({ ticket, orderId: await feeOrderOf(ticket) });
}
