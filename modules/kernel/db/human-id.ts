import { randomInt } from "node:crypto";
import { row } from "./db.server.ts";
import type { Sql } from "./sql.ts";

const letters = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * An unused human id: a prefix and six characters that are not easily confused; `taken` is the query that looks for
 * an id.
 */
export async function freeHumanId(prefix: string, taken: (id: string) => Sql): Promise<string> {
  const humanId = `${prefix}${Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join("")}`;
  return (await row(taken(humanId))) ? freeHumanId(prefix, taken) : humanId;
}
