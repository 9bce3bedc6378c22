import { randomInt } from "node:crypto";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { row } from "./db.server.ts";

const letters = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * An unused human id: a prefix and six characters that are not easily confused; `taken` is the query that looks for
 * an id.
 */
export async function freeHumanId(prefix: string, taken: (id: string) => Sql): Promise<string> {
  const humanId = `${prefix}${Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join("")}`;
  return (await row(taken(humanId))) ? freeHumanId(prefix, taken) : humanId;
}
