import { adminNames } from "#modules/access/index.ts";
import { rows } from "#modules/kernel/db/db.server.ts";

type Ids = { admins?: readonly string[]; centers?: readonly string[]; technicians?: readonly string[] };

/** The names of admins, centers and technicians by their ids; one lookup each kind, none for a kind without ids. */
export async function namesOf({ admins = [], centers = [], technicians = [] }: Ids): Promise<Map<string, string>> {
  const found =
    centers.length + technicians.length === 0
      ? []
      : await rows<{ id: string; name: string }>(
          `select id, center_name as name from centers where id = any($1::uuid[])
           union all select id, name from technicians where id = any($2::uuid[])`,
          [[...new Set(centers)], [...new Set(technicians)]],
        );
  const names = new Map(found.map(({ id, name }) => [id, name]));
  for (const [id, name] of await adminNames(admins)) names.set(id, name);
  return names;
}
