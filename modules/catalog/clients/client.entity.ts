import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, key, updatedAt, words } from "#modules/kernel/db/columns.ts";

/** A B2B customer that uploads requests. */
export const ClientSchema = defineEntity({
  name: "Client",
  tableName: "clients",
  properties: {
    id: key(),
    clientName: words(),
    isActive: p.boolean().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Client = InferEntity<typeof ClientSchema>;
