import { randomBytes, randomUUIDv7 } from "node:crypto";
import { getService, getVehicle, priceInForce, refuseDeadOffer } from "../catalog/index.ts";
import type { Actor } from "../kernel/actor.ts";
import { em, inTransaction } from "../kernel/db.server.ts";
import { invalid } from "../kernel/errors.ts";
import { emit } from "../kernel/events.ts";
import { record } from "../kernel/history.ts";
import { fromRupees, type Paise, zero } from "../kernel/money.ts";
import type { TimePreference } from "../kernel/validation.ts";
import { openOrder } from "../wallet/index.ts";
import type { BookTicket, PickDropBooking } from "./booking-schemas.ts";
import { decide, matchTicket, nobodyLeft } from "./broadcast.ts";
import { ticketBooked } from "./events.ts";
import type { TicketCreatedBy } from "./labels.ts";
import { freshNumber } from "./number.ts";
import { type Ticket, TicketSchema } from "./ticket.entity.ts";

/** What a new ticket holds: the fields people gave, and what the house knows about their making. */
export type NewTicket = Omit<Partial<BookTicket & PickDropBooking>, "customerOfferPrice" | "proof"> & {
  serviceId: string;
  name: string;
  phone: string;
  pincode: string;
  timePreference: TimePreference;
  alternatePhone?: string | undefined;
  createdBy: TicketCreatedBy;
  createName?: string | undefined;
  createdByCenterId?: string | undefined;
  clientId?: string | undefined;
  customerOfferPrice?: number | undefined;
  /** The closed ticket this visit repeats; it costs nothing and goes to the same center first. */
  revisitOf?: string | undefined;
  /** The closed ticket this one is a fresh booking of. */
  rebookOf?: string | undefined;
};

/** A ticket as it was just made, and the order of its fee while that is due. */
export type Made = { ticket: Ticket; orderId: string | null };

/**
 * Write a new ticket in the running transaction. Without a fee it is matched at once; with one its order is opened
 * and it waits for the payment; where nobody serves, no fee is asked and the demand is recorded (fixed point 4).
 */
export async function createTicket(actor: Actor, wish: NewTicket): Promise<Made> {
  if (!inTransaction()) throw new Error("a ticket is made inside a transaction");
  const fee = await feeOf(wish);
  await refuseDeadOffer(wish.offerCode);
  const ticket = await write(wish);
  await record(actor, {
    subject: "ticket",
    id: ticket.id,
    event: "ticket.created",
    to: ticket.status,
    data: { createdBy: ticket.createdBy, ...(wish.revisitOf && { revisitOf: wish.revisitOf }) },
  });
  const orderId = fee.paise > 0 ? await openFee(actor, ticket, fee) : await matchNow(actor, ticket);
  return { ticket, orderId };
}

type Fee = { paise: Paise; purpose: "booking_fee" | "pick_drop"; prices: Record<string, number> };

/**
 * What the customer pays before matching (R048, R050): the booking amount in force, or the vehicle's platform charge
 * for pick and drop; nothing through a partner's code, for a revisit, or when a center or an admin writes it down.
 */
async function feeOf({ createdBy, revisitOf, serviceId, vehicleId, ...wish }: NewTicket): Promise<Fee> {
  const service = await getService(serviceId);
  if (!service.isActive && !revisitOf) throw invalid("form.incomplete", { serviceId: "form.choice" });
  refuseUnlessFits(service.pickDrop, { ...wish, vehicleId });
  const vehicle = vehicleId ? await getVehicle(vehicleId) : undefined;
  const free = revisitOf || (createdBy !== "PUBLIC" && createdBy !== "PUBLIC_APP");
  if (vehicle) {
    const platformCharge = vehicle.platformChargePaise as Paise;
    return { paise: free ? zero : platformCharge, purpose: "pick_drop", prices: { platformCharge } };
  }
  const { requestBookingAmountPaise } = await priceInForce();
  return {
    paise: free ? zero : requestBookingAmountPaise,
    purpose: "booking_fee",
    prices: { requestBookingAmountPaise },
  };
}

/** R064, R065: a pick-and-drop service needs both places and a vehicle, any other one an address. */
function refuseUnlessFits(pickDrop: boolean, { vehicleId, pickLocation, houseNumber }: Partial<NewTicket>) {
  if (pickDrop && !(vehicleId && pickLocation)) {
    throw invalid("form.incomplete", { pickLocation: "form.incomplete", vehicleId: "form.incomplete" });
  }
  if (!pickDrop && (vehicleId || !houseNumber)) throw invalid("form.incomplete", { houseNumber: "form.incomplete" });
}

async function write({ timePreference, customerOfferPrice, deviceId, ...wish }: NewTicket): Promise<Ticket> {
  const ticket = em().create(TicketSchema, {
    id: randomUUIDv7(),
    publicId: randomBytes(16).toString("base64url"),
    ticketId: await freshNumber(),
    createdBy: wish.createdBy,
    createName: wish.createName ?? null,
    createdByCenterId: wish.createdByCenterId ?? null,
    clientId: wish.clientId ?? null,
    qrId: wish.qrId ?? null,
    serviceId: wish.serviceId,
    requirement: wish.requirement ?? null,
    name: wish.name,
    email: wish.email ?? null,
    phone: wish.phone,
    alternatePhone: wish.alternatePhone ?? null,
    houseNumber: wish.houseNumber ?? null,
    locality: wish.locality ?? null,
    city: wish.city ?? null,
    state: wish.state ?? null,
    pincode: wish.pincode,
    timePreferenceType: timePreference.type,
    specificDateTime: timePreference.at ?? null,
    offerCode: wish.offerCode ?? null,
    deviceId: deviceId ?? null,
    vehicleId: wish.vehicleId ?? null,
    pickLocation: wish.pickLocation ?? null,
    dropLocation: wish.dropLocation ?? null,
    customerOfferPricePaise: customerOfferPrice === undefined ? null : fromRupees(customerOfferPrice),
    revisitOf: wish.revisitOf ?? null,
    rebookOf: wish.rebookOf ?? null,
    broadcastStatus: null,
    centerId: null,
    technicianId: null,
  });
  await em().flush();
  return ticket;
}

async function openFee(actor: Actor, ticket: Ticket, { paise, purpose, prices }: Fee): Promise<string | null> {
  const reasons = await decide(ticket);
  if (!reasons.some(({ reason }) => reason === "offered" || reason === "same_center")) {
    await nobodyLeft(actor, ticket);
    return null;
  }
  ticket.bookingFeePaise = paise;
  const order = await openOrder({ purpose, ticketId: ticket.id, amountPaise: paise, priceSnapshot: prices });
  return order.id;
}

async function matchNow(actor: Actor, ticket: Ticket): Promise<null> {
  const matched = await matchTicket(actor, ticket);
  if (matched !== "none") await emit(ticketBooked, { ticketId: ticket.id });
  return null;
}
