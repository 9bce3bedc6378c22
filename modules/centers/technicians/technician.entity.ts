import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { countryCode, createdAt, instant, primaryKey, updatedAt, words } from "#modules/kernel/db/columns.ts";

export type EngagementType = "SALARIED" | "PART_TIME" | "FREELANCER" | "SELF_EMPLOYED";

/** A technician, who works for a center. */
export const TechnicianSchema = defineEntity({
  name: "Technician",
  tableName: "technicians",
  properties: {
    id: primaryKey(),
    technicianId: words(),
    centerId: p.uuid(),
    name: words(),
    email: words().nullable(),
    countryCode: countryCode(),
    phone: words(),
    profilePictureBlobId: p.uuid().nullable(),
    /** Whether the technician agreed that customers see the profile picture. */
    showsFace: p.boolean().default(false),
    profileCreatedBy: words().default("CENTER"),
    engagementType: words().$type<EngagementType>(),
    referencePersonName: words().nullable(),
    referencePersonMobile: words().nullable(),
    emergencyPersonName: words().nullable(),
    emergencyPersonPhone: words().nullable(),
    permanentAddressLine: words(),
    permanentCity: words(),
    permanentState: words(),
    currentAddressLine: words().nullable(),
    currentCity: words().nullable(),
    currentState: words().nullable(),
    mainPincode: words(),
    secondaryPincode: words().nullable(),
    primaryServiceId: p.uuid(),
    secondaryServiceId: p.uuid().nullable(),
    /** Clear text of older rows only, until the worker has sealed it; new rows never have one. */
    panNumber: words().nullable(),
    panSealed: words().nullable(),
    panLast4: words().nullable(),
    panHash: words().nullable(),
    panBlobId: p.uuid().nullable(),
    /** The masked card, front and back. */
    aadharFrontBlobId: p.uuid().nullable(),
    aadharBackBlobId: p.uuid().nullable(),
    certificateBlobId: p.uuid().nullable(),
    /** Only the last four digits and a keyed hash of an Aadhaar number are stored. */
    aadharLast4: words().nullable(),
    aadharHash: words().nullable(),
    version: p.integer().version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant().nullable(),
  },
});
export type Technician = InferEntity<typeof TechnicianSchema>;
