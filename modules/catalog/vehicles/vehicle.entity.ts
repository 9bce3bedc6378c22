import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, paise, primaryKey, words } from "#modules/kernel/db/columns.ts";
import type { Names } from "../shared.ts";

/** A vehicle of the pick-and-drop service. */
export const VehicleSchema = defineEntity({
  name: "Vehicle",
  tableName: "vehicles",
  properties: {
    id: primaryKey(),
    vehicleType: words(),
    /** Its names in other languages, by language; where there is none, the one above is shown. */
    names: p
      .json<Names>()
      .columnType("jsonb")
      .onCreate(() => ({})),
    platformChargePaise: paise(),
    /** The one vehicle type whose partners are booked at /bookingPickDrop (R036). */
    eRickshaw: p.boolean().default(false),
    createdAt: createdAt(),
  },
});
export type Vehicle = InferEntity<typeof VehicleSchema>;
