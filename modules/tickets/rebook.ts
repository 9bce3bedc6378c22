import { getCenter } from "../centers/index.ts";
import type { Actor } from "../kernel/actor.ts";
import { transaction } from "../kernel/db.server.ts";
import { conflict } from "../kernel/errors.ts";
import { countUse } from "../kernel/limits.server.ts";
import { toRupees } from "../kernel/money.ts";
import { refuseUnlessOwner, sameAgain } from "./ask-again.ts";
import { type BookingPrice, bookingPrice } from "./booking-price.ts";
import { type Booked, bookingReply } from "./booking-reply.ts";
import { createTicket, type Made, type NewTicket } from "./create-ticket.ts";
import { withFreshNumber } from "./number.ts";
import type { Rebook } from "./shared.ts";
import type { Ticket } from "./ticket.entity.ts";
import { ticketOfLink } from "./visible.ts";

/** Q04: new bookings of one closed ticket, per hour. */
const rebookLimit = { name: "rebook", points: 10, seconds: 3600, onFailure: "open" } as const;

/**
 * Book the service of a closed ticket again (R236): a new ticket under the original's partner or fee rule (fixed point
 * 15), so a customer who paid a fee pays one again and a partner's customer does not.
 */
export async function rebookTicket(actor: Actor, input: Rebook): Promise<Booked> {
  const { id } = await ticketOfLink(input.ticketId);
  await countUse(rebookLimit, id);
  return bookingReply(await withFreshNumber(() => transaction(() => rebook(actor, input))));
}

/** What a customer's rebook costs now, shown before it is sent; nothing through a partner's code (fixed point 15). */
export async function rebookPrice({ ticketId }: { ticketId: string }): Promise<BookingPrice> {
  const ticket = await ticketOfLink(ticketId);
  const creator = createdAgainBy(ticket);
  return bookingPrice({
    free: creator !== "PUBLIC" && creator !== "PUBLIC_APP",
    vehicleId: ticket.vehicleId ?? undefined,
    state: ticket.state ?? undefined,
  });
}

async function rebook(actor: Actor, input: Rebook): Promise<Made> {
  const ticket = await ticketOfLink(input.ticketId);
  await refuseUnlessOwner(actor, ticket, input.proof);
  if (ticket.status !== "CLOSED") throw conflict("rebook.closedOnly");
  return createTicket(actor, {
    ...sameAgain(ticket, input),
    ...(ticket.customerOfferPricePaise && { customerOfferPrice: toRupees(ticket.customerOfferPricePaise) }),
    ...(await creatorOf(actor, ticket)),
    rebookOf: ticket.id,
  });
}

type Creator = Pick<NewTicket, "createdBy" | "createName" | "createdByCenterId" | "qrId">;

/** Centers and admins create as themselves; a customer's rebook is created as the original was, an admin's as PUBLIC. */
async function creatorOf(actor: Actor, ticket: Ticket): Promise<Creator> {
  if (actor.kind === "admin") return { createdBy: "SUPER_ADMIN", createName: actor.name };
  if (actor.kind === "center") {
    const { centerName } = await getCenter(actor.centerId);
    return { createdBy: "CENTER", createdByCenterId: actor.centerId, createName: centerName };
  }
  return {
    createdBy: createdAgainBy(ticket),
    ...(ticket.createdByCenterId && { createdByCenterId: ticket.createdByCenterId }),
    ...(ticket.qrId && { qrId: ticket.qrId }),
  };
}

/** Whom a customer's rebook counts as created by. */
const createdAgainBy = ({ createdBy }: Ticket) => (createdBy === "SUPER_ADMIN" ? "PUBLIC" : createdBy);
