import { getCenter } from "#modules/centers/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { toRupees } from "#modules/kernel/money.ts";
import { type BookingPrice, bookingPrice } from "../booking/booking-price.ts";
import { type Booked, bookingReply } from "../booking/booking-reply.ts";
import { createTicket, type Made } from "../booking/create-ticket.ts";
import { type CustomerClaim, spendClaim } from "../customer.ts";
import { ticketOfLink } from "../get-ticket.ts";
import type { NewTicket } from "../new-ticket.ts";
import { withFreshNumber } from "../number.ts";
import type { Rebook } from "../shared.ts";
import { refuseStale } from "../stale.ts";
import type { Ticket } from "../ticket.entity.ts";
import { refuseUnlessOwner, sameAgain } from "./ask-again.ts";

/** Q04: new bookings of one closed ticket, per hour. */
const rebookLimit = { name: "rebook", points: 10, seconds: 3600, onFailure: "open" } as const;

/**
 * Book the service of a closed ticket again (R236): a new ticket under the original's partner or fee rule (fixed point
 * 15), so a customer who paid a fee pays one again and a partner's customer does not.
 */
export async function rebookTicket(actor: Actor, input: Rebook): Promise<Booked> {
  const ticket = await ticketOfLink(input.ticketId);
  const claim = await refuseUnlessOwner(actor, ticket, input.proof);
  await countUse(rebookLimit, ticket.id);
  return bookingReply(await withFreshNumber(() => transaction(() => rebook(actor, input, claim))));
}

/** What a customer's rebook costs now, shown before it is sent; nothing through a partner's code (fixed point 15). */
export async function rebookPrice({ ticketId }: { ticketId: string }): Promise<BookingPrice> {
  const ticket = await ticketOfLink(ticketId);
  const creator = createdAgainBy(ticket);
  return bookingPrice({
    free: creator !== "PUBLIC" && creator !== "PUBLIC_APP",
    vehicleId: ticket.vehicleId ?? undefined,
    state: ticket.state ?? undefined,
    visit: { serviceId: ticket.serviceId, pincode: ticket.pincode },
  });
}

async function rebook(actor: Actor, input: Rebook, claim: CustomerClaim): Promise<Made> {
  // Locked, so that a request that is deleted meanwhile is not booked again.
  const ticket = await ticketOfLink(input.ticketId, { lock: true });
  await refuseStale(actor, ticket, input.version);
  if (ticket.status !== "CLOSED") throw conflict("rebook.closedOnly");
  await spendClaim(actor, claim);
  return createTicket(actor, {
    ...sameAgain(ticket, input),
    ...(ticket.customerOfferPricePaise && { customerOfferPrice: toRupees(ticket.customerOfferPricePaise) }),
    ...(await creatorOf(actor, ticket)),
    rebookOf: ticket.id,
    // A browser's cookie is no proof of this moment: it books, and spends no balance.
    proved: claim !== undefined,
  });
}

type Creator = Pick<NewTicket, "createdBy" | "createName" | "createdByCenterId" | "qrId">;

/**
 * The creator of a rebook: a center or admin as themselves; a customer's rebook has the original's creator, or
 * PUBLIC if that was an admin.
 */
export async function creatorOf(actor: Actor, ticket: Ticket): Promise<Creator> {
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

const createdAgainBy = ({ createdBy }: Ticket) => (createdBy === "SUPER_ADMIN" ? "PUBLIC" : createdBy);
