import { defineEntity, type InferEntity } from "@mikro-orm/postgresql";
import { countryCode, createdAt, key, updatedAt, words } from "../kernel/columns.ts";
import type { Locale } from "../kernel/messages/index.ts";

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
    /** The language they booked in; messages are written in it. */
    locale: words().$type<Locale>().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Consumer = InferEntity<typeof ConsumerSchema>;
