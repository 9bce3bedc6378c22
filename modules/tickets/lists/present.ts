import { type Actor, audienceOf, isClient } from "#modules/kernel/actor.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { centerNameFor, nameFor } from "#modules/kernel/names.ts";
import type { TimePreferenceType } from "#modules/kernel/validation.ts";
import {
  type BroadcastStatus,
  broadcastLabel,
  displayedStatus,
  type PaymentType,
  paidColumn,
  type TicketCreatedBy,
  type TicketStatus,
} from "../labels.ts";
import { isInCharge, mayOf } from "../policy.ts";
import { hidesContacts, onlyOf, readingOf, readings } from "../reading.ts";

/** Paise as the driver returns them: as text in a field, as a number in JSON. */
type Amount = string | number;

/** The columns of a ticket for a list row, as the driver returns them: instants are text. */
export type FoundLine = {
  key: string;
  id: string;
  number: string;
  status: TicketStatus;
  broadcastStatus: BroadcastStatus | null;
  createdBy: TicketCreatedBy;
  serviceId: string;
  serviceName: string;
  serviceImage: string | null;
  name: string;
  phone: string;
  houseNumber: string | null;
  locality: string | null;
  city: string | null;
  state: string | null;
  pincode: string;
  country: string;
  pickLocation: string | null;
  dropLocation: string | null;
  serviceAvailable: boolean;
  isPaidByPublic: boolean;
  /** Null for a client: the lead price is between the house and its center. */
  isPaidByTechnician: boolean | null;
  leadCharged: Amount | null;
  centerId: string | null;
  createdByCenterId: string | null;
  technicianId: string | null;
  technicianNumber: string | null;
  technicianName: string | null;
  technicianPhone: string | null;
  revisitOf: string | null;
  onTheWayAt: string | null;
  startedAt: string | null;
  createdAt: string;
  acceptedAt: string | null;
  closedAt: string | null;
  cancelledAt: string | null;
};

/** The columns of a whole ticket. */
export type FoundTicket = FoundLine & {
  createName: string | null;
  requirement: string | null;
  email: string | null;
  alternatePhone: string | null;
  timePreferenceType: TimePreferenceType;
  specificDateTime: string | null;
  offerCode: string | null;
  vehicleId: string | null;
  offerPrice: Amount | null;
  centerName: string | null;
  centerQrId: string | null;
  createdByCenterName: string | null;
  createdByCenterQrId: string | null;
  clientId: string | null;
  clientName: string | null;
  clientReference: string | null;
  clientDue: Amount;
  markedPaid: boolean;
  bookingFee: Amount | null;
  ticketPrice: Amount;
  labour: Amount | null;
  material: Amount | null;
  closingPrice: Amount | null;
  platformShare: Amount | null;
  paymentType: PaymentType | null;
  remarkMessage: string | null;
  closeRemarks: string | null;
  technicianRemarks: string | null;
  adminRemarks: string | null;
  centerMessage: string | null;
  takeTime: string | null;
  overAllRating: string | null;
  starRating: number | null;
  onboardingRemarks: string | null;
  onboardingBy: string | null;
  punchSerialNumber: string | null;
  approvedBy: string | null;
  revisitRemarks: string | null;
  revisitPrice: Amount | null;
  revisitStatus: number;
  rebookOf: string | null;
  cancelReason: string | null;
  dateOfPurchase: string | null;
  pictureIds: string[];
  updatedAt: string;
  broadcastAt: string | null;
  assignedAt: string | null;
  version: number;
};

/** The columns of a list row that a client reads of its own requests (fixed point 16). */
const lineOfClient = [
  ...(["key", "id", "number", "status", "broadcastStatus", "createdBy", "serviceId", "serviceName"] as const),
  ...(["serviceImage", "name", "phone", "houseNumber", "locality", "city", "state", "pincode", "country"] as const),
  ...(["pickLocation", "dropLocation", "serviceAvailable", "isPaidByPublic", "centerId"] as const),
  ...(["createdByCenterId", "technicianId", "technicianNumber", "technicianName", "technicianPhone"] as const),
  ...(["revisitOf", "onTheWayAt", "startedAt", "createdAt", "acceptedAt", "closedAt", "cancelledAt"] as const),
];

