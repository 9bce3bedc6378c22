import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { countryCode, createdAt, primaryKey, updatedAt, words } from "#modules/kernel/db/columns.ts";

/** A field agent who registers centers on their behalf. */
export const OnboarderSchema = defineEntity({
  name: "Onboarder",
  tableName: "onboarders",
  properties: {
    id: primaryKey(),
    centerOnboarderId: words(),
    name: words(),
    countryCode: countryCode(),
    phone: words(),
    primaryServiceId: p.uuid().nullable(),
    allowedStates: p.array().columnType("text[]"),
    allowedCities: p.array().columnType("text[]"),
    version: p.integer().version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Onboarder = InferEntity<typeof OnboarderSchema>;
