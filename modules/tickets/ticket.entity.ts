import { randomBytes } from "node:crypto";
import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, key, paise, updatedAt, words } from "../kernel/columns.ts";
import { zero } from "../kernel/money.ts";
import type { TimePreferenceType } from "../kernel/validation.ts";
import type { BroadcastStatus, PaymentType, TicketCreatedBy, TicketStatus } from "./labels.ts";

/** A request of a customer: booked, offered, accepted, done, closed. */
export const TicketSchema = defineEntity({
  name: "Ticket",
  tableName: "tickets",
  properties: {
    id: key(),
    /** The only id the outside sees: 16 random bytes (fixed point 1). */
    publicId: words().onCreate(() => randomBytes(16).toString("base64url")),
    /** Human id, `REQ-261120-4F7K`. */
    ticketId: words(),
    status: words().$type<TicketStatus>().default("PENDING"),
    broadcastStatus: words().$type<BroadcastStatus>().nullable(),
    createdBy: words().$type<TicketCreatedBy>(),
    createName: words().nullable(),
    createdByCenterId: p.uuid().nullable(),
    qrId: words().nullable(),
    clientId: p.uuid().nullable(),

    serviceId: p.uuid(),
    requirement: words().nullable(),
    name: words(),
    email: words().nullable(),
    phone: words(),
    alternatePhone: words().nullable(),
    houseNumber: words().nullable(),
    locality: words().nullable(),
    city: words().nullable(),
    state: words().nullable(),
    pincode: words(),
    country: words().default("INDIA"),
    timePreferenceType: words().$type<TimePreferenceType>(),
    specificDateTime: instant().nullable(),
    offerCode: words().nullable(),
    deviceId: words().nullable(),
    dateOfPurchase: p.date().nullable(),

    vehicleId: p.uuid().nullable(),
    pickLocation: words().nullable(),
    dropLocation: words().nullable(),
    customerOfferPricePaise: paise().nullable(),

    serviceAvailable: p.boolean().default(true),
    /** What the customer pays before matching; 0 with a partner QR or where no center serves. */
    bookingFeePaise: paise().default(zero),
    isPaidByPublic: p.boolean().default(false),
    isPaidByTechnician: p.boolean().default(false),

    centerId: p.uuid().nullable(),
    technicianId: p.uuid().nullable(),

    /** Visit charge (`ticket_price`). */
    ticketPricePaise: paise().default(zero),
    materialPaise: paise().nullable(),
    closingPricePaise: paise().nullable(),
    platformSharePaise: paise().nullable(),
    paymentType: words().$type<PaymentType>().nullable(),

    /** Sealed four-digit codes; the customer has them by message (fixed point 3). */
    happyCode: words().nullable(),
    unhappyCode: words().nullable(),
    codeTries: p.integer().default(0),
    /** 'happy_code' or 'unhappy_code' once the right one was given at closing. */
    remarkMessage: words().nullable(),
    closeRemarks: words().nullable(),
    technicianRemarks: words().nullable(),
    adminRemarks: words().nullable(),
    centerMessage: words().nullable(),
    takeTime: words().nullable(),
    overAllRating: words().nullable(),
    starRating: p.smallint().nullable(),

    revisitOf: p.uuid().nullable(),
    rebookOf: p.uuid().nullable(),
    revisitStatus: p.smallint().default(0),

    cancelReason: words().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    broadcastAt: instant().nullable(),
    escalatedAt: instant().nullable(),
    acceptedAt: instant().nullable(),
    assignedAt: instant().nullable(),
    startedAt: instant().nullable(),
    closedAt: instant().nullable(),
    cancelledAt: instant().nullable(),
    deletedAt: instant().nullable(),
    version: p.integer().version(),
  },
});
export type Ticket = InferEntity<typeof TicketSchema>;
