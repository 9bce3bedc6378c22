import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, paise, primaryKey, updatedAt, words } from "#modules/kernel/db/columns.ts";
import type { Requirement } from "./input.ts";

/** A B2B customer that uploads requests. Clients of before these details have a name alone. */
export const ClientSchema = defineEntity({
  name: "Client",
  tableName: "clients",
  properties: {
    id: primaryKey(),
    /** What people call it by beside its name, such as `CLT4K7P2Q`. */
    clientId: words().nullable(),
    clientName: words(),
    productName: words().nullable(),
    productCategory: words().nullable(),
    specificRequirement: words().$type<Requirement>().nullable(),
    pricePaise: paise().nullable(),
    officialEmail: words().nullable(),
    contactName: words().nullable(),
    contactDesignation: words().nullable(),
    contactPhone: words().nullable(),
    addressLine: words().nullable(),
    city: words().nullable(),
    state: words().nullable(),
    pincode: words().nullable(),
    gstSealed: words().nullable(),
    gstMasked: words().nullable(),
    aadhaarLast4: words().nullable(),
    aadhaarHash: words().nullable(),
    panSealed: words().nullable(),
    panLast4: words().nullable(),
    tinNumber: words().nullable(),
    bankName: words().nullable(),
    accountSealed: words().nullable(),
    accountLast4: words().nullable(),
    ifscCode: words().nullable(),
    branch: words().nullable(),
    category: p.array().columnType("text[]").default([]),
    allowedBrands: p.array().columnType("text[]").default([]),
    isActive: p.boolean().default(true),
    version: p.integer().default(1),
    /** Set once it is deleted: its requests keep it, everything else ends (Q115). */
    deletedAt: instant().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Client = InferEntity<typeof ClientSchema>;
