import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import type { FormValue } from "#app/http/request/form.server.ts";
import { saySwitched } from "#app/parts/lists/say-switched.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import {
  addBanner,
  changeBanner,
  deleteBanner,
  moveBanner,
  orderBanners,
  storeBannerPicture,
  switchBanner,
} from "#modules/catalog/index.ts";
import {
  BannerForm,
  BannerRef,
  ChangeBanner,
  MoveBanner,
  OrderBanners,
  SwitchBanner,
} from "#modules/catalog/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { pictureFiles } from "./picture-files.ts";

/** The banners without a dialog, the one of the act marked. */
const back = (did: string | null, { url }: Pick<Door, "url">) => addressWith(url, { act: null, of: null, did });

/** Without JavaScript the picture comes with the form; it is stored before the rest is validated. */
async function keepPicture(admin: ActorOf<"admin">, fields: Map<string, FormValue[]>) {
  const upload = fields.get("picture")?.find((value) => typeof value !== "string");
  fields.delete("picture");
  if (upload) fields.set("pictureId", [(await storeBannerPicture(admin, { upload })).pictureId]);
}

const keeping = { can: "view_banner", limit: formLimit, once: "in its transaction" } as const;
const withPicture = { files: pictureFiles, prepare: keepPicture } as const;

/** What an admin does with banners; each act is told in the specified words (R430). */
export const bannersAction = adminActions({
  add: {
    fresh: none("Shows a picture to everybody, for no money"),
    ...keeping,
    ...withPicture,
    input: BannerForm,
    run: async (admin, input, door) => {
      const { id } = await addBanner(admin, input);
      door.toast("banner.added");
      return door.go(back(id, door));
    },
  },
  edit: {
    fresh: none("Shows a picture to everybody, for no money"),
    ...keeping,
    ...withPicture,
    input: ChangeBanner,
    run: changeBanner,
    say: "banner.updated",
    to: ({ bannerId }, door) => back(bannerId, door),
  },
  switch: {
    fresh: none("Shows a picture to everybody, for no money"),
    ...keeping,
    failed: "banner.statusFailed",
    input: SwitchBanner,
    run: async (admin, input, door) => {
      const done = await switchBanner(admin, input);
      saySwitched(door, done, { on: "banner.statusActive", off: "banner.statusInactive" });
      return door.go(back(input.bannerId, door));
    },
  },
  move: {
    fresh: none("Shows a picture to everybody, for no money"),
    ...keeping,
    input: MoveBanner,
    run: async (admin, input, door) => {
      const { position } = await moveBanner(admin, input);
      door.toast("banner.moved", { n: position });
      return door.go(back(input.bannerId, door));
    },
  },
  order: {
    fresh: none("Shows a picture to everybody, for no money"),
    ...keeping,
    input: OrderBanners,
    run: orderBanners,
    say: "banner.ordered",
    to: (_input, door) => back(null, door),
  },
  delete: {
    fresh: none("Shows a picture to everybody, for no money"),
    ...keeping,
    failed: "banner.deleteFailed",
    input: BannerRef,
    run: deleteBanner,
    say: "banner.deleted",
    to: (_input, door) => back(null, door),
  },
});
