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
export const partner = (found: Partner | undefined): z.input<typeof PartnerShape> => ({
  doesCenterExists: found !== undefined,
  isCenterExist: found !== undefined,
  ...(found?.center && {
    _id: found.center.id,
    center_name: found.center.centerName,
    address_details: { city: found.center.city, state: found.center.state, pincode: found.center.pincode },
  }),
  ...(found && {
    qr_details: { qr_id: found.qr.qrId, kind: found.qr.kind },
    services: {
      primary_services: found.primaryService && served(found.primaryService),
      services: found.services.map(served),
    },
    vehicleId: found.vehicle && { _id: found.vehicle.id, vehicleType: found.vehicle.vehicleType },
  }),
});
