import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";

/** Copies of a row, one per id, with the unique columns changed. */
export const clones = (table: "centers" | "consumers" | "tickets", of: string, count: number): Promise<string[]> =>
  transaction(async () => {
    const ids = Array.from({ length: count }, () => randomUUID());
    const differs =
      table !== "tickets"
        ? sql`'phone', '8' || lpad((hashtextextended(made.id::text, 0) & 8589934591)::text, 10, '0')`
        : sql`'public_id', made.id, 'ticket_id', made.id`;
    await rows(
      sql`insert into ${sql.raw(table)} select (jsonb_populate_record(t, jsonb_build_object('id', made.id, ${differs}))).*
       from ${sql.raw(table)} t, unnest(${ids}::uuid[]) as made (id) where t.id = ${of}`,
    );
    return ids;
  });
