import { now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { type Paise, zero } from "#modules/kernel/money.ts";
import { cachedBriefly } from "#modules/kernel/work/lately.server.ts";
import { catalogTopic } from "../keepers.ts";
import { type OfferRow, statusOf } from "../shared.ts";
import { type Offer, OfferSchema } from "./offer.entity.ts";

/** As many offers may be in force or to come, and so as many are read at once. */
export const mostOffers = 500;

/** An offer as operators see it. */
export const presentOffer = ({ updatedAt: _, description, totalUses, usesPerPhone, ...offer }: Offer): OfferRow => ({
  id: offer.id,
  title: offer.title,
  description: description ?? null,
  category: offer.category,
  fromDate: offer.fromDate,
  toDate: offer.toDate,
  createdAt: offer.createdAt,
  isActive: offer.isActive,
  feeOffPaise: offer.feeOffPaise,
  totalUses: totalUses ?? null,
  usesPerPhone: usesPerPhone ?? null,
  uses: offer.uses,
  version: offer.version,
  status: statusOf({ ...offer, totalUses }),
});

/** The offers in force as booking forms show them. */
export const offersShown = cachedBriefly(catalogTopic, () => activeOffers());

/** What a code takes off the booking fee as forms show it; the order made later is what counts. */
export async function feeOffOf(code: string | null | undefined): Promise<Paise> {
  const title = code?.trim().toUpperCase();
  const fitting = (await offersShown()).filter((offer) => offer.title.toUpperCase() === title);
  return fitting.reduce<Paise>((most, { feeOffPaise }) => (feeOffPaise > most ? feeOffPaise : most), zero);
}

/** The offers in force with uses left, for everybody; the one that ends first comes first. */
export async function activeOffers(): Promise<OfferRow[]> {
  const at = now();
  const offers = await em().find(
    OfferSchema,
    { isActive: true, fromDate: { $lte: at }, toDate: { $gte: at } },
    { orderBy: { toDate: "asc", id: "asc" }, limit: mostOffers },
  );
  return offers.filter(({ totalUses, uses }) => totalUses == null || uses < totalUses).map(presentOffer);
}
