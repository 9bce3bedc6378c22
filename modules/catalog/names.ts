import { sql } from "kysely";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { cachedBriefly } from "#modules/kernel/work/lately.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { catalogTopic } from "./keepers.ts";

const names = cachedBriefly(catalogTopic, async () => {
  const translations = await unitOfWork(() =>
    rows<{ locale: Locale; name: string; own: string }>(
      sql`select locale, service_name as name, own from services, jsonb_each_text(names) as translated (locale, own)
       union all select locale, vehicle_type, own from vehicles, jsonb_each_text(names) as translated (locale, own)`,
    ),
  );
  const byLocale = Map.groupBy(translations, ({ locale }) => locale);
  return new Map(
    [...byLocale].map(([locale, named]) => [locale, Object.fromEntries(named.map(({ name, own }) => [name, own]))]),
  );
});

/**
 * The names of services and vehicles in a language by those they have in data, which are English; none when the database
 * does not answer.
 */
export async function namesIn(locale: Locale): Promise<Record<string, string>> {
  if (locale === "en") return {};
  try {
    return (await names()).get(locale) ?? {};
  } catch (error) {
    log.error({ err: error }, "the translated names of services could not be read");
    return {};
  }
}
