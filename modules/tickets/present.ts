import type { Actor } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { firstName, maskStars, withoutPhones } from "../kernel/mask.ts";
import { toPaise } from "../kernel/money.ts";
import type { TimePreferenceType } from "../kernel/validation.ts";
import { deletableBy } from "./deletable.ts";
import {
  type BroadcastStatus,
  broadcastLabel,
  displayedStatus,
  type PaymentType,
  paidColumn,
  type TicketCreatedBy,
  type TicketStatus,
} from "./labels.ts";
import { longOver } from "./track-access.ts";

/** What the database tells of a ticket for a line of a list, as it arrives: instants are text, amounts too. */
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
  isPaidByTechnician: boolean;
  centerId: string | null;
  createdByCenterId: string | null;
  technicianId: string | null;
  technicianNumber: string | null;
  technicianName: string | null;
  technicianPhone: string | null;
  revisitOf: string | null;
  createdAt: string;
  closedAt: string | null;
  cancelledAt: string | null;
};

/** What it tells of a whole ticket. */
export type FoundTicket = FoundLine & {
  createName: string | null;
  requirement: string | null;
  email: string | null;
  alternatePhone: string | null;
  timePreferenceType: TimePreferenceType;
  specificDateTime: string | null;
  offerCode: string | null;
  vehicleId: string | null;
  offerPrice: string | null;
  centerName: string | null;
  centerQrId: string | null;
  createdByCenterName: string | null;
  createdByCenterQrId: string | null;
  clientId: string | null;
  clientName: string | null;
  bookingFee: string;
  ticketPrice: string;
  material: string | null;
  closingPrice: string | null;
  platformShare: string | null;
  paymentType: PaymentType | null;
  remarkMessage: string | null;
  closeRemarks: string | null;
  technicianRemarks: string | null;
  adminRemarks: string | null;
  centerMessage: string | null;
  takeTime: string | null;
  overAllRating: string | null;
  starRating: number | null;
  revisitStatus: number;
  rebookOf: string | null;
  cancelReason: string | null;
  dateOfPurchase: string | null;
  pictureIds: string[];
  updatedAt: string;
  broadcastAt: string | null;
  acceptedAt: string | null;
  assignedAt: string | null;
  startedAt: string | null;
  version: number;
};

type Named = { id: string; name: string };

const instant = (text: string | null) => (text === null ? null : new Date(text));
const money = (text: string | null) => (text === null ? null : toPaise(text));
const named = (id: string | null, name: string | null): Named | null => (id ? { id, name: name ?? "" } : null);

/**
 * A ticket as a line of a list shows it. `id` is its public id; amounts are paise, times are instants. What the actor
 * may not see is masked here, on the server (fixed point 16, H14).
 */
export function ticketLine(actor: Actor, found: FoundLine) {
  const ended = { closedAt: instant(found.closedAt), cancelledAt: instant(found.cancelledAt) };
  const masked = masksPeople(actor, ended);
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
    name: masked ? firstName(found.name) : found.name,
    phone: phoneFor(actor, masked, found.phone) ?? "",
    address: {
      houseNumber: masked ? null : found.houseNumber,
      locality: masked ? null : found.locality,
      city: found.city,
      state: found.state,
      pincode: found.pincode,
      country: found.country,
    },
    pickLocation: masked ? null : found.pickLocation,
    dropLocation: masked ? null : found.dropLocation,
    technician: found.technicianId && {
      ...named(found.technicianId, found.technicianName)!,
      technicianId: found.technicianNumber ?? "",
      phone: masksPhones(actor) || !isInCharge(actor, found) ? maskStars() : (found.technicianPhone ?? ""),
    },
    isPaidByPublic: found.isPaidByPublic,
    isPaidByTechnician: found.isPaidByTechnician,
    /** R252: 99 or 0. */
    paidByPublic: paidColumn(found.isPaidByPublic),
    paidByTechnician: paidColumn(found.isPaidByTechnician),
    createdAt: new Date(found.createdAt),
    ...ended,
    /** Whether name, phone and address are hidden because the ticket ended more than 30 days ago. */
    masked,
    may: mayOf(actor, found),
  };
}
export type TicketLine = ReturnType<typeof ticketLine>;

