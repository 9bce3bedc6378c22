import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, key, words } from "../kernel/columns.ts";
import type { Locale } from "../kernel/messages/index.ts";

/** What a one-time password is asked for; a code for one act opens no other. */
export type OtpPurpose =
  | "booking"
  | "registration"
  | "center_login"
  | "technician_login"
  | "onboarder_login"
  | "onboarder_registration"
  | "tracking"
  | "password_reset";

/** A one-time password: hashed at rest, five minutes, five tries, single use. */
export const OtpSchema = defineEntity({
  name: "Otp",
  tableName: "otps",
  properties: {
    id: key(),
    phone: words(),
    purpose: words().$type<OtpPurpose>(),
    codeHash: words(),
    address: words().nullable(),
    /** The language of the page it was asked from. */
    locale: words().$type<Locale>().default("en"),
    tries: p.integer().default(0),
    createdAt: createdAt(),
    expiresAt: instant(),
    usedAt: instant().nullable(),
  },
});
export type Otp = InferEntity<typeof OtpSchema>;

/** That a phone was proved for a purpose; the act it was asked for consumes it (fixed point 13). */
export const OtpProofSchema = defineEntity({
  name: "OtpProof",
  tableName: "otp_proofs",
  properties: {
    id: key(),
    tokenHash: words(),
    phone: words(),
    purpose: words().$type<OtpPurpose>(),
    address: words().nullable(),
    createdAt: createdAt(),
    expiresAt: instant(),
    usedAt: instant().nullable(),
  },
});
export type OtpProof = InferEntity<typeof OtpProofSchema>;
