import { type Actor, audienceOf, isClient } from "#modules/kernel/actor.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { centerNameFor, nameFor } from "#modules/kernel/names.ts";
import { readTexts, type TextName, type Texts, textNames } from "../fields/texts.ts";
import {
  type BroadcastStatus,
  broadcastLabel,
  displayedStatus,
  type PaymentType,
  paidColumn,
  type TicketCreatedBy,
  type TicketStatus,
} from "../labels.ts";
import { may, mayOf } from "../policy.ts";
import { hidesContacts, onlyOf, readingOf, readings } from "../reading.ts";
import type { TimePreferenceType } from "../time-preference.ts";

/** Paise as the driver returns them. */
type Amount = string;

/** The texts of a list row. */
export const lineTexts = [
  "houseNumber",
  "locality",
  "city",
  "state",
  "pickLocation",
  "dropLocation",
] as const satisfies readonly TextName[];

/** The columns of a ticket for a list row, as the driver returns them. */
export type LineRecord = Texts<(typeof lineTexts)[number]> & {
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
  pincode: string;
  country: string;
  serviceAvailable: boolean;
  isPaidByPublic: boolean;
  /** Null for a client, who may not see the lead price. */
  isPaidByTechnician: boolean | null;
  leadCharged: Amount | null;
  centerId: string | null;
  createdByCenterId: string | null;
  technicianId: string | null;
  technicianNumber: string | null;
  technicianName: string | null;
  technicianPhone: string | null;
  revisitOf: string | null;
  onTheWayAt: Date | null;
  timeChangeOpen: boolean;
  customerNoteAt: Date | null;
  startedAt: Date | null;
  startProvedAt: Date | null;
  createdAt: Date;
  acceptedAt: Date | null;
  closedAt: Date | null;
  cancelledAt: Date | null;
  timePreferenceType: TimePreferenceType;
  specificDateTime: Date | null;
};

/** The columns of a whole ticket. */
export type TicketRecord = LineRecord &
  Texts & {
    createName: string | null;
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
    paidAt: Date | null;
    paymentReference: string | null;
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
    updatedAt: Date;
    broadcastAt: Date | null;
    assignedAt: Date | null;
    version: number;
  };

/** The columns of a list row that a client reads of its own requests (fixed point 16). */
const lineOfClient = [
  ...(["key", "id", "number", "status", "broadcastStatus", "createdBy", "serviceId", "serviceName"] as const),
  ...lineTexts,
  ...(["serviceImage", "name", "phone", "pincode", "country"] as const),
  ...(["serviceAvailable", "isPaidByPublic", "centerId"] as const),
  ...(["createdByCenterId", "technicianId", "technicianNumber", "technicianName", "technicianPhone"] as const),
  ...([
    "revisitOf",
    "onTheWayAt",
    "timeChangeOpen",
    "startedAt",
    "startProvedAt",
    "createdAt",
    "acceptedAt",
    "closedAt",
  ] as const),
  ...(["cancelledAt", "timePreferenceType", "specificDateTime"] as const),
];

/** The columns of a whole ticket that a client reads: its own prices and the remarks on the work. */
const ticketOfClient = [
  ...lineOfClient,
  ...textNames,
  ...([
    "createName",
    "offerCode",
    "vehicleId",
    "offerPrice",
    "centerName",
    "centerQrId",
    "createdByCenterName",
  ] as const),
  ...(["createdByCenterQrId", "clientId", "clientName", "clientReference", "clientDue", "markedPaid"] as const),
  ...(["ticketPrice", "labour", "material", "closingPrice", "paymentType", "paidAt", "paymentReference"] as const),
  ...(["remarkMessage", "closeRemarks"] as const),
  ...(["technicianRemarks", "centerMessage", "takeTime", "overAllRating", "starRating"] as const),
  ...(["punchSerialNumber", "revisitRemarks", "revisitPrice", "revisitStatus", "rebookOf"] as const),
  ...(["dateOfPurchase", "pictureIds", "updatedAt", "broadcastAt", "assignedAt", "version"] as const),
];

