import { sql } from "kysely";
import { changedMeanwhile, orderChanged } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { changesBetween } from "#modules/kernel/db/changes.ts";
import { em, row, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { changed, conflict, type FieldValues, invalid, missing } from "#modules/kernel/errors.ts";
import { removeBlob } from "#modules/kernel/files/blobs.server.ts";
import type { Switched } from "#modules/kernel/lists/switched.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { oneChangeAtATime } from "../keepers.ts";
import { chosenPicture, keepPicture, storePicture } from "../pictures.ts";
import { needMay } from "../policy.ts";
import { type Banner, BannerSchema } from "./banner.entity.ts";
import { presentBanner } from "./banners.ts";
import {
  type AddBanner,
  type BannerRef,
  type BannerRow,
  type ChangeBanner,
  type MoveBanner,
  mostBanners,
  type OrderBanners,
  type SwitchBanner,
} from "./input.ts";

/** Store a picture for a banner, re-encoded, until one is saved with it; for admins with `view_banner`. */
export async function storeBannerPicture(
  actor: Actor,
  { upload }: { upload: { path: string } | undefined },
): Promise<{ pictureId: string }> {
  needMay(actor, "keepBanners");
  return storePicture(actor, "banner", upload);
}

/** Add a banner, last in the order; its picture was uploaded before, or comes as a file. For `view_banner` (R429). */
export async function addBanner(
  actor: Actor,
  { pictureId, says, fromDate, toDate }: AddBanner,
  file?: string | Buffer,
): Promise<BannerRow> {
  needMay(actor, "keepBanners");
  const picture = await chosenPicture("banner", pictureId, file);
  if (!picture) throw invalid("form.incomplete", { pictureId: "banner.picture" });
  return transaction(async () => {
    await oneChangeAtATime();
    const position = (await em().count(BannerSchema)) + 1;
    if (position > mostBanners) throw conflict("banner.tooMany", { n: mostBanners });
    const banner = em().create(BannerSchema, { position, says: says ?? null, fromDate, toDate });
    await em().flush();
    await keepPicture("banner", banner, picture);
    await note(actor, "banner.added", banner);
    return presentBanner(banner);
  });
}

/** Change a banner. Refused (409) when somebody changed it since `version`. For admins with `view_banner`. */
export async function changeBanner(
  actor: Actor,
  { bannerId, version, pictureId, says, fromDate, toDate }: ChangeBanner,
): Promise<BannerRow> {
  needMay(actor, "keepBanners");
  const picture = await chosenPicture("banner", pictureId, undefined);
  return transaction(async () => {
    await oneChangeAtATime();
    const banner = await existing(bannerId);
    if (version !== undefined && version !== banner.version) throw await changedSince(actor, banner, version);
    const before = fieldsOf(banner);
    if (picture) await keepPicture("banner", banner, picture);
    em().assign(banner, {
      says,
      fromDate: fromDate ?? null,
      toDate: toDate ?? null,
      version: banner.version + 1,
    });
    await note(actor, "banner.changed", banner, {}, changesBetween(before, fieldsOf(banner), withoutPicture));
    return presentBanner(banner);
  });
}

/** Show a banner on its days, or no more. For admins with `view_banner` (R429). */
export const switchBanner = (actor: Actor, { bannerId, active }: SwitchBanner): Promise<BannerRow & Switched> =>
  changing(actor, async () => {
    const banner = await existing(bannerId, "banner.statusFailed");
    const isActive = active === "true";
    if (banner.isActive === isActive) return { ...presentBanner(banner), changed: false };
    em().assign(banner, { isActive, version: banner.version + 1 });
    await note(actor, isActive ? "banner.switchedOn" : "banner.switchedOff", banner);
    return { ...presentBanner(banner), changed: true };
  });

/** Delete a banner and its picture. For admins with `view_banner`. */
export const deleteBanner = (actor: Actor, { bannerId }: BannerRef): Promise<void> =>
  changing(actor, async () => {
    const banner = await existing(bannerId, "banner.deleteFailed");
    const { imageBlobId } = banner;
    await note(actor, "banner.deleted", banner);
    em().remove(banner);
    await em().flush();
    if (imageBlobId) await removeBlob(imageBlobId);
    const left = await inOrder();
    await place(actor, left);
  });

/** Move a banner one place up or down in the order; the first and the last stay. For admins with `view_banner`. */
export const moveBanner = (actor: Actor, { bannerId, way, was }: MoveBanner): Promise<BannerRow> =>
  changing(actor, async () => {
    const all = await inOrder();
    await refuseStaleOrder(actor, was, all);
    const at = all.findIndex(({ id }) => id === bannerId);
    const [banner] = at < 0 ? [] : all.splice(at, 1);
    if (!banner) throw missing("banner.notFound");
    all.splice(Math.max(0, way === "up" ? at - 1 : at + 1), 0, banner);
    await place(actor, all);
    return presentBanner(banner);
  });

/**
 * Put all banners into an order (R428). Refused (409) when these are not the banners there are, or `was` is not the
 * order they stand in. For admins with `view_banner`.
 */
export const orderBanners = (actor: Actor, { bannerIds, was }: OrderBanners): Promise<BannerRow[]> =>
  changing(actor, async () => {
    const all = await inOrder();
    await refuseStaleOrder(actor, was, all);
    const ordered = bannerIds.flatMap((bannerId) => all.find(({ id }) => id === bannerId) ?? []);
    const isAll = ordered.length === all.length && new Set(bannerIds).size === bannerIds.length;
    if (!isAll || bannerIds.length !== all.length) throw changed();
    await place(actor, ordered);
    return ordered.map(presentBanner);
  });

async function changing<T>(actor: Actor, change: () => Promise<T>): Promise<T> {
  needMay(actor, "keepBanners");
  return transaction(async () => {
    await oneChangeAtATime();
    return change();
  });
}

const inOrder = () => em().find(BannerSchema, {}, { orderBy: { position: "asc", id: "asc" }, refresh: true });

/** Refuse who saw the banners in another order than they stand in now; the refusal says who changed it last. */
async function refuseStaleOrder(actor: Actor, was: readonly string[] | undefined, all: readonly Banner[]) {
  if (!was || was.join() === all.map(({ id }) => id).join()) return;
  // The last change of the order was made after they saw it: until then it was the one they saw.
  const last = await row(
    sql<{ actor_kind: string; actor_id: string | null; at: Date | string }>`
      select actor_kind, actor_id, at from history
       where subject = 'catalog' and event in ('banner.added', 'banner.moved', 'banner.deleted')
       order by at desc, id desc limit 1`,
  );
  throw await orderChanged(actor, last && { ...last, at: new Date(last.at) }, "banner.order");
}

/** Number banners in this order, and write down which moved. */
async function place(actor: Actor, banners: readonly Banner[]) {
  for (const [at, banner] of banners.entries()) {
    const from = banner.position;
    if (from === at + 1) continue;
    banner.position = at + 1;
    await note(actor, "banner.moved", banner, { from: String(from), to: String(at + 1) });
  }
}

async function existing(bannerId: string, key: MessageKey = "banner.notFound"): Promise<Banner> {
  const banner = await em().findOne(BannerSchema, { id: bannerId }, { refresh: true });
  if (!banner) throw missing(key);
  return banner;
}

/** A banner as the fields of its form. */
const fieldsOf = (banner: Banner): FieldValues => ({
  says: banner.says ?? null,
  fromDate: banner.fromDate ? istDate(banner.fromDate) : null,
  toDate: banner.toDate ? istDate(banner.toDate) : null,
  pictureId: banner.imageBlobId ?? null,
});
/** Of a picture it is told that it changed. */
const withoutPicture = ({ pictureId: _, ...fields }: FieldValues): FieldValues => fields;
const fieldNames: Record<string, MessageKey> = {
  says: "banner.says",
  fromDate: "banner.fromDate",
  toDate: "banner.toDate",
  pictureId: "common.picture",
  active: "common.status",
};

const changedSince = (actor: Actor, banner: Banner, sent: number) =>
  changedMeanwhile(actor, {
    subject: "catalog",
    id: banner.id,
    sent,
    version: banner.version,
    names: fieldNames,
    now: withoutPicture(fieldsOf(banner)),
    fieldsOf: (event) => (event.startsWith("banner.switched") ? ["active"] : []),
  });

const note = async (
  actor: Actor,
  event: string,
  banner: Banner,
  between: { from?: string; to?: string } = {},
  changes: object = {},
) => {
  await em().flush();
  await record(actor, {
    subject: "catalog",
    id: banner.id,
    event,
    ...between,
    data: {
      says: banner.says ?? null,
      isActive: banner.isActive,
      picture: banner.imageBlobId,
      fromDate: banner.fromDate ?? null,
      toDate: banner.toDate ?? null,
      version: banner.version,
      ...changes,
    },
  });
};
