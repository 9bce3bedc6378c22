import { z } from "zod";
import { allBanners } from "#modules/catalog/index.ts";
import { type BannerRow, mostBanners } from "#modules/catalog/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { id, lenient } from "#modules/kernel/validation.ts";

const bannerActs = ["add", "view", "edit", "delete"] as const;

/** An open dialog and the banner it is about, and the one of the last act. */
export const BannersQuery = z.object({ act: lenient(z.enum(bannerActs)), of: lenient(id), did: lenient(id) });

/** Every banner in the order people see, and an open dialog; none for a banner that is gone. */
export async function bannersView(admin: ActorOf<"admin">, { act, of, did }: z.output<typeof BannersQuery>) {
  const banners = await allBanners(admin);
  const banner = banners.find(({ id }) => id === of);
  return {
    banners,
    most: mostBanners,
    dialog: act === "add" ? { act, banner: null } : act && banner ? { act, banner: withDays(banner) } : null,
    did,
  };
}

const dayOf = (at: Date | null) => (at ? istDate(at) : "");
const withDays = (banner: BannerRow) => ({
  ...banner,
  firstDay: dayOf(banner.fromDate),
  lastDay: dayOf(banner.toDate),
});

export type BannersView = Awaited<ReturnType<typeof bannersView>>;
