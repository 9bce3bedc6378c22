import { z } from "zod";
import type { Permission } from "#modules/kernel/actor.ts";
import { id, text } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";

/* The keys with which a client's programs call the API. */

const choice: MessageKey = "form.choice";

/**
 * What a key may be good for. Each scope stands for one permission of the client's admins, and opens only the calls that
 * name it: two with the same permission do not open each other's.
 */
export const keyScopes = [
  "requests:read",
  "requests:create",
  "requests:update",
  "requests:cancel",
  "requests:upload",
] as const;
export type KeyScope = (typeof keyScopes)[number];
export const scopePermission: Record<KeyScope, Permission> = {
  "requests:read": "view_ticket.full_access",
  "requests:create": "add_ticket",
  "requests:update": "edit_ticket.full_access",
  "requests:cancel": "edit_ticket.full_access",
  "requests:upload": "add_ticket",
};

/** For how many days a key is good. */
export const keyLives = ["never", "30", "90", "365"] as const;
/** How long the old key still works beside the new one. */
export const keyOverlaps = ["now", "day", "week"] as const;

/** Name, scopes and life of a new key; one tick arrives as a text. */
export const CreateKey = z.object({
  clientId: id,
  name: text(60),
  scopes: z.preprocess(
    (value) => [value ?? []].flat(),
    z
      .array(z.enum(keyScopes, choice))
      .min(1, "clientKey.noScope" satisfies MessageKey)
      .max(20, choice)
      .transform((scopes) => keyScopes.filter((scope) => scopes.includes(scope))),
  ),
  expires: z.enum(keyLives, choice).default("never"),
});
export type CreateKey = z.output<typeof CreateKey>;

export const KeyRef = z.object({ keyId: id });
export type KeyRef = z.output<typeof KeyRef>;

export const RotateKey = KeyRef.extend({ overlap: z.enum(keyOverlaps, choice).default("day") });
export type RotateKey = z.output<typeof RotateKey>;

/** `ending`: a new key took its place, and it still works until `expiresAt`. */
export type KeyState = "active" | "ending" | "expired" | "revoked";

/** A key as its keepers see it; never the key itself. */
export type ClientKey = {
  id: string;
  name: string;
  /** How it begins, `ck_1f0c…`, to tell keys apart. */
  prefix: string;
  scopes: readonly KeyScope[];
  state: KeyState;
  createdAt: Date;
  /** `name` is null where the reader may not know it. */
  by: { kind: "client" | "operator" | "system"; name: string | null };
  /** Whether it works although the user who made it is switched off or deleted: it should be renewed or revoked. */
  makerOff: boolean;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** Accurate to a minute. */
  lastUsedAt: Date | null;
};

/** A key that was just made: `key` is told this once. */
export type MadeKey = { id: string; name: string; prefix: string; key: string; expiresAt: Date | null };
