import { type Actor, need } from "#modules/kernel/actor.ts";
import { now, second } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { type Paise, zero } from "#modules/kernel/money.ts";
import type { OfferRow, OffersFilter } from "../shared.ts";
import { type Offer, OfferSchema } from "./offer.entity.ts";

/** As many offers as are kept, and so as many as a list shows. */
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
});

/**
 * The offers created between two moments, newest first, or the one that ends first, for admins with `view_offers`
 * (R431).
 */
export async function offersFor(actor: Actor, { from, to, sort }: OffersFilter): Promise<OfferRow[]> {
  need(actor, "view_offers");
  const offers = await em().find(
    OfferSchema,
    { createdAt: { ...(from && { $gte: from }), ...(to && { $lte: to }) } },
    {
      orderBy: sort === "expiry" ? { toDate: "asc", id: "asc" } : { createdAt: "desc", id: "desc" },
      limit: mostOffers,
    },
  );
  return offers.map(presentOffer);
}

const heldMs = 10 * second;
let held: { at: number; offers: Promise<OfferRow[]> } | undefined;

/** The offers in force as booking forms show them: read at most every ten seconds, and after a change. */
export function offersShown(): Promise<OfferRow[]> {
  const at = now().getTime();
  if (!held || Math.abs(at - held.at) > heldMs) {
    const offers = activeOffers();
    held = { at, offers };
    offers.catch(forgetOffers);
  }
  return held.offers;
}

/** Offers changed: booking forms read them again. */
export const forgetOffers = () => {
  held = undefined;
};

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
