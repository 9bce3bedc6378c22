import { AsyncLocalStorage } from "node:async_hooks";
import { randomInt } from "node:crypto";
import { istDate } from "#modules/kernel/clock.ts";
import { inTransaction } from "#modules/kernel/db/db.server.ts";

/** Without characters that are easily confused on the telephone: 0/O, 1/I/L, 5/S, 2/Z, 8/B. */
const alphabet = "ACDEFGHJKMNPQRTUVWXY34679";

/** How many letters a number has that is drawn in a round, from 0: more on a day on which most short ones are taken. */
export const lettersIn = (round: number) => (round < 2 ? 4 : 6);

/** The round in which the running booking draws its number. */
const rounds = new AsyncLocalStorage<number>();

/** A random human id with today's date (IST): `REQ-261121-4F7K`, of a ride `RIDE-261121-4F7K`. */
export function randomNumber(prefix: "REQ" | "RIDE" = "REQ", letters = lettersIn(rounds.getStore() ?? 0)) {
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

const mostRounds = 8;

/**
 * Run a whole booking, and again when its number is taken: the unique index decides. Of the 390,625 short numbers of a
 * day few are in use, but after uploads of a hundred thousand requests. Inside a running transaction the outermost
 * caller does this.
 */
export async function withFreshNumber<T>(book: () => Promise<T>, round = 0): Promise<T> {
  try {
    return await (round === 0 ? book() : rounds.run(round, book));
  } catch (error) {
    const collided = judges.has(constraintOf(error) ?? "");
    if (!collided || inTransaction() || round + 1 === mostRounds) throw error;
    return withFreshNumber(book, round + 1);
  }
}
