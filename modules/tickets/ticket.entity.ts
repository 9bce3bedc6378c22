import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { randomPublicId } from "#modules/kernel/crypto.server.ts";
import { createdAt, instant, paise, primaryKey, updatedAt, words } from "#modules/kernel/db/columns.ts";
import { zero } from "#modules/kernel/money.ts";
import type { BroadcastStatus, PaymentType, TicketCreatedBy, TicketStatus } from "./labels.ts";
import type { TimePreferenceType } from "./time-preference.ts";

/** A request of a customer: booked, offered, accepted, done, closed. */
export const TicketSchema = defineEntity({
  name: "Ticket",
  tableName: "tickets",
  properties: {
    id: primaryKey(),
    /** The only id shown outside (fixed point 1). */
    publicId: words().onCreate(randomPublicId),
    /** Human id, `REQ-261120-4F7K`. */
    ticketId: words(),
    status: words().$type<TicketStatus>().default("PENDING"),
    broadcastStatus: words().$type<BroadcastStatus>().nullable(),
    createdBy: words().$type<TicketCreatedBy>(),
    createName: words().nullable(),
    createdByCenterId: p.uuid().nullable(),
    qrId: words().nullable(),
    clientId: p.uuid().nullable(),
    /** The client's own id of the request (`service_provided_client_id`), and what the client owes for it. */
    clientReference: words().nullable(),
    clientDuePaise: paise().default(zero),
    /** By what a request of an upload is known again; one of a kind for a client while it is not deleted. */
    uploadKey: words().nullable(),
    /** `admin_setting.is_paid`: a switch of the operators; what was paid is in the ledger (H8). */
    markedPaid: p.boolean().default(true),

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
    /** Since when the fee of a closed request waits for a decision; null once it was earned or returned. */
    feeHeldAt: instant().nullable(),
    /** Why it was earned or returned, by who decided. */
    feeRemarks: words().nullable(),
    isPaidByTechnician: p.boolean().default(false),

    centerId: p.uuid().nullable(),
    technicianId: p.uuid().nullable(),

    /** Visit charge (`ticket_price`). */
    ticketPricePaise: paise().default(zero),
    /** Null where one amount was entered for labour and material, which is the material then. */
    labourPaise: paise().nullable(),
    materialPaise: paise().nullable(),
    closingPricePaise: paise().nullable(),
    platformSharePaise: paise().nullable(),
    paymentType: words().$type<PaymentType>().nullable(),
    /** When the closing price was paid, as far as the house knows; null while it is not. A price of 0 is paid at closing. */
    paidAt: instant().nullable(),
    /** Of an online payment: the UPI reference or bank's UTR, as the payment app shows it. */
    paymentReference: words().nullable(),

    /** Sealed four-digit codes; the customer gets them by message (fixed point 3). */
    happyCode: words().nullable(),
    unhappyCode: words().nullable(),
    codeTries: p.integer().default(0),
    /** When the customer was sent the codes: on the day of the visit. */
    codesSentAt: instant().nullable(),
    /** 'happy_code' or 'unhappy_code' once the matching code was entered at closing. */
    remarkMessage: words().nullable(),
    closeRemarks: words().nullable(),
    technicianRemarks: words().nullable(),
    adminRemarks: words().nullable(),
    centerMessage: words().nullable(),
    takeTime: words().nullable(),
    overAllRating: words().nullable(),
    starRating: p.smallint().nullable(),

    /** The operators' internal remark, and its author; also the reason of a cancellation (R293). */
    onboardingRemarks: words().nullable(),
    onboardingBy: words().nullable(),
    /** The serial number of the repaired thing, one of a kind, and who reviewed the punch. */
    punchSerialNumber: words().nullable(),
    approvedBy: words().nullable(),

    revisitOf: p.uuid().nullable(),
    rebookOf: p.uuid().nullable(),
    revisitStatus: p.smallint().default(0),
    /** Of a revisit: what was found, and the part of the closing price that is for coming again. */
    revisitRemarks: words().nullable(),
    revisitPricePaise: paise().nullable(),

    cancelReason: words().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    broadcastAt: instant().nullable(),
    escalatedAt: instant().nullable(),
    /** When the customer of a waiting request last answered that it is still needed. */
    stillNeededAt: instant().nullable(),
    acceptedAt: instant().nullable(),
    assignedAt: instant().nullable(),
    /** When the technician set out, as recorded by them or their center. */
    onTheWayAt: instant().nullable(),
    /** Job Started: by the first picture on site, a technician's status, or the start code. */
    startedAt: instant().nullable(),
    /** When its start was proved, by the customer's code or an operator; of a pick and drop, when it started. */
    startProvedAt: instant().nullable(),
    /** When it was closed because its customer was not found. */
    customerAbsentAt: instant().nullable(),
    closedAt: instant().nullable(),
    cancelledAt: instant().nullable(),
    deletedAt: instant().nullable(),
    /** When the effects of the deletion happened; until then it can be undone. */
    deletionFinalAt: instant().nullable(),
    version: p.integer().version(),
  },
});
export type Ticket = InferEntity<typeof TicketSchema>;
