import { sql } from "kysely";
import { em, rows } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { cachedBriefly } from "#modules/kernel/work/lately.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { usualChips } from "#modules/messages/usual-chips.ts";
import { catalogTopic } from "../keepers.ts";
import type { Chips, ServiceRow } from "../shared.ts";
import { type Service, ServiceSchema } from "./service.entity.ts";

/** A service as people see it. */
export const presentService = ({ id, serviceName, names, ...service }: Service): ServiceRow => ({
  id,
  serviceName,
  names,
  chips: service.chips ?? null,
  imageBlobId: service.imageBlobId ?? null,
  isActive: service.isActive,
  pickDrop: service.pickDrop,
  sac: service.sac ?? null,
  supplier: service.supplier,
  duration: service.duration,
});

/**
 * The chips of a service in a language: its own, or the usual ones of its name; the English ones where the language has
 * none, unless only its own are wanted.
 */
export function chipsOf(
  { serviceName, chips }: Pick<ServiceRow, "serviceName" | "chips">,
  locale: Locale,
  { own = false } = {},
): readonly string[] {
  const byLocale: Chips = chips ?? usualChips(serviceName);
  return byLocale[locale] ?? (own ? undefined : byLocale.en) ?? [];
}

/** The services people can book, in the order they are shown in. */
export async function activeServices(): Promise<ServiceRow[]> {
  const shown = { isActive: true, deletedAt: null };
  return (await em().find(ServiceSchema, shown, { orderBy: { position: "asc", serviceName: "asc" } })).map(
    presentService,
  );
}

/** Every service, the inactive ones too, in the order they are shown in. */
export const allServices = (): Promise<ServiceRow[]> =>
  rows(
    sql`select id, service_name as "serviceName", names, chips, image_blob_id as "imageBlobId", is_active as "isActive",
            pick_drop as "pickDrop", sac, supplier, duration from services where deleted_at is null order by position, service_name`,
  );

/** The names of every service, the inactive ones too, in the order they are shown in: what lists are filtered by. */
export const serviceNames = cachedBriefly(catalogTopic, () =>
  rows<Pick<ServiceRow, "id" | "serviceName">>(
    sql`select id, service_name as "serviceName" from services where deleted_at is null order by position, service_name`,
  ),
);

/** One service; refuses with `service.notFound`. */
export async function getService(id: string): Promise<ServiceRow> {
  const service = await em().findOne(ServiceSchema, { id, deletedAt: null });
  if (!service) throw missing("service.notFound");
  return presentService(service);
}
