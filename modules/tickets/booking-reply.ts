import { setTimeout as pause } from "node:timers/promises";
import { DomainError } from "../kernel/errors.ts";
import { log } from "../kernel/log.server.ts";
import type { MessageKey } from "../kernel/messages/index.ts";
import { type Payable, payable } from "../wallet/index.ts";
import type { Made } from "./create-ticket.ts";
import { feeOrderOf } from "./pay-booking.ts";
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

/** How long a booking waits for the provider's order; a slow provider makes it all the same, for the next try. */
const patienceMs = 3_000;

async function payableIfUp(orderId: string): Promise<Payable | null> {
  const asked = payable(orderId).catch((error: unknown) => {
    if (error instanceof DomainError && error.kind === "unavailable") return null;
    throw error;
  });
  const patience = new AbortController();
  const tooLong = pause(patienceMs, null, { signal: patience.signal, ref: false }).catch(() => null);
  try {
    return await Promise.race([asked, tooLong]);
  } finally {
    patience.abort();
    asked.catch((error: unknown) => log.error({ err: error, order: orderId }, "payment not prepared"));
  }
}
