import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, key, words } from "../kernel/columns.ts";

export type SessionKind = "admin" | "center" | "onboarder" | "technician" | "visitor";

/** Why somebody's sessions were ended: their login was closed, or they are no more. */
export type EndedBecause = "shut_out" | "gone";

/** A signed-in browser or API client; only the token's hash is kept, and every request looks here (fixed point 18). */
export const SessionSchema = defineEntity({
  name: "Session",
  tableName: "sessions",
  properties: {
    id: key(),
    kind: words().$type<SessionKind>(),
    subjectId: p.uuid().nullable(),
    tokenHash: words(),
    via: words().$type<"cookie" | "token">(),
    address: words().nullable(),
    createdAt: createdAt(),
    expiresAt: instant(),
    endedAt: instant().nullable(),
    /** None where somebody logged out, or is to log in anew. */
    endedBecause: words().$type<EndedBecause>().nullable(),
  },
});
export type Session = InferEntity<typeof SessionSchema>;

/** A phone that a visitor's browser has proved (fixed point 14). */
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
