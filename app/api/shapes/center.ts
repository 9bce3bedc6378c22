import { z } from "zod";
import type { DeskCenter, HeldDocuments } from "#modules/centers/index.ts";
import { type CenterDocument, type CenterRow, centerState } from "#modules/centers/shared.ts";
import { maskPublic } from "#modules/kernel/mask.ts";
import { moment } from "../line/answer.ts";
import { SecondaryServicesShape, ServedShape, secondaryServices, served } from "./service.ts";
import { documentUrl, PhoneShape, phoneOf } from "./wire-parts.ts";

/** A center as the mobile apps know it. */
export const CenterShape = z.strictObject({
  _id: z.string(),
  center_name: z.string(),
  qr_details: z.strictObject({ qr_id: z.string(), qrStatus: z.string() }).nullable(),
  services: z.strictObject({
    primary_services: ServedShape.nullable(),
    secondary_services: SecondaryServicesShape,
    pincodes: z.array(z.string()),
  }),
  vehicleId: z.string().nullable(),
  onboarded_by: z.string().nullable(),
  personal_details: z.strictObject({
    name: z.string().nullable(),
    email: z.string().nullable(),
    user_name: z.string().nullable(),
    about: z.string().nullable(),
    phone: PhoneShape,
  }),
  address_details: z.strictObject({
    address_line: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    pincode: z.string(),
    additional_pincode: z.string().nullable(),
    country: z.string(),
  }),
  no_of_technicians: z.number(),
  is_active: z.literal(Object.values(centerState)).describe("2 DRAFTED, -1 IN_ACTIVE, 1 ACTIVE, 0 DELETED"),
  disabled_for: z.strictObject({ login_into_application: z.boolean(), accepting_broadcast_ticket: z.boolean() }),
  ticket_accept_limit: z.number(),
  subscribe_end_date: moment.nullable(),
  createdAt: moment,
});

/**
 * A center as it is answered to a person of its desk: the owner's e-mail address, phone and subscription are not theirs to
 * read.
 */
export function centerOfDesk(row: CenterRow): z.input<typeof CenterShape> {
  const whole = center(row);
  whole.personal_details.email = null;
  whole.personal_details.phone = phoneOf(maskPublic(row.phone), row.countryCode);
  whole.subscribe_end_date = null;
  return whole;
}

/** Sent only to the center's owner and to permitted admins. */
export const center = (row: CenterRow): z.input<typeof CenterShape> => ({
  _id: row.id,
  center_name: row.centerName,
  qr_details: row.qr && { qr_id: row.qr.qrId, qrStatus: row.qr.status },
  services: {
    primary_services: row.primaryService && served(row.primaryService),
    secondary_services: secondaryServices(row.secondaryServices),
    pincodes: row.pincodes,
  },
  vehicleId: row.vehicleId,
  onboarded_by: row.onboardedBy,
  personal_details: {
    name: row.name,
    email: row.email,
    user_name: row.userName,
    about: row.about,
    phone: phoneOf(row.phone, row.countryCode),
  },
  address_details: {
    address_line: row.addressLine,
    city: row.city,
    state: row.state,
    pincode: row.pincode,
    additional_pincode: row.additionalPincode,
    country: row.country,
  },
  no_of_technicians: row.noOfTechnicians,
  is_active: row.isActive,
  disabled_for: {
    login_into_application: row.loginDisabled,
    accepting_broadcast_ticket: row.broadcastDisabled,
  },
  ticket_accept_limit: row.ticketAcceptLimit,
  subscribe_end_date: row.subscribeEndDate,
  createdAt: row.createdAt,
});

const { subscribe_end_date: _, ...shared } = CenterShape.shape;

/** A center as operators see it: the phone as stars for who may not see it, the UPI id masked. */
export const DeskCenterShape = z.strictObject({
  ...shared,
  payment_details: z.strictObject({
    upi_id: z.string().nullable(),
    paid_for_onboarding_kit: z.boolean(),
    subscribe_end_date: moment.nullable(),
  }),
  otp_details: z.strictObject({ is_otp_verfied: z.boolean() }),
  count_details: z.strictObject({
    closed_ticket_count: z.number(),
    pending_ticket_count: z.number(),
    average_ticket_rating: z.number().nullable(),
  }),
  clients_ids_list: z.array(z.strictObject({ _id: z.string(), client_name: z.string() })),
  qr_code: z.string().nullable().describe("The same as qr_details.qr_id"),
  verification_status: z.enum(["VERIFIED", "NOT_VERIFIED", "REJECTED"]),
  extended_date: moment.nullable(),
  referral_received: z.null(),
  onboarder_name: z.string().nullable(),
  legal_name: z.string().nullable().describe("The name it is registered under for tax"),
  gst_number: z.string().nullable(),
  version: z.number(),
});

const verification = ({ rejectionReason, verifiedAt }: DeskCenter) =>
  rejectionReason !== null ? "REJECTED" : verifiedAt ? "VERIFIED" : "NOT_VERIFIED";

export function deskCenter(row: DeskCenter): z.input<typeof DeskCenterShape> {
  const { subscribe_end_date, ...known } = center(row);
  return {
    ...known,
    payment_details: {
      upi_id: row.upiId,
      paid_for_onboarding_kit: row.paidForOnboardingKit,
      subscribe_end_date,
    },
    otp_details: { is_otp_verfied: row.phoneVerifiedAt !== null },
    count_details: {
      closed_ticket_count: row.closedTickets,
      pending_ticket_count: row.openTickets,
      average_ticket_rating: row.averageRating,
    },
    clients_ids_list: row.clients.map(({ id, clientName }) => ({ _id: id, client_name: clientName })),
    qr_code: row.qr?.qrId ?? null,
    verification_status: verification(row),
    extended_date: row.extendedDate,
    referral_received: null,
    onboarder_name: row.onboarder,
    legal_name: row.legalName,
    gst_number: row.gstin,
    version: row.version,
  };
}

const flag = z.enum(["true", "false"]);

/** The identity papers of a center or technician by their addresses, each with whether it is verified. */
export const PapersShape = z.strictObject({
  aadhar_card_document: z.strictObject({
    front_side: z.string().nullable(),
    back_side: z.string().nullable(),
    aadhar_front_verified: flag,
    aadhar_back_verified: flag,
  }),
  pan_card_document: z.string().nullable(),
  pan_verified: flag,
});

export function centerPapers({ documents }: HeldDocuments): z.input<typeof PapersShape> {
  const documentsByValue = new Map(documents.map((document) => [document.value, document]));
  const url = (value: CenterDocument) => documentUrl(documentsByValue.get(value)?.blobId ?? null);
  const verified = (value: CenterDocument) => (documentsByValue.get(value)?.status === "VERIFIED" ? "true" : "false");
  return {
    aadhar_card_document: {
      front_side: url("aadhar_front"),
      back_side: url("aadhar_back"),
      aadhar_front_verified: verified("aadhar_front"),
      aadhar_back_verified: verified("aadhar_back"),
    },
    pan_card_document: url("pan"),
    pan_verified: verified("pan"),
  };
}
