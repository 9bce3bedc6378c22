import { randomInt } from "node:crypto";
import { UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { istDate } from "../kernel/clock.ts";
import { inTransaction, rows } from "../kernel/db.server.ts";

/** No 0 and O, no 1, I and L, no 5 and S, no 2 and Z, no 8 and B: people read the number out on the telephone. */
const alphabet = "ACDEFGHJKMNPQRTUVWXY34679";
const length = 4;

/** A human id of today in India: `REQ-261121-4F7K` (product.md). */
export function randomNumber() {
  const date = istDate().slice(2).replaceAll("-", "");
  const tail = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `REQ-${date}-${tail}`;
}

/** A human id no ticket has: several are drawn at once, so that a busy day costs no second question. */
export async function freshNumber(): Promise<string> {
  for (let draw = 0; draw < 20; draw++) {
    const drawn = Array.from({ length: 4 }, randomNumber);
    const taken = await rows<{ ticket_id: string }>("select ticket_id from tickets where ticket_id = any($1::text[])", [
      drawn,
    ]);
    const free = drawn.find((number) => !taken.some(({ ticket_id }) => ticket_id === number));
    if (free) return free;
  }
  throw new Error("no free ticket number today");
}

/**
 * Run a whole booking, again when another one took its number at the very same moment: the unique index is the judge.
 * Inside a running transaction the outermost caller does this.
 */
export async function withFreshNumber<T>(book: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await book();
  } catch (error) {
    const collided = error instanceof UniqueConstraintViolationException && /tickets_human_id/.test(error.message);
    if (!collided || inTransaction() || tries <= 1) throw error;
    return withFreshNumber(book, tries - 1);
  }
}
