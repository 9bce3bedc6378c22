import { sql } from "kysely";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { randomPublicId } from "#modules/kernel/crypto.server.ts";
import { copyBytes, copyRows } from "#modules/kernel/db/copy.ts";
import { em, write } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { fromRupees, type Paise, zero } from "#modules/kernel/money.ts";
import type { BookTicket, PickDropBooking } from "./booking/input.ts";
import type { CreateRequest } from "./desk/input.ts";
import { type TextName, textsToStore } from "./fields/texts.ts";
import type { TicketEntry } from "./history.ts";
import type { TicketCreatedBy } from "./labels.ts";
import { randomNumber } from "./number.ts";
import { type Ticket, TicketSchema } from "./ticket.entity.ts";
import type { TimePreference } from "./time-preference.ts";

/** The input for a new ticket: the customer's fields, and the server's facts about its creation. */
export type NewTicket = Omit<Partial<BookTicket & PickDropBooking>, TextName | "customerOfferPrice" | "proof"> & {
  [Text in TextName]?: string | undefined;
} & {
  serviceId: string;
  name: string;
  phone: string;
  pincode: string;
  timePreference: TimePreference;
  createdBy: TicketCreatedBy;
  createName?: string | undefined;
  createdByCenterId?: string | undefined;
  clientId?: string | undefined;
  clientReference?: string | undefined;
  clientDuePaise?: Paise | undefined;
  /** By what the row of an upload is known again. */
  uploadKey?: string | undefined;
  markedPaid?: boolean | undefined;
  /** The visit charge; without one, what the public books has its service's, and anything else none. */
  ticketPricePaise?: Paise | undefined;
  customerOfferPrice?: number | undefined;
  /** The closed ticket this visit repeats: free, and offered to the same center first. */
  revisitOf?: string | undefined;
  /** The closed ticket this one books again. */
  rebookOf?: string | undefined;
  /** Whether the fee is waived, because the ticket that is booked again was not visited. */
  feeWaived?: boolean | undefined;
  /** The centers it is never offered to. */
  neverTo?: ReadonlySet<string> | undefined;
  /** Whether an OTP proof of the phone is used up by this booking: then the phone's balance pays its fee first. */
  proved?: boolean | undefined;
};

/** To whom a request is billed. */
export type Bill = Pick<Ticket, "clientId" | "clientReference" | "clientDuePaise">;

/** Returns the new ticket of a request that an admin enters or uploads, billed as decided. */
export function ticketOfAdmin(
  { name }: ActorOf<"admin">,
  { dueAmount: _due, clientId: _client, clientReference: _reference, ticketPrice = 0, ...fields }: CreateRequest,
  { clientId, clientReference, clientDuePaise }: Bill,
): NewTicket {
  return {
    ...fields,
    createdBy: "SUPER_ADMIN",
    createName: name,
    clientId: clientId ?? undefined,
    clientReference: clientReference ?? undefined,
    clientDuePaise,
    ticketPricePaise: fromRupees(ticketPrice),
  };
}

/**
 * Returns a new ticket as plain values, not yet in the database; the entity manager does not track it. Its number is
 * random, and the unique index refuses a taken one.
 */
export function draftTicket(
  { timePreference, customerOfferPrice, deviceId, ...input }: NewTicket,
  number = randomNumber(),
): Ticket {
  const at = now();
  return {
    id: rowId(),
    publicId: randomPublicId(),
    ticketId: number,
    status: "PENDING",
    createdBy: input.createdBy,
    createName: input.createName ?? null,
    createdByCenterId: input.createdByCenterId ?? null,
    clientId: input.clientId ?? null,
    clientReference: input.clientReference ?? null,
    clientDuePaise: input.clientDuePaise ?? zero,
    uploadKey: input.uploadKey ?? null,
    markedPaid: input.markedPaid ?? true,
    qrId: input.qrId ?? null,
    serviceId: input.serviceId,
    ...textsToStore(input),
    name: input.name,
    phone: input.phone,
    pincode: input.pincode,
    country: "INDIA",
    timePreferenceType: timePreference.type,
    specificDateTime: timePreference.at ?? null,
    offerCode: input.offerCode ?? null,
    deviceId: deviceId ?? null,
    vehicleId: input.vehicleId ?? null,
    customerOfferPricePaise: customerOfferPrice === undefined ? null : fromRupees(customerOfferPrice),
    revisitOf: input.revisitOf ?? null,
    rebookOf: input.rebookOf ?? null,
    serviceAvailable: true,
    bookingFeePaise: zero,
    isPaidByPublic: false,
    isPaidByTechnician: false,
    ticketPricePaise: input.ticketPricePaise ?? zero,
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

/** Returns the history entry of a new ticket. */
export const createdEntry = ({ status, createdBy, revisitOf }: Ticket): TicketEntry => ({
  event: "ticket.created",
  to: status,
  data: revisitOf ? { createdBy, revisitOf } : { createdBy },
});

/**
 * Queue the INSERT of a ticket; it is built when sent, so it includes changes made until then. Frozen once sent; reload
 * before changing.
 */
export function insertTicket(ticket: Ticket): void {
  write(() => {
    Object.freeze(ticket);
    // As one piece: 80 references would be compiled again for each request.
    return sql`insert into tickets (${sql.raw(columnsOf(ticket))}) values (${sql.join(Object.values(ticket))})`;
  });
}

/**
 * Write many tickets in the running transaction, by COPY: all of them or none. The unique indexes refuse taken numbers
 * and upload keys.
 */
export const insertTickets = (tickets: readonly Ticket[]): Promise<void> =>
  copyRows(
    `copy tickets (${columnsOf(tickets[0]!)}) from stdin`,
    copyBytes(tickets.map((each) => Object.values(each))),
  );

/** The columns of a new ticket, named once: all new tickets have the same in the same order. */
let columns: string | undefined;

function columnsOf(ticket: Ticket): string {
  if (columns) return columns;
  const { properties } = em().getMetadata(TicketSchema);
  const names = Object.keys(ticket).map((name) => properties[name as keyof typeof properties].fieldNames[0]!);
  columns = names.join(", ");
  return columns;
}
