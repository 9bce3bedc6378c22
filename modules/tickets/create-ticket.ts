import { randomBytes, randomUUIDv7 } from "node:crypto";
import { getVehicle, termsOf } from "../catalog/index.ts";
import type { Actor } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { inTransaction, write } from "../kernel/db.server.ts";
import { invalid } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import { fromRupees, type Paise, zero } from "../kernel/money.ts";
import type { TimePreference } from "../kernel/validation.ts";
import { openOrder } from "../wallet/index.ts";
import type { BookTicket, PickDropBooking } from "./booking-schemas.ts";
import { matchTicket, nobodyLeft } from "./broadcast.ts";
import type { TicketCreatedBy } from "./labels.ts";
import { keepReasons, type Reason, reasonsFor } from "./match.ts";
import { randomNumber } from "./number.ts";
import type { Ticket } from "./ticket.entity.ts";

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
 * and it waits for the payment; where nobody serves, no fee is asked and the demand is recorded (fixed point 4). What
 * must have been proved goes to the database with the questions, and nothing is written before it.
 */
export async function createTicket(actor: Actor, wish: NewTicket, proving?: Promise<unknown>): Promise<Made> {
  if (!inTransaction()) throw new Error("a ticket is made inside a transaction");
  const ticket = drafted(wish);
  const [, fee, reasons] = await Promise.all([proving, feeOf(wish), reasonsFor(ticket, { fresh: true })]);
  insertLater(ticket);
  await record(actor, {
    subject: "ticket",
    id: ticket.id,
    event: "ticket.created",
    to: ticket.status,
    data: { createdBy: ticket.createdBy, ...(wish.revisitOf && { revisitOf: wish.revisitOf }) },
  });
  await keepReasons(ticket.id, reasons, { fresh: true });
  if (fee.paise > 0) return { ticket, orderId: await openFee(actor, ticket, fee, reasons) };
  await matchTicket(actor, ticket, reasons);
  return { ticket, orderId: null };
}

type Fee = { paise: Paise; purpose: "booking_fee" | "pick_drop"; prices: Record<string, number> };

/**
 * What the customer pays before matching (R048, R050): the booking amount in force, or the vehicle's platform charge
 * for pick and drop; nothing through a partner's code, for a revisit, or when a center or an admin writes it down.
 */
async function feeOf({ createdBy, revisitOf, serviceId, vehicleId, ...wish }: NewTicket): Promise<Fee> {
  const { service, requestBookingAmountPaise, refuseDeadOffer } = await termsOf({ serviceId, ...wish });
  if (!service.isActive && !revisitOf) throw invalid("form.incomplete", { serviceId: "form.choice" });
  refuseUnlessFits(service.pickDrop, { ...wish, vehicleId });
  const vehicle = vehicleId ? await getVehicle(vehicleId) : undefined;
  refuseDeadOffer();
  const free = revisitOf || (createdBy !== "PUBLIC" && createdBy !== "PUBLIC_APP");
  if (vehicle) {
    const platformCharge = vehicle.platformChargePaise as Paise;
    return { paise: free ? zero : platformCharge, purpose: "pick_drop", prices: { platformCharge } };
  }
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

/** A ticket that is not in the database yet: plain facts, which the entity manager need not know of. */
function drafted({ timePreference, customerOfferPrice, deviceId, ...wish }: NewTicket): Ticket {
  const at = now();
  return {
    id: randomUUIDv7(),
    publicId: randomBytes(16).toString("base64url"),
    ticketId: randomNumber(),
    status: "PENDING",
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
    country: "INDIA",
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
    serviceAvailable: true,
    bookingFeePaise: zero,
    isPaidByPublic: false,
    isPaidByTechnician: false,
    ticketPricePaise: zero,
    codeTries: 0,
    revisitStatus: 0,
    broadcastStatus: null,
    broadcastAt: null,
    centerId: null,
    technicianId: null,
    createdAt: at,
    updatedAt: at,
    version: 1,
  } satisfies Partial<Ticket> as Ticket;
}

/**
 * The ticket goes to the database as it stands when it is sent, together with what was decided about it meanwhile.
 * Whoever wants to change it after that asks for it again.
 */
function insertLater(ticket: Ticket) {
  write(() => {
    Object.freeze(ticket);
    inserting ??= insertOf(ticket);
    return { text: inserting, params: Object.values(ticket) };
  });
}

/** New tickets name the same columns in the same order. */
let inserting: string | undefined;

function insertOf(ticket: Ticket) {
  const columns = Object.keys(ticket).map((name) => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`));
  return `insert into tickets (${columns.join(", ")}) values (${columns.map((_, at) => `$${at + 1}`).join(", ")})`;
}

async function openFee(
  actor: Actor,
  ticket: Ticket,
  { paise, purpose, prices }: Fee,
  reasons: readonly Reason[],
): Promise<string | null> {
  if (!reasons.some(({ reason }) => reason === "offered" || reason === "same_center")) {
    await nobodyLeft(actor, ticket);
    return null;
  }
  ticket.bookingFeePaise = paise;
  const order = await openOrder({ purpose, ticketId: ticket.id, amountPaise: paise, priceSnapshot: prices });
  return order.id;
}
