import { z } from "zod";
import type { LookedUpTechnician } from "#modules/centers/index.ts";
import type { TechnicianDetail, TechnicianRow } from "#modules/centers/shared.ts";
import { moment } from "../line/answer.ts";
import { PapersShape } from "./center.ts";
import { SecondaryServicesShape, ServedShape, secondaryServices, served } from "./service.ts";
import { documentUrl, PhoneShape, phoneOf } from "./wire-parts.ts";

const AddressShape = z.strictObject({
  address_line: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string(),
});

/** A full technician; of an Aadhaar number only the last four digits are stored. */
export const TechnicianShape = z.strictObject({
  _id: z.string(),
  technician_id: z.string(),
  personal_details: z.strictObject({
    name: z.string(),
    email: z.string().nullable(),
    phone: PhoneShape,
    profile_picture: z.string().nullable(),
    company_worked_with: z.string().nullable().describe("The certificate"),
    shows_face: z.boolean().describe("Whether customers see the profile picture"),
  }),
  profile_created_by: z.string(),
  referenceDetails: z.strictObject({
    reference_person_name: z.string().nullable(),
    reference_person_mobile: z.string().nullable(),
  }),
  emergency_details: z.strictObject({
    emergency_person_name: z.string().nullable(),
    emergency_person_phone: z.string().nullable(),
  }),
  address_details_permanent: AddressShape,
  address_details_temporary: AddressShape,
  center_id: z.array(z.string()),
  service_area_main_pincode: z.string(),
  service_area_secondary_pincode: z.string().nullable(),
  engagement_type: z.string(),
  services: z.strictObject({ primary_services: ServedShape, secondary_services: SecondaryServicesShape }),
  document_details: z.strictObject({
    pan_card_document: z.string().nullable(),
    pan_number: z.string().nullable(),
    aadhar_number: z.string().nullable().describe("All but the last four digits are X"),
    aadhar_card_document: z.strictObject({ front_side: z.string().nullable(), back_side: z.string().nullable() }),
  }),
  count_details: z.strictObject({ pending_ticket_count: z.number(), closed_ticket_count: z.number() }),
  createdAt: moment,
  version: z.number(),
});

export const technician = (detail: TechnicianDetail): z.input<typeof TechnicianShape> => ({
  _id: detail.id,
  technician_id: detail.technicianId,
  personal_details: {
    name: detail.name,
    email: detail.email,
    phone: phoneOf(detail.phone, detail.countryCode),
    profile_picture: documentUrl(detail.profilePictureBlobId),
    company_worked_with: documentUrl(detail.certificateBlobId),
    shows_face: detail.showsFace,
  },
  profile_created_by: detail.profileCreatedBy,
  referenceDetails: {
    reference_person_name: detail.referencePersonName,
    reference_person_mobile: detail.referencePersonMobile,
  },
  emergency_details: {
    emergency_person_name: detail.emergencyPersonName,
    emergency_person_phone: detail.emergencyPersonPhone,
  },
  address_details_permanent: address(detail.permanentAddress),
  address_details_temporary: address(detail.currentAddress),
  center_id: [detail.centerId],
  service_area_main_pincode: detail.mainPincode,
  service_area_secondary_pincode: detail.secondaryPincode,
  engagement_type: detail.engagementType,
  services: {
    primary_services: served(detail.primaryService),
    secondary_services: secondaryServices(detail.secondaryService ? [detail.secondaryService] : []),
  },
  document_details: {
    pan_card_document: documentUrl(detail.panBlobId),
    pan_number: detail.panNumber,
    aadhar_number: maskedAadhar(detail.aadharLast4),
    aadhar_card_document: {
      front_side: documentUrl(detail.aadharFrontBlobId),
      back_side: documentUrl(detail.aadharBackBlobId),
    },
  },
  count_details: {
    pending_ticket_count: detail.pendingTicketCount,
    closed_ticket_count: detail.closedTicketCount,
  },
  createdAt: detail.createdAt,
  version: detail.version,
});

const maskedAadhar = (last4: string | null) => last4 && `XXXXXXXX${last4}`;

