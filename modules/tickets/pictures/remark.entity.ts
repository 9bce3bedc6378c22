import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, primaryKey, words } from "#modules/kernel/db/columns.ts";

/** A remark on a ticket. */
export const RemarkSchema = defineEntity({
  name: "Remark",
  tableName: "remarks",
  properties: {
    id: primaryKey(),
    ticketId: p.uuid(),
    authorKind: words().$type<"center" | "admin" | "technician" | "customer">(),
    /** Of a customer the browser that proved the phone; null where a call proved it. */
    authorId: p.uuid().nullable(),
    text: words(),
    createdAt: createdAt(),
  },
});
export type Remark = InferEntity<typeof RemarkSchema>;

/** A picture taken on site. */
export const PictureSchema = defineEntity({
  name: "Picture",
  tableName: "ticket_pictures",
  properties: {
    id: primaryKey(),
    ticketId: p.uuid(),
    blobId: p.uuid(),
    authorKind: words(),
    authorId: p.uuid().nullable(),
    createdAt: createdAt(),
  },
});
export type Picture = InferEntity<typeof PictureSchema>;
