import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, row } from "#modules/kernel/db/db.server.ts";
import { cachedBriefly } from "#modules/kernel/work/lately.server.ts";
import { catalogTopic } from "../keepers.ts";
import { may, needMay } from "../policy.ts";
import { type Banner, BannerSchema } from "./banner.entity.ts";
import { type BannerRow, bannerStatusOf, mostShownBanners } from "./input.ts";

/** A banner as operators see it. */
export const presentBanner = (banner: Banner): BannerRow => ({
  id: banner.id,
  imageBlobId: banner.imageBlobId!,
  says: banner.says ?? null,
  isActive: banner.isActive,
  position: banner.position,
  fromDate: banner.fromDate ?? null,
  toDate: banner.toDate ?? null,
  version: banner.version,
  status: bannerStatusOf(banner),
});

/** Every banner in its order, for admins with `view_banner` (R428). */
export async function allBanners(actor: Actor): Promise<BannerRow[]> {
  needMay(actor, "keepBanners");
  return (await em().find(BannerSchema, {}, { orderBy: { position: "asc", id: "asc" }, refresh: true })).map(
    presentBanner,
  );
}

const active = cachedBriefly(catalogTopic, async () =>
  (await em().find(BannerSchema, { isActive: true }, { orderBy: { position: "asc", id: "asc" } })).map(presentBanner),
);

/** The banners above the booking form: the first few that are active and on their days. */
export async function bannersShown(): Promise<Pick<BannerRow, "id" | "imageBlobId" | "says">[]> {
  const at = now();
  return (await active())
    .filter((banner) => bannerStatusOf(banner, at) === "RUNNING")
    .slice(0, mostShownBanners)
    .map(({ id, imageBlobId, says }) => ({ id, imageBlobId, says }));
}

/** Whether an actor may see a banner's picture: those who keep banners, and everybody once it is shown. */
export async function maySeeBannerPicture(actor: Actor, blobId: string): Promise<boolean> {
  if (may(actor, "keepBanners")) return true;
  const at = now();
  return Boolean(
    await row(
      sql`select 1 from banners where image_blob_id = ${blobId} and is_active
          and (from_date is null or from_date <= ${at}) and (to_date is null or to_date >= ${at})`,
    ),
  );
}