/** A ticket as screens and calls see one: the only thing about it that leaves. */
export function ticketRow(actor: Actor, found: FoundTicket) {
  const line = ticketLine(actor, found);
  const { masked } = line;
  const words = (text: string | null) => (masked ? null : wordsFor(actor, text));
  return {
    ...line,
    createName: found.createName,
    requirement: words(found.requirement),
    email: masked ? null : found.email,
    alternatePhone: phoneFor(actor, masked, found.alternatePhone),
    vehicleId: found.vehicleId,
    /** What a pick-and-drop customer offers to pay for the ride (R064). */
    offerPricePaise: money(found.offerPrice),
    timePreference: { type: found.timePreferenceType, at: instant(found.specificDateTime) },
    offerCode: found.offerCode,
    center: found.centerId && { ...named(found.centerId, found.centerName)!, qrId: found.centerQrId },
    createdByCenter: found.createdByCenterId && {
      ...named(found.createdByCenterId, found.createdByCenterName)!,
      qrId: found.createdByCenterQrId,
    },
    client: named(found.clientId, found.clientName),
    bookingFeePaise: toPaise(found.bookingFee),
    ticketPricePaise: toPaise(found.ticketPrice),
    materialPaise: money(found.material),
    closingPricePaise: money(found.closingPrice),
    platformSharePaise: money(found.platformShare),
    paymentType: found.paymentType,
    /** R218: whether the happy code was given at closing. */
    happyCode: found.remarkMessage === "happy_code",
    remarks: {
      message: found.remarkMessage,
      closeRemarks: found.closeRemarks,
      technicianRemarks: words(found.technicianRemarks),
      adminRemarks: words(found.adminRemarks),
      centerMessage: words(found.centerMessage),
      overAllRating: found.overAllRating,
      starRating: found.starRating,
    },
    takeTime: found.takeTime,
    dateOfPurchase: found.dateOfPurchase,
    cancelReason: words(found.cancelReason),
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
    startedAt: instant(found.startedAt),
    version: found.version,
  };
}
export type TicketRow = ReturnType<typeof ticketRow>;

const phoneFor = (actor: Actor, masked: boolean, phone: string | null) =>
  phone && (masked || masksPhones(actor)) ? maskStars() : phone;

/** Names and places are hidden from centers and technicians 30 days after the end, and never from admins. */
const masksPeople = (actor: Actor, ended: Parameters<typeof longOver>[0]) =>
  (actor.kind === "center" || actor.kind === "technician") && longOver(ended, now());

/** Admins other than SUPER_ADMIN see stars (R226, Q16, Q31). */
const masksPhones = (actor: Actor) => actor.kind === "admin" && actor.role !== "SUPER_ADMIN";

/** A free text as an actor may read it: where phones are stars, those written into words are too (H14). */
export const wordsFor = <T extends string | null>(actor: Actor, text: T) =>
  text && masksPhones(actor) ? withoutPhones(text) : text;

/** A center that only wrote a ticket down reads it, but works on nothing of it and calls nobody of another center. */
const isInCharge = (actor: Actor, { centerId }: FoundLine) => actor.kind !== "center" || centerId === actor.centerId;

/** Which buttons a ticket has for its center (tables.tsv /tickets-center; R142, R143, R236, fixed point 4). */
function mayOf(actor: Actor, found: FoundLine) {
  const inCharge = isInCharge(actor, found);
  const live = ["PENDING", "ACCEPTED", "VERIFIED"].includes(found.status);
  const open = live || found.status === "ON_HOLD";
  return {
    assign: inCharge && open && !found.technicianId,
    change: inCharge && open && found.technicianId !== null,
    close: inCharge && live && found.technicianId !== null,
    remark: inCharge && found.status !== "CLOSED",
    picture: inCharge && open && found.technicianId !== null,
    rebook: inCharge && found.status === "CLOSED",
    invoice: inCharge && found.status === "CLOSED",
    delete: actor.kind === "center" && deletableBy(actor.centerId, found),
  };
}
