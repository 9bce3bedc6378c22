import type { TechnicianDetail, TechnicianRow } from "#modules/centers/shared.ts";
import { fileUrl } from "./files.ts";

const serviceOf = ({ id, serviceName }: { id: string; serviceName: string }) => ({
  _id: id,
  service_name: serviceName,
});

/** Who a technician is and what they do. */
const technician = (row: TechnicianRow) => ({
  _id: row.id,
  technician_id: row.technicianId,
  personal_details: {
    name: row.name,
    email: row.email,
    phone: { country_code: row.countryCode, mobile_number: row.phone },
    profile_picture: fileUrl(row.profilePictureBlobId),
  },
  center_id: [row.centerId],
  service_area_main_pincode: row.mainPincode,
  service_area_secondary_pincode: row.secondaryPincode,
  engagement_type: row.engagementType,
  services: {
    primary_services: serviceOf(row.primaryService),
    secondary_services: row.secondaryService
      ? [{ secondary_services_id: serviceOf(row.secondaryService), priority: row.secondaryService.priority }]
      : [],
  },
  count_details: { pending_ticket_count: row.pendingTicketCount },
  createdAt: row.createdAt,
});

/** A technician whole; of an Aadhaar number only the last four digits exist. */
export const technicianDetail = (detail: TechnicianDetail) => ({
  ...technician(detail),
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
  document_details: {
    pan_card_document: fileUrl(detail.panBlobId),
    pan_number: detail.panNumber,
    aadhar_number: detail.aadharLast4 && `XXXXXXXX${detail.aadharLast4}`,
    aadhar_card_document: {
      front_side: fileUrl(detail.aadharFrontBlobId),
      back_side: fileUrl(detail.aadharBackBlobId),
    },
  },
  version: detail.version,
});

const address = ({ line, city, state, country }: TechnicianDetail["currentAddress"]) => ({
  address_line: line,
  city,
  state,
  country,
});
