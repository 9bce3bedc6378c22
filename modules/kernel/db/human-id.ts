import { randomInt } from "node:crypto";
import { row } from "./db.server.ts";

const letters = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * An unused human id: a prefix and six characters that are not easily confused; `taken` is the query that looks for
 * `$1`.
 */
export async function freeHumanId(prefix: string, taken: string): Promise<string> {
  const humanId = `${prefix}${Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join("")}`;
  return (await row(taken, [humanId])) ? freeHumanId(prefix, taken) : humanId;
}
