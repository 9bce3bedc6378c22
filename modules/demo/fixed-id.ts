import { createHash } from "node:crypto";

const epoch = Date.UTC(2026, 0, 1);
const letters = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A UUIDv7 that depends only on the name. */
export function fixedId(name: string): string {
  const hex = createHash("sha256").update(`gharseva demo:${name}`).digest("hex");
  const time = epoch.toString(16).padStart(12, "0");
  const variant = ((Number.parseInt(hex[3]!, 16) & 3) | 8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(4, 7)}-${hex.slice(7, 19)}`;
}

/** Letters and digits without look-alikes that depend only on the name. */
export const fixedLetters = (name: string, count: number) =>
  [...createHash("sha256").update(`gharseva demo:${name}`).digest().subarray(0, count)]
    .map((byte) => letters[byte % letters.length])
    .join("");
