import { z } from "zod";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { addBanner, allBanners, deleteBanner, orderBanners, switchBanner } from "#modules/catalog/index.ts";
import { BannerRef, OrderBanners, SwitchBanner } from "#modules/catalog/shared.ts";
import { type Contract, call } from "../line/call.server.ts";
import { wire } from "../line/wire.ts";
import { BannerShape, banner } from "../shapes/content.ts";

/* Banners (002 §7). */

const keeping = { as: ["admin"], can: "view_banner", limit: callLimit, once: "in its transaction" } as const;

export const banners = {
  "GET admin/getAllBannerImage": call({
    as: ["admin"],
    can: "view_banner",
    limit: reads.own,
    summary: "All banners in their order",
    run: (admin) => allBanners(admin),
    answer: z.array(BannerShape),
    reply: (rows) => rows.map(banner),
  }),
  "POST admin/uploadBannerImage": call({
    ...keeping,
    summary: "Add a banner, last in the order (multipart: bannerImage, a PNG or JPEG); it is active at once",
    file: "bannerImage",
    run: (admin, { upload }) => addBanner(admin, {}, upload?.path),
    answer: z.strictObject({ _id: z.string() }),
    reply: ({ id }) => ({ _id: id }),
    say: "banner.added",
  }),
  "POST admin/updateBannerImageStatus": call({
    ...keeping,
    summary: "Show a banner on its days (isActive true) or no more (false)",
    input: wire({ bannerId: "bannerId", isActive: "active" }, SwitchBanner),
    run: switchBanner,
    answer: BannerShape,
    reply: banner,
    say: ({ isActive }) => (isActive ? "banner.statusActive" : "banner.statusInactive"),
  }),
  "POST admin/updateSequenceofBannerImage": call({
    ...keeping,
    summary: "Put all banners into an order (bannerId: every id once); 409 when these are not the banners there are",
    input: wire({ bannerId: "bannerIds" }, OrderBanners.omit({ was: true })),
    run: orderBanners,
    answer: z.array(BannerShape),
    reply: (rows) => rows.map(banner),
    say: "banner.ordered",
  }),
  "DELETE admin/deleteBannerImage/{id}": call({
    ...keeping,
    summary: "Delete a banner and its picture",
    input: wire({ id: "bannerId" }, BannerRef),
    run: deleteBanner,
    answer: z.null(),
    reply: () => null,
    say: "banner.deleted",
  }),
} satisfies Contract;