/** The columns of a whole ticket that a client reads: its own prices and what was said of the work. */
const ticketOfClient = [
  ...lineOfClient,
  ...(["createName", "requirement", "email", "alternatePhone", "timePreferenceType", "specificDateTime"] as const),
  ...(["offerCode", "vehicleId", "offerPrice", "centerName", "centerQrId", "createdByCenterName"] as const),
  ...(["createdByCenterQrId", "clientId", "clientName", "clientReference", "clientDue", "markedPaid"] as const),
  ...(["ticketPrice", "labour", "material", "closingPrice", "paymentType", "remarkMessage", "closeRemarks"] as const),
  ...(["technicianRemarks", "centerMessage", "takeTime", "overAllRating", "starRating"] as const),
  ...(["punchSerialNumber", "revisitRemarks", "revisitPrice", "revisitStatus", "rebookOf"] as const),
  ...(["dateOfPurchase", "pictureIds", "updatedAt", "broadcastAt", "assignedAt", "version"] as const),
];

type Named = { id: string; name: string };

const instant = (text: string | null) => (text === null ? null : new Date(text));
const money = (amount: Amount | null) => (amount === null ? null : toPaise(amount));
const named = (id: string | null, name: string | null): Named | null => (id ? { id, name: name ?? "" } : null);

const centerOf = (actor: Actor, id: string, name: string | null): Named => ({
  id,
  name: centerNameFor(actor, id, name) ?? "",
});

/**
 * A ticket as a list row shows it. `id` is its public id; amounts are paise, times are instants. What the actor may not
 * see is masked here, on the server (fixed point 16, H14).
 */
export function ticketLine(actor: Actor, stored: FoundLine) {
  const found: FoundLine = isClient(actor) ? onlyOf(stored, lineOfClient) : stored;
  const ended = { closedAt: instant(found.closedAt), cancelledAt: instant(found.cancelledAt) };
  const read = readingOf(actor, ended);
  // The assigning center may call its technician even after the customer's data is hidden.
  const technician = hidesContacts(actor) || !isInCharge(actor, found) ? readings.office : readings.whole;
  return {
    id: found.id,
    number: found.number,
    status: found.status,
    displayedStatus: displayedStatus(found),
    broadcastStatus: found.broadcastStatus,
    broadcastLabel: broadcastLabel(found),
    serviceAvailable: found.serviceAvailable,
    createdBy: found.createdBy,
    service: { id: found.serviceId, name: found.serviceName, imageBlobId: found.serviceImage },
    name: read.name(found.name),
    phone: read.phone(found.phone),
    address: {
      houseNumber: read.place(found.houseNumber),
      locality: read.locality(found.locality),
      city: read.city(found.city),
      state: found.state,
      pincode: found.pincode,
      country: found.country,
    },
    pickLocation: read.place(found.pickLocation),
    dropLocation: read.place(found.dropLocation),
    technician: found.technicianId && {
      ...named(found.technicianId, technician.note(found.technicianName))!,
      technicianId: found.technicianNumber ?? "",
      phone: technician.phone(found.technicianPhone ?? ""),
    },
    isPaidByPublic: found.isPaidByPublic,
    isPaidByTechnician: found.isPaidByTechnician,
    /** R252: 99 or 0. */
    paidByPublic: paidColumn(found.isPaidByPublic),
    paidByTechnician: found.isPaidByTechnician === null ? null : paidColumn(found.isPaidByTechnician),
    /** What its center paid for it and did not get back, for that center; null where it paid nothing. */
    chargedPaise: actor.kind === "center" && actor.centerId === found.centerId ? money(found.leadCharged) : null,
    createdAt: new Date(found.createdAt),
    ...ended,
    /** Whether name, phone and address are hidden because the ticket ended more than 30 days ago. */
    masked: read === readings.over,
    may: mayOf(actor, found),
  };
}
export type TicketLine = ReturnType<typeof ticketLine>;

