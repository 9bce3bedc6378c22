import { z } from "zod";
import { defineEvent } from "../kernel/events.ts";
import { id } from "../kernel/validation.ts";

/*
 * What happens to a ticket. Payloads hold internal ids; whoever listens reads the rest, so that a message that goes
 * out late tells the truth of its moment.
 */

const ticketId = id;
const ofTicket = z.object({ ticketId });

/** The ticket belongs to the center of its own QR code; nobody else is asked. */
export const ticketMatched = defineEvent("ticket.matched", z.object({ ticketId, centerId: id }));

/** The ticket is offered to centers that had not been asked. */
export const ticketBroadcast = defineEvent("ticket.broadcast", z.object({ ticketId, centerIds: z.array(id) }));

/** One center has it. */
export const ticketAccepted = defineEvent("ticket.accepted", z.object({ ticketId, centerId: id }));

/** Nobody accepted within ESCALATE_AFTER_MINUTES. */
export const ticketEscalated = defineEvent("ticket.escalated", ofTicket);

export const ticketCancelled = defineEvent("ticket.cancelled", ofTicket);

/** The fee goes back to the customer: cancelled, or no center took it. */
export const ticketRefunded = defineEvent("ticket.refunded", ofTicket);

/** A technician comes; `sealedCodes` is the sealed JSON `{happy, unhappy}` for the customer's message. */
export const technicianAssigned = defineEvent(
  "ticket.technicianAssigned",
  z.object({ ticketId, technicianId: id, sealedCodes: z.string() }),
);

/** The work is over; the sealed token opens the feedback form. */
export const ticketClosed = defineEvent("ticket.closed", z.object({ ticketId, feedbackTokenSealed: z.string() }));

export const ticketRevisited = defineEvent("ticket.revisited", z.object({ ticketId, revisitOf: id }));
