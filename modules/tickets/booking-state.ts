import { row } from "../kernel/db.server.ts";
import type { Paise } from "../kernel/money.ts";
import { orderOfTicket } from "../wallet/index.ts";
import type { TicketStatus } from "./labels.ts";
import type { Ticket } from "./ticket.entity.ts";
import { ticketOfLink } from "./visible.ts";

/** What a booking has come to: its fee is due, it is created, nobody serves it, its fee went back, or it is over. */
export type BookingState = "due" | "created" | "noService" | "feeReturned" | "over";

/** What whoever holds a ticket's link is shown after booking; nothing of the person who booked. */
export type BookedView = {
  state: BookingState;
  /** The public id. */
  id: string;
  number: string;
  status: TicketStatus;
  createdAt: string;
  service: string;
  pincode: string;
  /** The center that takes it by its own QR code. */
  center: string | null;
  feePaise: Paise;
  /** The fee is the platform charge of a pick and drop. */
  pickDrop: boolean;
};

/** What a booking has come to, as the database knows it now; the provider is not asked. */
export async function bookingState({ ticketId }: { ticketId: string }): Promise<BookedView> {
  const ticket = await ticketOfLink(ticketId);
  const names = await row<{ service: string; center: string | null }>(
    `select s.service_name as service, c.center_name as center
     from services s left join centers c on c.id = $2 where s.id = $1`,
    [ticket.serviceId, ticket.centerId ?? null],
  );
  return {
    state: await stateOf(ticket),
    id: ticket.publicId,
    number: ticket.ticketId,
    status: ticket.status,
    createdAt: ticket.createdAt.toISOString(),
    service: names?.service ?? "",
    pincode: ticket.pincode,
    center: names?.center ?? null,
    feePaise: ticket.bookingFeePaise,
    pickDrop: Boolean(ticket.vehicleId),
  };
}

async function stateOf(ticket: Ticket): Promise<BookingState> {
  const order = ticket.bookingFeePaise > 0 ? await orderOfTicket(ticket.id) : null;
  if (order?.status === "paid") return ticket.isPaidByPublic ? "created" : "feeReturned";
  if (!ticket.serviceAvailable) return "noService";
  if (ticket.status === "CANCEL" || order?.status === "closed") return "over";
  return order ? "due" : "created";
}
