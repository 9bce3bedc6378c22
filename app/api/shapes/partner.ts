import { z } from "zod";
import type { Partner } from "#modules/centers/shared.ts";
import { ServedShape, served } from "./service.ts";

/** The partner of a QR code; of its center only what a booking form needs (H25). */
export const PartnerShape = z.strictObject({
  doesCenterExists: z.boolean(),
  isCenterExist: z.boolean(),
  _id: z.string().optional(),
  center_name: z.string().optional(),
  address_details: z
    .strictObject({ city: z.string().nullable(), state: z.string().nullable(), pincode: z.string() })
    .optional(),
  qr_details: z.strictObject({ qr_id: z.string(), kind: z.string() }).optional(),
  services: z.strictObject({ primary_services: ServedShape.optional(), services: z.array(ServedShape) }).optional(),
  vehicleId: z.strictObject({ _id: z.string(), vehicleType: z.string() }).optional(),
});

/** Both spellings of the flag have the same value (Q54). */
export const partner = (match: Partner | undefined): z.input<typeof PartnerShape> => ({
  doesCenterExists: match !== undefined,
  isCenterExist: match !== undefined,
  ...(match?.center && {
    _id: match.center.id,
    center_name: match.center.centerName,
    address_details: { city: match.center.city, state: match.center.state, pincode: match.center.pincode },
  }),
  ...(match && {
    qr_details: { qr_id: match.qr.qrId, kind: match.qr.kind },
    services: {
      primary_services: match.primaryService && served(match.primaryService),
      services: match.services.map(served),
    },
    vehicleId: match.vehicle && { _id: match.vehicle.id, vehicleType: match.vehicle.vehicleType },
  }),
});
