import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";
import { isTitle } from "#modules/kernel/first-name.ts";
import { type Person, wordsIn } from "#modules/kernel/person/person-places.server.ts";

/** Shorter words are initials. */
const shortest = 3;

/**
 * The words of a customer's names in small letters without titles, as registered and as requests and rides have them,
 * before an erasure.
 */
export async function nameWords({ consumerId, phone, ticketIds }: Person): Promise<string[]> {
  const words = await rows(
    sql<{ word: string }>`
      select distinct word from (
        select name from consumers where id = ${consumerId}::uuid
        union select name from tickets where id = any(${[...ticketIds]}::uuid[])
        union select name from rides where phone = ${phone}) named,
        unnest(${wordsIn(sql`named.name`)}) word
       where length(word) >= ${shortest}`,
  );
  return words.map(({ word }) => word).filter((word) => !isTitle(word));
}
