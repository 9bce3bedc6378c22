import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, words } from "#modules/kernel/db/columns.ts";
import type { Locale } from "#modules/messages/index.ts";

/** The purpose of a one-time password; a code is valid for its own purpose only. */
export type OtpPurpose =
  | "booking"
  | "registration"
  | "center_login"
  | "technician_login"
  | "onboarder_login"
  | "onboarder_registration"
  | "tracking"
  | "password_reset"
  | "admin_mobile";

/** The purposes that sign in to an account. */
export const loginPurposes: readonly OtpPurpose[] = [
  "center_login",
  "technician_login",
  "onboarder_login",
  "password_reset",
];

/** A one-time password: stored as a hash, valid for five minutes, five tries, single use. */
export const OtpSchema = defineEntity({
  name: "Otp",
  tableName: "otps",
  properties: {
    id: primaryKey(),
    phone: words(),
    purpose: words().$type<OtpPurpose>(),
    codeHash: words(),
    address: words().nullable(),
    /** The language of the page that requested it. */
    locale: words().$type<Locale>().default("en"),
    /** The hash of the nonce given to the requester. */
    nonceHash: words().nullable(),
    /** Whether a message was sent: an unsent code is never accepted. */
    sent: p.boolean().default(true),
    /** Whether a known browser requested it. */
    known: p.boolean().default(false),
    /** Tries with the nonce. */
    tries: p.integer().default(0),
    /** Tries without the nonce, by network. */
    looseTries: p.json<Record<string, number>>().columnType("jsonb"),
    createdAt: createdAt(),
    expiresAt: instant(),
    usedAt: instant().nullable(),
  },
});
export type Otp = InferEntity<typeof OtpSchema>;

/** A proof that a phone was verified for a purpose; the action it is for uses it up (fixed point 13). */
export const OtpProofSchema = defineEntity({
  name: "OtpProof",
  tableName: "otp_proofs",
  properties: {
    id: primaryKey(),
    tokenHash: words(),
    phone: words(),
    purpose: words().$type<OtpPurpose>(),
    createdAt: createdAt(),
    expiresAt: instant(),
    usedAt: instant().nullable(),
  },
});
export type OtpProof = InferEntity<typeof OtpProofSchema>;
