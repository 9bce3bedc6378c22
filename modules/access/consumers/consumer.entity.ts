import { defineEntity, type InferEntity } from "@mikro-orm/postgresql";
import { countryCode, createdAt, primaryKey, updatedAt, words } from "#modules/kernel/db/columns.ts";
import type { Locale } from "#modules/messages/index.ts";

/** A member of the public who verified a phone number and booked. */
export const ConsumerSchema = defineEntity({
  name: "Consumer",
  tableName: "consumers",
  properties: {
    id: primaryKey(),
    name: words(),
    countryCode: countryCode(),
    phone: words(),
    pincode: words().nullable(),
    /** The language they booked in, used for messages. */
    locale: words().$type<Locale>().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Consumer = InferEntity<typeof ConsumerSchema>;
