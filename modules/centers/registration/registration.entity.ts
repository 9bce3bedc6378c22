import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, words } from "#modules/kernel/db/columns.ts";

/** A requested registration, until the code of its phone is entered; it becomes at most one account. */
export const RegistrationSchema = defineEntity({
  name: "Registration",
  tableName: "registrations",
  properties: {
    id: primaryKey(),
    kind: words().$type<"center" | "onboarder">(),
    tokenHash: words(),
    phone: words(),
    /** The onboarder who fills it in for another person. */
    ownerId: p.uuid().nullable(),
    details: p.json<Record<string, unknown>>().columnType("jsonb"),
    madeId: p.uuid().nullable(),
    createdAt: createdAt(),
    expiresAt: instant(),
  },
});
export type Registration = InferEntity<typeof RegistrationSchema>;