/** A ticket as screens and API calls see it: no other representation leaves the server. */
export function ticketRow(actor: Actor, stored: FoundTicket) {
  const found: FoundTicket = isClient(actor) ? onlyOf(stored, ticketOfClient) : stored;
  const line = ticketLine(actor, found);
  const read = readingOf(actor, line);
  const atDesk = ["house", "client"].includes(audienceOf(actor));
  return {
    ...line,
    createName: read.note(found.createName),
    requirement: read.words(found.requirement),
    email: read.email(found.email),
    alternatePhone: found.alternatePhone && read.phone(found.alternatePhone),
    vehicleId: found.vehicleId,
    /** What a pick-and-drop customer offers to pay for the ride (R064). */
    offerPricePaise: money(found.offerPrice),
    timePreference: { type: found.timePreferenceType, at: instant(found.specificDateTime) },
    offerCode: read.note(found.offerCode),
    center: found.centerId && { ...centerOf(actor, found.centerId, found.centerName), qrId: found.centerQrId },
    createdByCenter: found.createdByCenterId && {
      ...centerOf(actor, found.createdByCenterId, found.createdByCenterName),
      qrId: found.createdByCenterQrId,
    },
    client: named(found.clientId, nameFor(actor, found.clientName)),
    /** The client's own id of the request, and what the client owes for it; of no concern to centers. */
    clientReference: atDesk ? read.note(found.clientReference) : null,
    clientDuePaise: toPaise(found.clientDue),
    /** The operators' paid switch; not what was really paid (H8). */
    markedPaid: found.markedPaid,
    bookingFeePaise: money(found.bookingFee),
    ticketPricePaise: toPaise(found.ticketPrice),
    labourPaise: money(found.labour),
    materialPaise: money(found.material),
    closingPricePaise: money(found.closingPrice),
    platformSharePaise: money(found.platformShare),
    paymentType: found.paymentType,
    /** R218: whether the happy code was given at closing. */
    happyCode: found.remarkMessage === "happy_code",
    remarks: {
      message: found.remarkMessage,
      closeRemarks: read.note(found.closeRemarks),
      technicianRemarks: read.words(found.technicianRemarks),
      adminRemarks: read.words(found.adminRemarks),
      centerMessage: read.words(found.centerMessage),
      overAllRating: read.note(found.overAllRating),
      starRating: found.starRating,
      onboardingRemarks: read.house(found.onboardingRemarks),
      onboardingBy: read.house(found.onboardingBy),
      revisitRemarks: read.words(found.revisitRemarks),
    },
    /** R231: whether the operators noted something. */
    hasOnboardingRemarks: read.house(found.onboardingRemarks) !== null,
    punchSerialNumber: atDesk ? read.words(found.punchSerialNumber) : null,
    approvedBy: read.house(found.approvedBy),
    revisitPricePaise: money(found.revisitPrice),
    takeTime: read.note(found.takeTime),
    dateOfPurchase: found.dateOfPurchase,
    cancelReason: read.words(found.cancelReason),
    /** How many on-site pictures there are, and which. */
    pictures: found.pictureIds.length,
    pictureIds: found.pictureIds,
    revisitStatus: found.revisitStatus,
    /** Public ids of the tickets this one follows. */
    revisitOf: found.revisitOf,
    rebookOf: found.rebookOf,
    updatedAt: new Date(found.updatedAt),
    broadcastAt: instant(found.broadcastAt),
    acceptedAt: instant(found.acceptedAt),
    assignedAt: instant(found.assignedAt),
    onTheWayAt: instant(found.onTheWayAt),
    startedAt: instant(found.startedAt),
    version: found.version,
  };
}
export type TicketRow = ReturnType<typeof ticketRow>;
