import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, key, words } from "../kernel/columns.ts";

/** What somebody asked to have registered, until the code of its phone comes back; it becomes one account at most. */
export const RegistrationSchema = defineEntity({
  name: "Registration",
  tableName: "registrations",
  properties: {
    id: key(),
    kind: words().$type<"center" | "onboarder">(),
    tokenHash: words(),
    phone: words(),
    /** Who fills it in for somebody else: an onboarder. */
    ownerId: p.uuid().nullable(),
    details: p.json<Record<string, unknown>>().columnType("jsonb"),
    madeId: p.uuid().nullable(),
    createdAt: createdAt(),
    expiresAt: instant(),
  },
});
export type Registration = InferEntity<typeof RegistrationSchema>;
