import { defineEntity, type InferEntity } from "@mikro-orm/postgresql";
import { countryCode, createdAt, key, updatedAt, words } from "../kernel/columns.ts";

/** A member of the public who proved a phone number and booked. */
export const ConsumerSchema = defineEntity({
  name: "Consumer",
  tableName: "consumers",
  properties: {
    id: key(),
    name: words(),
    countryCode: countryCode(),
    phone: words(),
    pincode: words().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Consumer = InferEntity<typeof ConsumerSchema>;
