import { z } from "zod";
import type { TechnicianDetail, TechnicianRow } from "#modules/centers/shared.ts";
import { moment } from "../line/answer.ts";
import { SecondaryServicesShape, ServedShape, secondaryServices, served } from "./service.ts";
import { fileUrl, PhoneShape, phoneOf } from "./wire-parts.ts";

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
  count_details: z.strictObject({ pending_ticket_count: z.number() }),
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
    profile_picture: fileUrl(detail.profilePictureBlobId),
    company_worked_with: fileUrl(detail.certificateBlobId),
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
    pan_card_document: fileUrl(detail.panBlobId),
    pan_number: detail.panNumber,
    aadhar_number: detail.aadharLast4 && `XXXXXXXX${detail.aadharLast4}`,
    aadhar_card_document: {
      front_side: fileUrl(detail.aadharFrontBlobId),
      back_side: fileUrl(detail.aadharBackBlobId),
    },
  },
  count_details: { pending_ticket_count: detail.pendingTicketCount },
  createdAt: detail.createdAt,
  version: detail.version,
});

const address = ({ line, city, state, country }: TechnicianDetail["currentAddress"]): z.input<typeof AddressShape> => ({
  address_line: line,
  city,
  state,
  country,
});

/** A technician with their number of open requests. */
export const PendingTechnicianShape = TechnicianShape.pick({
  _id: true,
  technician_id: true,
  count_details: true,
}).extend({
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

/** A technician in the operators' lookups; phones as the reader may see them. */
export const LookedUpTechnicianShape = TechnicianShape.pick({
  _id: true,
  technician_id: true,
  center_id: true,
  service_area_main_pincode: true,
  engagement_type: true,
  createdAt: true,
}).extend({
  personal_details: TechnicianShape.shape.personal_details.pick({ name: true, email: true, phone: true }),
  count_details: z.strictObject({ pending_ticket_count: z.number(), closed_ticket_count: z.number() }),
});

export const lookedUpTechnician = (row: TechnicianRow): z.input<typeof LookedUpTechnicianShape> => ({
  _id: row.id,
  technician_id: row.technicianId,
  center_id: [row.centerId],
  service_area_main_pincode: row.mainPincode,
  engagement_type: row.engagementType,
  createdAt: row.createdAt,
  personal_details: { name: row.name, email: row.email, phone: phoneOf(row.phone, row.countryCode) },
  count_details: { pending_ticket_count: row.pendingTicketCount, closed_ticket_count: row.closedTicketCount },
});