const address = ({ line, city, state, country }: TechnicianDetail["currentAddress"]): z.input<typeof AddressShape> => ({
  address_line: line,
  city,
  state,
  country,
});

/** A technician with their number of open requests. */
export const PendingTechnicianShape = TechnicianShape.pick({ _id: true, technician_id: true }).extend({
  count_details: TechnicianShape.shape.count_details.pick({ pending_ticket_count: true }),
  personal_details: z.strictObject({ name: z.string() }),
});

export const pendingTechnician = ({
  id,
  technicianId,
  name,
  pendingTicketCount,
}: Pick<TechnicianRow, "id" | "technicianId" | "name" | "pendingTicketCount">): z.input<
  typeof PendingTechnicianShape
> => ({
  _id: id,
  technician_id: technicianId,
  personal_details: { name },
  count_details: { pending_ticket_count: pendingTicketCount },
});

const flag = z.enum(["true", "false"]);
const flagOf = ({ verified }: { verified: boolean }) => (verified ? "true" : "false");

/** A technician as operators see it (002 §3); phones as the reader may see them. */
export const LookedUpTechnicianShape = TechnicianShape.pick({
  _id: true,
  technician_id: true,
  profile_created_by: true,
  referenceDetails: true,
  emergency_details: true,
  address_details_permanent: true,
  address_details_temporary: true,
  center_id: true,
  service_area_main_pincode: true,
  service_area_secondary_pincode: true,
  engagement_type: true,
  services: true,
  createdAt: true,
}).extend({
  personal_details: TechnicianShape.shape.personal_details.omit({ shows_face: true }).extend({
    profile_picture_verified: flag,
    company_worked_with_verified: flag,
  }),
  count_details: z.strictObject({
    pending_ticket_count: z.number(),
    closed_ticket_count: z.number(),
    technician_rating: z.number().nullable(),
  }),
  clients_ids_list: z.array(z.strictObject({ _id: z.string(), client_name: z.string() })),
  document_details: PapersShape.extend({ aadhar_number: TechnicianShape.shape.document_details.shape.aadhar_number }),
  lastSeen: moment.nullable(),
});

export const lookedUpTechnician = (row: LookedUpTechnician): z.input<typeof LookedUpTechnicianShape> => {
  const { aadhar_front: front, aadhar_back: back, pan, profile, certificate } = row.pictures;
  return {
    _id: row.id,
    technician_id: row.technicianId,
    profile_created_by: row.profileCreatedBy,
    referenceDetails: {
      reference_person_name: row.referencePersonName,
      reference_person_mobile: row.referencePersonMobile,
    },
    emergency_details: {
      emergency_person_name: row.emergencyPersonName,
      emergency_person_phone: row.emergencyPersonPhone,
    },
    address_details_permanent: address(row.address),
    address_details_temporary: address(row.currentAddress),
    center_id: [row.center.id],
    service_area_main_pincode: row.mainPincode,
    service_area_secondary_pincode: row.secondaryPincode,
    engagement_type: row.engagementType,
    services: {
      primary_services: served(row.primaryService),
      secondary_services: secondaryServices(row.secondaryService ? [row.secondaryService] : []),
    },
    createdAt: row.createdAt,
    personal_details: {
      name: row.name,
      email: row.email,
      phone: phoneOf(row.phone, row.countryCode),
      profile_picture: documentUrl(profile.blobId),
      profile_picture_verified: flagOf(profile),
      company_worked_with: documentUrl(certificate.blobId),
      company_worked_with_verified: flagOf(certificate),
    },
    count_details: {
      pending_ticket_count: row.pending,
      closed_ticket_count: row.closed,
      technician_rating: row.rating,
    },
    clients_ids_list: row.clients.map(({ id, clientName }) => ({ _id: id, client_name: clientName })),
    document_details: {
      aadhar_card_document: {
        front_side: documentUrl(front.blobId),
        back_side: documentUrl(back.blobId),
        aadhar_front_verified: flagOf(front),
        aadhar_back_verified: flagOf(back),
      },
      pan_card_document: documentUrl(pan.blobId),
      aadhar_number: maskedAadhar(row.aadharLast4),
      pan_verified: flagOf(pan),
    },
    lastSeen: row.lastSeen,
  };
};
