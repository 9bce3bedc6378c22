import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, words } from "#modules/kernel/db/columns.ts";

/** The secret shared with an admin's authenticator app (RFC 6238), sealed; null while only offered. */
export const SecondFactorSchema = defineEntity({
  name: "SecondFactor",
  tableName: "admin_second_factors",
  properties: {
    adminId: p.uuid().primary(),
    secretSealed: words().nullable(),
    confirmedAt: instant().nullable(),
    /** The time step of the last accepted code; it and earlier ones are not accepted again. */
    lastStep: p.bigint("number").nullable(),
    failures: p.integer().default(0),
    lastTryAt: instant().nullable(),
    lockedUntil: instant().nullable(),
    /** A new secret that one session is setting up. */
    offeredSealed: words().nullable(),
    offeredSessionId: p.uuid().nullable(),
    offeredAt: instant().nullable(),
  },
});
export type SecondFactor = InferEntity<typeof SecondFactorSchema>;

/** Replaces a code once, when the phone is lost; stored as a keyed hash only. */
export const RecoveryCodeSchema = defineEntity({
  name: "RecoveryCode",
  tableName: "admin_recovery_codes",
  properties: {
    id: primaryKey(),
    adminId: p.uuid(),
    codeHash: words(),
    createdAt: createdAt(),
    usedAt: instant().nullable(),
  },
});
export type RecoveryCode = InferEntity<typeof RecoveryCodeSchema>;

/** A browser that gave the right password but no code yet; it grants no access. */
export const PendingSignInSchema = defineEntity({
  name: "PendingSignIn",
  tableName: "admin_pending_sign_ins",
  properties: {
    id: primaryKey(),
    tokenHash: words(),
    adminId: p.uuid(),
    /** Identifies the password that was given: if it changes, the sign-in must start again. */
    passwordMark: words(),
    createdAt: createdAt(),
    expiresAt: instant(),
    usedAt: instant().nullable(),
  },
});
export type PendingSignIn = InferEntity<typeof PendingSignInSchema>;
