import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, updatedAt, words } from "#modules/kernel/db/columns.ts";
import type { Chips, Names, ServiceSupplier } from "../shared.ts";

/** A service people book; its name is upper-case. */
export const ServiceSchema = defineEntity({
  name: "Service",
  tableName: "services",
  properties: {
    id: primaryKey(),
    serviceName: words(),
    /** Its names in other languages, by language; where there is none, the one above is shown. */
    names: p
      .json<Names>()
      .columnType("jsonb")
      .onCreate(() => ({})),
    /** Short words for what is often wrong, by language; the usual ones of its name where it has none of its own. */
    chips: p.json<Chips>().columnType("jsonb").nullable(),
    imageBlobId: p.uuid().nullable(),
    isActive: p.boolean().default(true),
    /** Pick-and-drop services have pick and drop locations instead of an address (Q87). */
    pickDrop: p.boolean().default(false),
    /** GST service accounting code on invoices; the configured default when empty. */
    sac: words().nullable(),
    /** Who supplies its work, and so issues its bills. */
    supplier: words().$type<ServiceSupplier>().default("operator"),
    /** How long a job takes as a rule, in minutes; the windows of visits are counted with it. */
    duration: p.integer().default(60),
    /** Its place among the services; those of one place stand by name. */
    position: p.integer().default(0),
    /** Set once it is deleted: requests made with it keep it, everything else ends (Q115). */
    deletedAt: instant().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Service = InferEntity<typeof ServiceSchema>;
