import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { type Paise, zero } from "#modules/kernel/money.ts";
import { balanceOfPhone, type Order, orderOfTicket, paidFromBalance } from "#modules/wallet/index.ts";
import { ticketOfLink } from "../get-ticket.ts";
import type { TicketStatus } from "../labels.ts";
import type { Ticket } from "../ticket.entity.ts";
import { type TimePreferenceType, visitDue } from "../time-preference.ts";
import { balanceHeldUntil, heldUntil } from "./use-window.ts";

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
  serviceId: string;
  pincode: string;
  /** When the visit is wanted: its preference, and the moment of one at a set time. */
  wanted: { type: TimePreferenceType; at: string | null };
  /** The latest moment it is wanted for; null where that counts from its acceptance. */
  visitBy: Date | null;
  /** The name of the center that has the request, without contacts. */
  center: string | null;
  feePaise: Paise;
  /** What of the fee is paid at the provider: all but what the customer's balance pays. */
  duePaise: Paise;
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
  const order = ticket.bookingFeePaise > 0 ? await orderOfTicket(ticket.id) : null;
  const names = await row<{ service: string; center: string | null }>(
    sql`select s.service_name as service, c.center_name as center
     from services s left join centers c on c.id = ${ticket.centerId ?? null} where s.id = ${ticket.serviceId}`,
  );
  return {
    state: stateOf(ticket, order),
    id: ticket.publicId,
    number: ticket.ticketId,
    status: ticket.status,
    createdAt: ticket.createdAt.toISOString(),
    service: names?.service ?? "",
    serviceId: ticket.serviceId,
    pincode: ticket.pincode,
    wanted: { type: ticket.timePreferenceType, at: ticket.specificDateTime?.toISOString() ?? null },
    visitBy: ticket.timePreferenceType === "IMMEDIATELY" ? null : visitDue(ticket),
    center: names?.center ? withoutContacts(names.center) : null,
    feePaise: ticket.bookingFeePaise,
    duePaise: order?.amountPaise ?? ticket.bookingFeePaise,
    visitPaise: ticket.ticketPricePaise,
    pickDrop: Boolean(ticket.vehicleId),
    codeUntil: (await heldUntil(ticket.id))?.toISOString() ?? null,
  };
}

/** What a customer's balance pays of a booking's fee, for a browser that proved its phone; and until when, while it is due. */
export async function fromBalance(actor: Actor, { ticketId }: { ticketId: string }): Promise<FromBalance | null> {
  const ticket = await ticketOfLink(ticketId);
  if (actor.kind !== "anyone" || !actor.phones.includes(ticket.phone)) return null;
  const order = await orderOfTicket(ticket.id);
  const amountPaise = order?.walletPaise ? await paidFromBalance(order.id) : zero;
  if (amountPaise === 0) return null;
  return { amountPaise, until: (await balanceHeldUntil(ticket.id))?.toISOString() ?? null };
}

/**
 * What a customer's balance holds that the due fee of a booking does not count, in paise, for a browser that proved its
 * phone: made again with a new code, the booking spends it first.
 */
export async function balanceNotCounted(actor: Actor, { ticketId }: { ticketId: string }): Promise<Paise | null> {
  const ticket = await ticketOfLink(ticketId);
  if (actor.kind !== "anyone" || !actor.phones.includes(ticket.phone)) return null;
  return (await balanceOfPhone(ticket.phone))?.balancePaise ?? null;
}

/** A balance's part of a fee, in paise; `until` is null once the fee is paid. */
export type FromBalance = { amountPaise: Paise; until: string | null };

function stateOf(ticket: Ticket, order: Order | null): BookingState {
  if (order?.status === "paid") return ticket.isPaidByPublic ? "created" : "feeReturned";
  if (!ticket.serviceAvailable) return "noService";
  if (ticket.status === "CANCEL" || order?.status === "closed") return "over";
  return order && ticket.status === "PENDING" && !ticket.isPaidByPublic ? "due" : "created";
}
