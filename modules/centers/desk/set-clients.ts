import { rows } from "#modules/kernel/db/db.server.ts";
import { invalid } from "#modules/kernel/errors.ts";

/** The ids of the clients a center may work for, in their order. */
export const clientsOf = async (centerId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>("select client_id as id from center_clients where center_id = $1 order by client_id", [
      centerId,
    ])
  ).map(({ id }) => id);

/**
 * Set the clients a center may work for, as a whole, in the running transaction; answers their names. Refuses an
 * unknown client with `client.notFound`.
 */
export async function setClients(centerId: string, clientIds: readonly string[]): Promise<string> {
  const known = await rows<{ name: string }>(
    "select client_name as name from clients where id = any ($1) order by client_name",
    [clientIds],
  );
  if (known.length < clientIds.length) throw invalid("client.notFound", { clientIds: "client.notFound" });
  await rows("delete from center_clients where center_id = $1 and client_id <> all ($2)", [centerId, clientIds]);
  await rows(
    `insert into center_clients (center_id, client_id) select $1, unnest($2::uuid[])
       on conflict do nothing`,
    [centerId, clientIds],
  );
  return known.map(({ name }) => name).join(", ");
}
