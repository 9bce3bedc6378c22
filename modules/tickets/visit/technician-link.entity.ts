import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, primaryKey, words } from "#modules/kernel/db/columns.ts";

/** A link by which a technician opens a visit: 128 bits, hashed at rest. Whether it is open says the request alone. */
export const TechnicianLinkSchema = defineEntity({
  name: "TechnicianLink",
  tableName: "technician_links",
  properties: {
    id: primaryKey(),
    ticketId: p.uuid(),
    technicianId: p.uuid(),
    tokenHash: words(),
    createdAt: createdAt(),
  },
});
export type TechnicianLink = InferEntity<typeof TechnicianLinkSchema>;
