import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";
import { invalid } from "#modules/kernel/errors.ts";

/** The ids of the clients a center may work for, in their order. */
export const clientsOf = async (centerId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      sql`select client_id as id from center_clients where center_id = ${centerId} order by client_id`,
    )
  ).map(({ id }) => id);

/**
 * Set the clients a center may work for, as a whole, in the running transaction; answers their names. Refuses an
 * unknown client with `client.notFound`.
 */
export async function setClients(centerId: string, clientIds: readonly string[]): Promise<string> {
  const known = await rows<{ name: string }>(
    sql`select client_name as name from clients where id = any (${clientIds}) order by client_name`,
  );
  if (known.length < clientIds.length) throw invalid("client.notFound", { clientIds: "client.notFound" });
  await rows(sql`delete from center_clients where center_id = ${centerId} and client_id <> all (${clientIds})`);
  await rows(
    sql`insert into center_clients (center_id, client_id) select ${centerId}, unnest(${clientIds}::uuid[])
       on conflict do nothing`,
  );
  return known.map(({ name }) => name).join(", ");
}
