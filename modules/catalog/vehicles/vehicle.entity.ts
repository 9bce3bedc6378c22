import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, key, paise, words } from "#modules/kernel/db/columns.ts";

/** A vehicle of the pick-and-drop service. */
export const VehicleSchema = defineEntity({
  name: "Vehicle",
  tableName: "vehicles",
  properties: {
    id: key(),
    vehicleType: words(),
    /** Its name on Hindi pages; the other one when empty. */
    hindiName: words().nullable(),
    platformChargePaise: paise(),
    /** The one vehicle type whose partners are booked at /bookingPickDrop (R036). */
    eRickshaw: p.boolean().default(false),
    createdAt: createdAt(),
  },
});
export type Vehicle = InferEntity<typeof VehicleSchema>;
