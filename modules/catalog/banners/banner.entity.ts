import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, updatedAt, words } from "#modules/kernel/db/columns.ts";

/** A picture above the booking form; without days it is shown as long as it is active. */
export const BannerSchema = defineEntity({
  name: "Banner",
  tableName: "banners",
  properties: {
    id: primaryKey(),
    /** Null only while it is being made. */
    imageBlobId: p.uuid().nullable(),
    /** What its picture says, for people who do not see it. */
    says: words().nullable(),
    isActive: p.boolean().default(true),
    /** Its place in the order people see, from 1. */
    position: p.integer(),
    fromDate: instant().nullable(),
    toDate: instant().nullable(),
    version: p.integer().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Banner = InferEntity<typeof BannerSchema>;
