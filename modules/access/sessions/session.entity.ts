import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, words } from "#modules/kernel/db/columns.ts";

export type SessionKind = "admin" | "center" | "onboarder" | "technician" | "visitor";

/** Why a session was ended for its user: their login was closed, or the account no longer exists. */
export type EndedBecause = "shut_out" | "gone";

/** A signed-in browser or API client. Only the token's hash is stored; every request looks it up (fixed point 18). */
export const SessionSchema = defineEntity({
  name: "Session",
  tableName: "sessions",
  properties: {
    id: primaryKey(),
    kind: words().$type<SessionKind>(),
    subjectId: p.uuid().nullable(),
    /** Centers only: the person of its desk who is signed in; null for the owner. */
    deskLoginId: p.uuid().nullable(),
    tokenHash: words(),
    via: words().$type<"cookie" | "token">(),
    address: words().nullable(),
    createdAt: createdAt(),
    expiresAt: instant(),
    endedAt: instant().nullable(),
    /** Null after a logout, or when a new login is required. */
    endedBecause: words().$type<EndedBecause>().nullable(),
    /** Admins only: a coarse name of the browser, `Chrome, Windows`. */
    device: words().nullable(),
    /** Admins only: written at most every ten minutes. */
    lastSeenAt: instant().nullable(),
    /** Admins only: when password and code were last entered in this session. */
    provedAt: instant().nullable(),
  },
});
export type Session = InferEntity<typeof SessionSchema>;

/** A phone that a visitor's browser has verified (fixed point 14). */
export const VisitorPhoneSchema = defineEntity({
  name: "VisitorPhone",
  tableName: "visitor_phones",
  properties: {
    sessionId: p.uuid().primary(),
    phone: p.text().primary(),
    provedAt: createdAt(),
  },
});
export type VisitorPhone = InferEntity<typeof VisitorPhoneSchema>;
