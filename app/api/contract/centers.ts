import { z } from "zod";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import {
  createTechnician,
  deleteTechnician,
  getTechnician,
  listTechnicianDetails,
  storeTechnicianImage,
  techniciansWithPending,
  updateTechnician,
} from "#modules/centers/index.ts";
import {
  imageFields,
  SaveTechnician,
  TechnicianId,
  technicianImages,
  UpdateTechnician,
} from "#modules/centers/shared.ts";
import { cursor, reference } from "#modules/kernel/validation.ts";
import { type Contract, call } from "../line/call.server.ts";
import { optionalTextRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import { PendingTechnicianShape, pendingTechnician, TechnicianShape, technician } from "../shapes/technician.ts";
import { documentUrl } from "../shapes/wire-parts.ts";

/** The technician's fields as create and update send them. */
const technicianNames = {
  "personal_details.name": "name",
  "personal_details.email": "email",
  "personal_details.phone.mobile_number": "phone",
  "emergency_details.emergency_person_name": "emergencyPersonName",
  "emergency_details.emergency_person_phone": "emergencyPersonPhone",
  "referenceDetails.reference_person_name": "referencePersonName",
  "referenceDetails.reference_person_mobile": "referencePersonMobile",
  "address_details_permanent.address_line": "permanentAddressLine",
  "address_details_permanent.city": "permanentCity",
  "address_details_permanent.state": "permanentState",
  "address_details_temporary.address_line": "currentAddressLine",
  "address_details_temporary.city": "currentCity",
  "address_details_temporary.state": "currentState",
  service_area_main_pincode: "mainPincode",
  service_area_secondary_pincode: "secondaryPincode",
  engagement_type: "engagementType",
  "services.primary_services": "primaryServiceId",
  "services.secondary_services.0.secondary_services_id": "secondaryServiceId",
  "document_details.pan_card_document": "panBlobId",
  "document_details.pan_number": "panNumber",
  "document_details.aadhar_number": "aadharNumber",
  "document_details.aadhar_card_document.front_side": "aadharFrontBlobId",
  "document_details.aadhar_card_document.back_side": "aadharBackBlobId",
  "personal_details.profile_picture": "profilePictureBlobId",
  "personal_details.company_worked_with": "certificateBlobId",
  "personal_details.shows_face": "showsFace",
};

const imageTypes = technicianImages.map((kind) => imageFields[kind].type);

const ListTechnicians = z.object({ technicianId: reference.optional(), after: cursor });

const technicianRefusals = [
  ...optionalTextRefusals,
  "form.aadhar",
  "form.choice",
  "form.email",
  "form.id",
  "form.pan",
  "form.phone",
  "form.pincode",
  "form.state",
  "technician.panImage",
] as const;

export const centers = {
  // C031.
  "POST center/create-technician": call({
    as: ["center"],
    limit: callLimit,
    summary: "Add a technician; the pan image is uploaded first (common/upload-image)",
    input: wire(technicianNames, SaveTechnician, technicianRefusals),
    run: createTechnician,
    refuses: { 409: ["technician.phoneTaken"], 422: ["technician.uploadFailed"] },
    answer: TechnicianShape,
    reply: technician,
    say: "technician.created",
    once: "in its transaction",
  }),
  "POST center/update-technician": call({
    as: ["center"],
    limit: callLimit,
    summary: "Change a technician",
    input: wire({ technician_obj_id: "technicianId", ...technicianNames }, UpdateTechnician, technicianRefusals),
    run: updateTechnician,
    refuses: { 404: ["technician.notFound"], 409: ["technician.phoneTaken"], 422: ["technician.uploadFailed"] },
    answer: TechnicianShape,
    reply: technician,
    say: "technician.updated",
    once: "in its transaction",
  }),
  "GET center/get-all-technician": call({
    as: ["center"],
    limit: reads.own,
    summary:
      "The center's technicians (50 at a time, `after` is the `next` of the page before), or one by technician_obj_id",
    input: wire({ technician_obj_id: "technicianId", after: "after" }, ListTechnicians, ["form.cursor", "form.id"]),
    run: async (center, { technicianId, after }) => {
      if (technicianId) return { rows: [await getTechnician(center, technicianId)], next: null };
      // The page size the summary promises.
      return listTechnicianDetails(center, { after, take: 50 });
    },
    refuses: { 404: ["technician.notFound"] },
    answer: z.array(TechnicianShape),
    reply: ({ rows }) => rows.map(technician),
    next: ({ next }) => next,
  }),
  "DELETE center/deleteTechnician/{id}": call({
    as: ["center"],
    limit: callLimit,
    summary: "Delete a technician without open requests",
    input: wire({ id: "technicianId" }, TechnicianId, ["form.id"]),
    run: (center, { technicianId }) => deleteTechnician(center, technicianId),
    refuses: { 404: ["technician.notFound"] },
    answer: z.null(),
    reply: () => null,
    say: "technician.deleted",
    once: "in its transaction",
  }),
  // C035, R460.
  "GET technicianApp/get-all-technician-center": call({
    as: ["center", "desk"],
    limit: reads.own,
    summary: "The center's technicians with how many open requests each holds",
    run: (center) => techniciansWithPending(center),
    answer: z.array(PendingTechnicianShape),
    reply: (list) => list.map(pendingTechnician),
  }),
  // C054.
  "POST common/upload-image/{type}": call({
    as: ["center"],
    limit: callLimit,
    summary:
      "Upload a picture of a technician: TECHNICIAN_PAN_CARD (jpeg, at most 2 MB), TECHNICIAN_AADHAR_FRONT and " +
      "TECHNICIAN_AADHAR_BACK (of the masked card), TECHNICIAN_PROFILE_PICTURE or TECHNICIAN_CERTIFICATE; answers " +
      "fileSavedUrl",
    input: wire({ type: "type" }, z.object({ type: z.enum(imageTypes, "form.choice") }), ["form.choice"]),
    file: "aadhar",
    run: (center, { type, upload }) =>
      storeTechnicianImage(center, { kind: technicianImages[imageTypes.indexOf(type)]!, upload }),
    refuses: { 422: ["technician.panImage", "technician.uploadFailed"] },
    answer: z.strictObject({ fileSavedUrl: z.string() }),
    reply: ({ blobId }) => ({ fileSavedUrl: documentUrl(blobId)! }),
    bare: true,
    once: "in its transaction",
  }),
} satisfies Contract;
