import { z } from "zod";
import { toRupees } from "#modules/kernel/money.ts";
import type { Booked, BookingOutcome, Ticket } from "#modules/tickets/index.ts";
import { moment, paise, rupees } from "../line/answer.ts";
import { TimePreferenceShape, timePreference } from "./time.ts";

/** A checkout of the payment provider. */
export const PaymentShape = z.strictObject({
  order_id: z.string(),
  amount: paise,
  currency: z.string(),
  key_id: z.string(),
});

/** The answer about a new ticket to a caller who knows the rest. */
export const NewTicketShape = z.strictObject({
  _id: z.string(),
  ticket_id: z.string(),
  ticket_status: z.string(),
  broadcast_status: z.string().nullable(),
  service_available: z.boolean(),
  is_paid_by_public: z.boolean(),
  createdAt: moment,
});
export const newTicket = (ticket: Ticket): z.input<typeof NewTicketShape> => ({
  _id: ticket.publicId,
  ticket_id: ticket.ticketId,
  ticket_status: ticket.status,
  broadcast_status: ticket.broadcastStatus ?? null,
  service_available: ticket.serviceAvailable,
  is_paid_by_public: ticket.isPaidByPublic,
  createdAt: ticket.createdAt,
});

/**
 * The answer to a booking, for the person who made it; for a pick and drop with what is paid for it, in rupees (R050).
 */
export const BookedTicketShape = NewTicketShape.extend({
  ticket_created_by: z.string(),
  service_provided_for: z.strictObject({ _id: z.string() }),
  time_preference: TimePreferenceShape,
  vehicleId: z.string().optional(),
  platform_charge: rupees.optional(),
  payment: PaymentShape.optional(),
});
export const bookedTicket = ({ ticket, payment }: Booked): z.input<typeof BookedTicketShape> => ({
  ...newTicket(ticket),
  ticket_created_by: ticket.createdBy,
  service_provided_for: { _id: ticket.serviceId },
  time_preference: timePreference({ type: ticket.timePreferenceType, at: ticket.specificDateTime }),
  ...(ticket.vehicleId && { vehicleId: ticket.vehicleId, platform_charge: toRupees(ticket.bookingFeePaise) }),
  ...(payment && { payment }),
});

/** The state of a booking's payment; while it is due, with its checkout. */
export const PaidTicketShape = NewTicketShape.extend({ state: z.string(), payment: PaymentShape.optional() });
export const paidTicket = ({ state, ticket, payment }: BookingOutcome): z.input<typeof PaidTicketShape> => ({
  state,
  ...newTicket(ticket),
  ...(payment && { payment }),
});
