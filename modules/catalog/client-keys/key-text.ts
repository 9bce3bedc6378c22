import { randomBytes } from "node:crypto";
import { hashToken, randomToken, sameSecret } from "#modules/kernel/crypto.server.ts";

/*
 * A key is `ck_`, eight hexadecimal digits and 32 random bytes: `ck_1f0c22ab_…`. The digits find its row and are no
 * secret; of the whole only the SHA-256 is kept, which 256 random bits need no salt for.
 */

const shape = /^(ck_[0-9a-f]{8})_[\w-]{43}$/;

/** A new key, the beginning it is recognised by, and the hash that is kept. */
export function newKey(): { key: string; prefix: string; hash: string } {
  const prefix = `ck_${randomBytes(4).toString("hex")}`;
  const key = `${prefix}_${randomToken(32)}`;
  return { key, prefix, hash: hashToken(key) };
}

/** Whether a token claims to be a key and not the token of a login. */
export const looksLikeKey = (token: string) => token.startsWith("ck_");

/** How a well-formed key begins; undefined for anything else. */
export const prefixOf = (key: string): string | undefined => shape.exec(key)?.[1];

/** Whether this key has that hash, compared in constant time. */
export const keyHolds = (key: string, hash: string) => sameSecret(hashToken(key), hash);

/** Compared with where no key has the prefix, so that both cost the same. */
export const hashOfNone = hashToken("");
