import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, words } from "#modules/kernel/db/columns.ts";

/** A person of a center's desk, who signs in at the center's login with a phone of their own. */
export const DeskLoginSchema = defineEntity({
  name: "DeskLogin",
  tableName: "desk_logins",
  properties: {
    id: primaryKey(),
    centerId: p.uuid(),
    name: words(),
    /** Null when the person was erased. */
    phone: words().nullable(),
    createdAt: createdAt(),
    /** The latest sign-in; null before the first one. */
    signedInAt: instant().nullable(),
    /** Null as long as the person may sign in. */
    endedAt: instant().nullable(),
  },
});
export type DeskLogin = InferEntity<typeof DeskLoginSchema>;