type Named = { id: string; name: string };

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
export function ticketLine(actor: Actor, stored: LineRecord) {
  const visible: LineRecord = isClient(actor) ? onlyOf(stored, lineOfClient) : stored;
  const ended = { closedAt: visible.closedAt, cancelledAt: visible.cancelledAt };
  const read = readingOf(actor, ended);
  const { pickLocation, dropLocation, ...address } = readTexts(read, visible, lineTexts);
  // The assigning center may call its technician even after the customer's data is hidden.
  const technician = hidesContacts(actor) || !may(actor, "workOn", visible) ? readings.office : readings.whole;
  return {
    id: visible.id,
    number: visible.number,
    status: visible.status,
    displayedStatus: displayedStatus(visible),
    broadcastStatus: visible.broadcastStatus,
    broadcastLabel: broadcastLabel(visible),
    serviceAvailable: visible.serviceAvailable,
    createdBy: visible.createdBy,
    service: { id: visible.serviceId, name: visible.serviceName, imageBlobId: visible.serviceImage },
    name: read.name(visible.name),
    phone: read.phone(visible.phone),
    address: {
      ...address,
      pincode: visible.pincode,
      country: visible.country,
    },
    pickLocation,
    dropLocation,
    technician: visible.technicianId && {
      ...named(visible.technicianId, technician.note(visible.technicianName))!,
      technicianId: visible.technicianNumber ?? "",
      phone: technician.phone(visible.technicianPhone ?? ""),
    },
    isPaidByPublic: visible.isPaidByPublic,
    isPaidByTechnician: visible.isPaidByTechnician,
    /** R252: 99 or 0. */
    paidByPublic: paidColumn(visible.isPaidByPublic),
    paidByTechnician: visible.isPaidByTechnician === null ? null : paidColumn(visible.isPaidByTechnician),
    /** What its center paid for it and did not get back, for that center; null where it paid nothing. */
    chargedPaise: actor.kind === "center" && actor.centerId === visible.centerId ? money(visible.leadCharged) : null,
    /** When the visit is agreed or wanted. */
    timePreference: { type: visible.timePreferenceType, at: visible.specificDateTime },
    /** Whether the customer wants another time, and no center has answered. */
    wantsOtherTime: visible.timeChangeOpen,
    /** When the customer last wrote to the center and the operators; null for clients. */
    customerNoteAt: visible.customerNoteAt,
    createdAt: visible.createdAt,
    ...ended,
    /** Whether name, phone and address are hidden because the ticket ended more than 30 days ago. */
    masked: read === readings.over,
    may: mayOf(actor, visible),
  };
}
export type TicketLine = ReturnType<typeof ticketLine>;

/** A ticket as screens and API calls see it: no other representation leaves the server. */
export function ticketRow(actor: Actor, stored: TicketRecord) {
  const visible: TicketRecord = isClient(actor) ? onlyOf(stored, ticketOfClient) : stored;
  const line = ticketLine(actor, visible);
  const read = readingOf(actor, line);
  const texts = readTexts(read, visible, textNames);
  const atDesk = ["house", "client"].includes(audienceOf(actor));
  return {
    ...line,
    createName: read.note(visible.createName),
    /** Every declared text, by its name. */
    texts,
    requirement: texts.requirement,
    email: texts.email,
    alternatePhone: texts.alternatePhone,
    vehicleId: visible.vehicleId,
    /** What a pick-and-drop customer offers to pay for the ride (R064). */
    offerPricePaise: money(visible.offerPrice),
    offerCode: read.note(visible.offerCode),
    center: visible.centerId && { ...centerOf(actor, visible.centerId, visible.centerName), qrId: visible.centerQrId },
    createdByCenter: visible.createdByCenterId && {
      ...centerOf(actor, visible.createdByCenterId, visible.createdByCenterName),
      qrId: visible.createdByCenterQrId,
    },
    client: named(visible.clientId, nameFor(actor, visible.clientName)),
    /** The client's own id of the request, and what the client owes for it; of no concern to centers. */
    clientReference: atDesk ? read.note(visible.clientReference) : null,
    clientDuePaise: toPaise(visible.clientDue),
    /** The operators' paid switch; not what was really paid (H8). */
    markedPaid: visible.markedPaid,
    bookingFeePaise: money(visible.bookingFee),
    ticketPricePaise: toPaise(visible.ticketPrice),
    labourPaise: money(visible.labour),
    materialPaise: money(visible.material),
    closingPricePaise: money(visible.closingPrice),
    platformSharePaise: money(visible.platformShare),
    paymentType: visible.paymentType,
    /** When the closing price was paid; null while it is not. */
    paidAt: visible.paidAt,
    /** Whole for who works on the request. */
    paymentReference: (may(actor, "workOn", visible) ? read : readings.link).reference(visible.paymentReference),
    /** R218: whether the happy code was given at closing. */
    happyCode: visible.remarkMessage === "happy_code",
    remarks: {
      message: visible.remarkMessage,
      closeRemarks: read.note(visible.closeRemarks),
      technicianRemarks: read.words(visible.technicianRemarks),
      adminRemarks: read.words(visible.adminRemarks),
      centerMessage: read.words(visible.centerMessage),
      overAllRating: read.note(visible.overAllRating),
      starRating: visible.starRating,
      onboardingRemarks: read.house(visible.onboardingRemarks),
      onboardingBy: read.house(visible.onboardingBy),
      revisitRemarks: read.words(visible.revisitRemarks),
    },
    /** R231: whether the operators noted something. */
    hasOnboardingRemarks: read.house(visible.onboardingRemarks) !== null,
    punchSerialNumber: atDesk ? read.words(visible.punchSerialNumber) : null,
    approvedBy: read.house(visible.approvedBy),
    revisitPricePaise: money(visible.revisitPrice),
    takeTime: read.note(visible.takeTime),
    dateOfPurchase: visible.dateOfPurchase,
    cancelReason: read.words(visible.cancelReason),
    /** How many on-site pictures there are, and which. */
    pictures: visible.pictureIds.length,
    pictureIds: visible.pictureIds,
    revisitStatus: visible.revisitStatus,
    /** Public ids of the tickets this one follows. */
    revisitOf: visible.revisitOf,
    rebookOf: visible.rebookOf,
    updatedAt: visible.updatedAt,
    broadcastAt: visible.broadcastAt,
    acceptedAt: visible.acceptedAt,
    assignedAt: visible.assignedAt,
    onTheWayAt: visible.onTheWayAt,
    startedAt: visible.startedAt,
    startProvedAt: visible.startProvedAt,
    version: visible.version,
  };
}
export type TicketRow = ReturnType<typeof ticketRow>;
