import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, primaryKey } from "#modules/kernel/db/columns.ts";

/** A picture a customer added to a booking: of its draft, or of the request the draft became; one of the two is null. */
export const NeedPictureSchema = defineEntity({
  name: "NeedPicture",
  tableName: "need_pictures",
  properties: {
    id: primaryKey(),
    draftId: p.uuid().nullable(),
    ticketId: p.uuid().nullable(),
    /** Its place on the page, 0 to 2. */
    slot: p.smallint(),
    blobId: p.uuid(),
    createdAt: createdAt(),
  },
});
export type NeedPicture = InferEntity<typeof NeedPictureSchema>;
