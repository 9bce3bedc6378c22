import { sql } from "kysely";
import { adminNames } from "#modules/access/index.ts";
import { getClient, keyNames } from "#modules/catalog/index.ts";
import { deskNames } from "#modules/centers/index.ts";
import { rows } from "#modules/kernel/db/db.server.ts";

type Ids = Partial<
  Record<"admins" | "keys" | "desks" | "centers" | "technicians" | "services" | "clients", readonly string[]>
>;

/** The names of admins, clients' keys, people of centers' desks, centers, technicians, services and clients by their ids; no lookup without ids. */
export async function namesOf({ admins = [], keys = [], desks = [], ...others }: Ids): Promise<Map<string, string>> {
  const { centers = [], technicians = [], services = [], clients = [] } = others;
  const named = [centers, technicians, services].every(({ length }) => length === 0)
    ? []
    : await rows<{ id: string; name: string }>(
        sql`select id, center_name as name from centers where id = any(${[...new Set(centers)]}::uuid[])
         union all select id, name from technicians where id = any(${[...new Set(technicians)]}::uuid[])
         union all select id, service_name from services where id = any(${[...new Set(services)]}::uuid[])`,
      );
  const names = new Map(named.map(({ id, name }) => [id, name]));
  for (const [id, name] of await adminNames(admins)) names.set(id, name);
  for (const [id, name] of await keyNames(keys)) names.set(id, name);
  for (const [id, name] of await deskNames(desks)) names.set(id, name);
  // A request has one client, and seldom another one after it.
  for (const id of new Set(clients)) names.set(id, (await getClient(id)).clientName);
  return names;
}
