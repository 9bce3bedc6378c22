import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { countryCode, createdAt, instant, primaryKey, updatedAt, words } from "#modules/kernel/db/columns.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { type CenterStateNumber, centerState } from "../state.ts";

/** A partner service center. */
export const CenterSchema = defineEntity({
  name: "Center",
  tableName: "centers",
  properties: {
    id: primaryKey(),
    centerName: words(),
    /** The name it is registered under for tax, where that is another than its own; it may be a person's. */
    legalName: words().nullable(),
    /** Null for a center that is not registered for GST; its first two digits are the code of `state`. */
    gstin: words().nullable(),
    countryCode: countryCode(),
    phone: words(),
    name: words().nullable(),
    email: words().nullable(),
    userName: words().nullable(),
    about: words().nullable(),
    addressLine: words().nullable(),
    city: words().nullable(),
    state: words().nullable(),
    pincode: words(),
    additionalPincode: words().nullable(),
    country: words().default("INDIA"),
    noOfTechnicians: p.integer().default(0),
    isActive: p.smallint().$type<CenterStateNumber>().default(centerState.ACTIVE),
    /**
     * Why the operator rejected it, shown to operators only; such a center is IN_ACTIVE or DELETED. Null for one that
     * was not rejected.
     */
    rejectionReason: words().nullable(),
    loginDisabled: p.boolean().default(false),
    broadcastDisabled: p.boolean().default(false),
    paidForOnboardingKit: p.boolean().default(false),
    /** The maximum of open tickets it may have at once (fixed point 5). */
    ticketAcceptLimit: p.integer().default(50),
    subscribeEndDate: instant().nullable(),
    extendedDate: instant().nullable(),
    onboardedBy: p.uuid().nullable(),
    /** When its phone was verified by a code; null where an operator created the center without that (Q97). */
    phoneVerifiedAt: instant().nullable(),
    /** When the operator's staff verified it; until then its accepted requests per day are limited. */
    verifiedAt: instant().nullable(),
    /** The center's own papers; each has its decision next to it. */
    aadharFrontBlobId: p.uuid().nullable(),
    aadharBackBlobId: p.uuid().nullable(),
    panBlobId: p.uuid().nullable(),
    /** Only the last four digits and a keyed hash of an Aadhaar number are stored. */
    aadharLast4: words().nullable(),
    aadharHash: words().nullable(),
    vehicleId: p.uuid().nullable(),
    upiSealed: words().nullable(),
    upiMasked: words().nullable(),
    version: p.integer().version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Center = InferEntity<typeof CenterSchema>;

/** A service a center offers; priority 0 is the primary one, 1 a secondary one (R120). */
export const CenterServiceSchema = defineEntity({
  name: "CenterService",
  tableName: "center_services",
  properties: {
    centerId: p.uuid().primary(),
    serviceId: p.uuid().primary(),
    priority: p.smallint(),
  },
});
export type CenterService = InferEntity<typeof CenterServiceSchema>;

/** A pincode a center serves. */
export const CenterPincodeSchema = defineEntity({
  name: "CenterPincode",
  tableName: "center_pincodes",
  properties: {
    centerId: p.uuid().primary(),
    pincode: p.text().primary(),
  },
});
export type CenterPincode = InferEntity<typeof CenterPincodeSchema>;

/** A printed QR code that opens a booking page, of a center or of a dealer (Q129). */
export const PartnerQrSchema = defineEntity({
  name: "PartnerQr",
  tableName: "partner_qrs",
  properties: {
    qrId: p.text().primary(),
    /** The subject id in its history. */
    id: p.uuid().onCreate(() => rowId()),
    kind: words().$type<"center" | "dealer">(),
    centerId: p.uuid().nullable(),
    name: words().nullable(),
    status: words().default("ACTIVE"),
    scans: p.integer().default(0),
    createdAt: createdAt(),
  },
});
export type PartnerQr = InferEntity<typeof PartnerQrSchema>;
