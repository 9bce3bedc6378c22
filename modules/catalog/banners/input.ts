import { z } from "zod";
import { now } from "#modules/kernel/clock.ts";
import { bound, id, optionalText, text, version } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";

/** As many banners are kept; of those on their days the first few are shown. */
export const mostBanners = 20;
export const mostShownBanners = 5;

/** Whether a banner is shown now, not yet, no more, or is switched off. */
export type BannerStatus = "RUNNING" | "COMING" | "OVER" | "OFF";

/** A banner as operators see it. */
export type BannerRow = {
  id: string;
  imageBlobId: string;
  says: string | null;
  isActive: boolean;
  position: number;
  fromDate: Date | null;
  toDate: Date | null;
  version: number;
  status: BannerStatus;
};

type Days = { isActive: boolean; fromDate?: Date | null | undefined; toDate?: Date | null | undefined };

/** Whether a banner is shown at an instant. */
export function bannerStatusOf({ isActive, fromDate, toDate }: Days, at = now()): BannerStatus {
  if (!isActive) return "OFF";
  if (toDate && toDate < at) return "OVER";
  return fromDate && fromDate > at ? "COMING" : "RUNNING";
}

const days = { fromDate: bound("start"), toDate: bound("end") };
/** A picture uploaded before (`storeBannerPicture`). */
const pictureId = id.optional();
const inOrder = { path: ["toDate"], error: "banner.dates" satisfies MessageKey };
const datesInOrder = ({ fromDate, toDate }: { fromDate?: Date | undefined; toDate?: Date | undefined }) =>
  !fromDate || !toDate || fromDate <= toDate;

/** A new banner; by the API it may say nothing. */
export const AddBanner = z.object({ pictureId, says: optionalText(150), ...days }).refine(datesInOrder, inOrder);
/** The form of a new banner, which says what its picture says. */
export const BannerForm = z.object({ pictureId, says: text(150), ...days }).refine(datesInOrder, inOrder);
/** A banner with its new facts; without another picture it keeps its own, and a day that is not given is none. */
export const ChangeBanner = z
  .object({ bannerId: id, version: version.optional(), pictureId, says: text(150), ...days })
  .refine(datesInOrder, inOrder);
export const BannerRef = z.object({ bannerId: id });
/** Whether it is shown on its days. */
export const SwitchBanner = z.object({
  bannerId: id,
  active: z.preprocess(
    (value) => (typeof value === "boolean" ? String(value) : value),
    z.enum(["true", "false"], "form.choice" satisfies MessageKey),
  ),
});
const order = z.array(id, "form.check" satisfies MessageKey).max(mostBanners, "form.check" satisfies MessageKey);
/** A banner one place earlier or later, in the order the sender saw (R428). */
export const MoveBanner = z.object({ bannerId: id, way: z.enum(["up", "down"]), was: order.optional() });
/** All banners in their new order, and in the one the sender saw (R428). */
export const OrderBanners = z.object({ bannerIds: order, was: order.optional() });

export type AddBanner = z.output<typeof AddBanner>;
export type ChangeBanner = z.output<typeof ChangeBanner>;
export type BannerRef = z.output<typeof BannerRef>;
export type SwitchBanner = z.output<typeof SwitchBanner>;
export type MoveBanner = z.output<typeof MoveBanner>;
export type OrderBanners = z.output<typeof OrderBanners>;
