import { randomInt } from "node:crypto";
import { row } from "../kernel/db.server.ts";

const letters = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A prefix and six characters without look-alikes, not given to anybody yet; `taken` asks for one with `$1`. */
export async function freeHumanId(prefix: string, taken: string): Promise<string> {
  const humanId = `${prefix}${Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join("")}`;
  return (await row(taken, [humanId])) ? freeHumanId(prefix, taken) : humanId;
}
