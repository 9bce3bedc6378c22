import { randomInt } from "node:crypto";
import { istDate } from "#modules/kernel/clock.ts";
import { inTransaction } from "#modules/kernel/db/db.server.ts";

/** Without characters that are easily confused on the telephone: 0/O, 1/I/L, 5/S, 2/Z, 8/B. */
const alphabet = "ACDEFGHJKMNPQRTUVWXY34679";
const length = 4;

/**
 * A random human id with today's date (IST): `REQ-261121-4F7K`, of a ride `RIDE-261121-4F7K`. More letters are for a day
 * on which most numbers are taken.
 */
export function randomNumber(prefix: "REQ" | "RIDE" = "REQ", letters = length) {
  const date = istDate().slice(2).replaceAll("-", "");
  let drawn = randomInt(alphabet.length ** letters);
  let tail = "";
  for (let at = 0; at < letters; at++, drawn = Math.floor(drawn / alphabet.length))
    tail += alphabet[drawn % alphabet.length];
  return `${prefix}-${date}-${tail}`;
}

/** The unique indexes of human ids. */
const judges = new Set(["tickets_human_id", "rides_human_id"]);

const constraintOf = (error: unknown) => (error as { constraint?: string } | undefined)?.constraint;

/**
 * Run a whole booking, and again when its number is taken: the unique index decides, and of the 390,625 numbers of a
 * day few are in use. Inside a running transaction the outermost caller does this.
 */
export async function withFreshNumber<T>(book: () => Promise<T>, tries = 8): Promise<T> {
  try {
    return await book();
  } catch (error) {
    const collided = judges.has(constraintOf(error) ?? "");
    if (!collided || inTransaction() || tries <= 1) throw error;
    return withFreshNumber(book, tries - 1);
  }
}
