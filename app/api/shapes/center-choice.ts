import { z } from "zod";
import { say } from "#modules/messages/index.ts";
import type { CenterForTicket } from "#modules/tickets/index.ts";

/** A center an operator may give a request to, with why it fits or does not. */
export const CenterChoiceShape = z.strictObject({
  _id: z.string(),
  center_name: z.string(),
  qr_details: z.strictObject({ qr_id: z.string().nullable() }),
  address_details: z.strictObject({ pincode: z.string(), city: z.string().nullable() }),
  reason: z.string().describe("`offered` when it fits, else the first reason why it does not"),
  reason_text: z.string(),
  has_ticket: z.boolean(),
  open_tickets: z.number().nullable().describe("Counted up to its limit; null for a client"),
  ticket_accept_limit: z.number().nullable().describe("Null for a client"),
  technicians: z.array(
    z.strictObject({
      _id: z.string(),
      technician_id: z.string(),
      personal_details: z.strictObject({ name: z.string() }),
      pending_ticket_count: z.number().nullable().describe("Null for a client"),
    }),
  ),
});

export const centerChoice = (center: CenterForTicket): z.input<typeof CenterChoiceShape> => ({
  _id: center.id,
  center_name: center.name,
  qr_details: { qr_id: center.qrId },
  address_details: { pincode: center.pincode, city: center.city },
  reason: center.reason,
  reason_text: say(`matchReason.${center.reason}`),
  has_ticket: center.holds,
  open_tickets: center.openTickets,
  ticket_accept_limit: center.limit,
  technicians: center.technicians.map(({ id, technicianId, name, pendingTicketCount }) => ({
    _id: id,
    technician_id: technicianId,
    personal_details: { name },
    pending_ticket_count: pendingTicketCount,
  })),
});
