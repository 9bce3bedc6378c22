import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, key, updatedAt, words } from "../kernel/columns.ts";

/** A service people book; its name is upper-case. */
export const ServiceSchema = defineEntity({
  name: "Service",
  tableName: "services",
  properties: {
    id: key(),
    serviceName: words(),
    imageBlobId: p.uuid().nullable(),
    isActive: p.boolean().default(true),
    /** Pick-and-drop services have pick and drop locations instead of an address (Q87). */
    pickDrop: p.boolean().default(false),
    /** GST service accounting code on invoices; the configured default when empty. */
    sac: words().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Service = InferEntity<typeof ServiceSchema>;
