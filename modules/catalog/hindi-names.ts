import { sql } from "kysely";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { cachedBriefly } from "#modules/kernel/work/lately.server.ts";
import { catalogTopic } from "./keepers.ts";

const names = cachedBriefly(catalogTopic, async () => {
  const translations = await unitOfWork(() =>
    rows<{ name: string; hindi: string }>(
      sql`select service_name as name, hindi_name as hindi from services where hindi_name is not null
       union all select vehicle_type, hindi_name from vehicles where hindi_name is not null`,
    ),
  );
  return Object.fromEntries(translations.map(({ name, hindi }) => [name, hindi]));
});

/** The Hindi names of services and vehicles by the names they have in data; none when the database does not answer. */
export const hindiNames = (): Promise<Record<string, string>> =>
  names().catch((error: unknown) => {
    log.error({ err: error }, "the Hindi names of services could not be read");
    return {};
  });
