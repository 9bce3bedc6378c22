import { row } from "#modules/kernel/db/db.server.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { orderOfTicket } from "#modules/wallet/index.ts";
import { ticketOfLink } from "../get-ticket.ts";
import type { TicketStatus } from "../labels.ts";
import type { Ticket } from "../ticket.entity.ts";
import { heldUntil } from "./use-window.ts";

/** The state of a booking: its fee is due, it is created, no center serves it, its fee was refunded, or it is over. */
export type BookingState = "due" | "created" | "noService" | "feeReturned" | "over";

/** What a holder of a ticket's link sees after booking; no personal data of the customer. */
export type BookedView = {
  state: BookingState;
  /** The public id. */
  id: string;
  number: string;
  status: TicketStatus;
  createdAt: string;
  service: string;
  pincode: string;
  /** The name of the center whose own QR code was used. */
  center: string | null;
  feePaise: Paise;
  /** The visit charge, paid with the bill. */
  visitPaise: Paise;
  /** Whether the fee is the platform charge of a pick and drop. */
  pickDrop: boolean;
  /** Until when it holds a use of its limited offer without being paid; null when it holds none. */
  codeUntil: string | null;
};

/** The state of a booking from the database; does not ask the provider. */
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
    center: names?.center ? withoutContacts(names.center) : null,
    feePaise: ticket.bookingFeePaise,
    visitPaise: ticket.ticketPricePaise,
    pickDrop: Boolean(ticket.vehicleId),
    codeUntil: (await heldUntil(ticket.id))?.toISOString() ?? null,
  };
}

async function stateOf(ticket: Ticket): Promise<BookingState> {
  const order = ticket.bookingFeePaise > 0 ? await orderOfTicket(ticket.id) : null;
  if (order?.status === "paid") return ticket.isPaidByPublic ? "created" : "feeReturned";
  if (!ticket.serviceAvailable) return "noService";
  if (ticket.status === "CANCEL" || order?.status === "closed") return "over";
  return order && ticket.status === "PENDING" && !ticket.isPaidByPublic ? "due" : "created";
}
