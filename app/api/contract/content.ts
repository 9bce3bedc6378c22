import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import {
  activeOffers,
  addBanner,
  addOffer,
  allBanners,
  changeOffer,
  changePrice,
  deleteBanner,
  deleteOffer,
  offersList,
  orderBanners,
  priceInForce,
  switchBanner,
  switchOffer,
} from "#modules/catalog/index.ts";
import {
  AddOffer,
  BannerRef,
  ChangeOffer,
  ChangePrice,
  OfferRef,
  OrderBanners,
  SwitchBanner,
  SwitchOffer,
} from "#modules/catalog/shared.ts";
import { cursor, emptyAsUndefined, idSaying, wholeNumber } from "#modules/kernel/validation.ts";
import { type Contract, call } from "../line/call.server.ts";
import { optionalTextRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import {
  BannerShape,
  banner,
  OfferShape,
  OpenOfferShape,
  offer,
  openOffer,
  PriceListShape,
  priceList,
  priceListId,
} from "../shapes/content.ts";

/* Prices, offers and banners (002 §7). */

const pricing = { as: ["admin"], can: "view_subscription", limit: callLimit } as const;

const offering = { as: ["admin"], can: "view_offers", limit: callLimit } as const;
const offerNames = {
  title: "title",
  description: "description",
  category: "category",
  fromDate: "fromDate",
  toDate: "toDate",
  fee_off: "feeOff",
  total_uses: "totalUses",
  uses_per_phone: "usesPerPhone",
};

const OffersPage = z.object({
  after: cursor,
  take: z.preprocess(emptyAsUndefined, wholeNumber(1, 100).default(100)),
});

export const content = {
  "GET admin/get-all-price-list": call({
    ...pricing,
    limit: reads.own,
    summary: "The five prices in force, in rupees",
    run: () => priceInForce(),
    answer: z.array(PriceListShape),
    reply: (prices) => [priceList(prices)],
  }),
  "POST admin/updatePriceList": call({
    fresh: "money",
    ...pricing,
    once: "in its transaction",
    summary: "Change one price (price_type; amount in rupees) from now on; what was ordered before keeps its price",
    input: wire(
      { price_id: "priceId", price_type: "kind", amount: "amount" },
      ChangePrice.omit({ from: true, was: true }).extend({
        priceId: idSaying("price.notFound").refine((id) => id === priceListId, "price.notFound"),
      }),
      ["form.choice", "price.amount", "price.notFound"],
    ),
    run: (admin, { priceId: _, ...price }) => changePrice(admin, price),
    answer: z.null(),
    reply: () => null,
    say: "price.updated",
  }),
  "GET center/get-offer/ADMIN": call({
    ...offering,
    limit: reads.own,
    summary: "The offers, newest first, up to 100 a page; `after` is the `next` of the page before; fee_off in rupees",
    input: wire({ after: "after", take: "take" }, OffersPage, ["form.cursor", "form.number"]),
    run: (admin, page) => offersList.page(admin, page),
    answer: z.array(OfferShape),
    reply: ({ rows }) => rows.map(offer),
    next: ({ next }) => next,
  }),
  "GET center/get-offer": call({
    own: true,
    as: ["anyone", "center", "desk", "admin", "onboarder", "technician"],
    can: "any admin",
    limit: reads.everybodys,
    summary: "The offers in force, for everybody; fee_off in rupees",
    run: () => activeOffers(),
    answer: z.array(OpenOfferShape),
    reply: (offers) => offers.map(openOffer),
  }),
  "POST center/add-offer": call({
    fresh: "money",
    ...offering,
    once: "in its transaction",
    summary: "Add an offer; fee_off (rupees), total_uses and uses_per_phone may be left out",
    input: wire(offerNames, AddOffer, [...optionalTextRefusals, "form.date", "offer.feeOff", "offer.uses"]),
    run: addOffer,
    answer: OfferShape,
    reply: offer,
    say: "offer.added",
  }),
  "POST center/update-offercode": call({
    fresh: "money",
    ...offering,
    once: "in its transaction",
    summary: "Change an offer; limits that are left out are taken away",
    input: wire({ offerId: "offerId", ...offerNames }, ChangeOffer, [
      ...optionalTextRefusals,
      "form.date",
      "form.id",
      "offer.feeOff",
      "offer.uses",
    ]),
    run: changeOffer,
    refuses: { 404: ["offer.notFound"] },
    answer: OfferShape,
    reply: offer,
    say: "offer.updated",
  }),
  "POST center/offercode/editstatus": call({
    fresh: "money",
    ...offering,
    once: "in its transaction",
    summary: "Put an offer in force or out of it (isActive as text, true or false)",
    input: wire({ offerId: "offerId", isActive: "active" }, SwitchOffer, ["form.choice", "form.id"]),
    run: switchOffer,
    refuses: { 404: ["offer.notFound"] },
    answer: OfferShape,
    reply: offer,
  }),
  "DELETE center/offercode/delete/{id}": call({
    fresh: "money",
    ...offering,
    once: "in its transaction",
    summary: "Delete an offer; its code is then like any unknown one",
    input: wire({ id: "offerId" }, OfferRef, ["form.id"]),
    run: deleteOffer,
    refuses: { 404: ["offer.notFound"] },
    answer: z.null(),
    reply: () => null,
    say: "offer.deleted",
  }),
} satisfies Contract;

const showing = { as: ["admin"], can: "view_banner", limit: callLimit, once: "in its transaction" } as const;

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
    fresh: none("Shows a picture to everybody, for no money"),
    ...showing,
    summary: "Add a banner, last in the order (multipart: bannerImage, a PNG or JPEG); it is active at once",
    file: "bannerImage",
    run: (admin, { upload }) => addBanner(admin, {}, upload?.path),
    refuses: { 422: ["form.incomplete", "image.broken", "image.missing", "image.pngOrJpeg", "image.tooManyPixels"] },
    answer: z.strictObject({ _id: z.string() }),
    reply: ({ id }) => ({ _id: id }),
    say: "banner.added",
  }),
  "POST admin/updateBannerImageStatus": call({
    fresh: none("Shows a picture to everybody, for no money"),
    ...showing,
    summary: "Show a banner on its days (isActive true) or no more (false)",
    input: wire({ bannerId: "bannerId", isActive: "active" }, SwitchBanner, ["form.choice", "form.id"]),
    run: switchBanner,
    refuses: { 404: ["banner.statusFailed"] },
    answer: BannerShape,
    reply: banner,
    say: ({ isActive }) => (isActive ? "banner.statusActive" : "banner.statusInactive"),
  }),
  "POST admin/updateSequenceofBannerImage": call({
    fresh: none("Shows a picture to everybody, for no money"),
    ...showing,
    summary: "Put all banners into an order (bannerId: every id once); 409 when these are not the banners there are",
    input: wire({ bannerId: "bannerIds" }, OrderBanners.omit({ was: true }), ["form.check", "form.id"]),
    run: orderBanners,
    refuses: { 409: ["error.changed"] },
    answer: z.array(BannerShape),
    reply: (rows) => rows.map(banner),
    say: "banner.ordered",
  }),
  "DELETE admin/deleteBannerImage/{id}": call({
    fresh: none("Shows a picture to everybody, for no money"),
    ...showing,
    summary: "Delete a banner and its picture",
    input: wire({ id: "bannerId" }, BannerRef, ["form.id"]),
    run: deleteBanner,
    refuses: { 404: ["banner.deleteFailed"] },
    answer: z.null(),
    reply: () => null,
    say: "banner.deleted",
  }),
} satisfies Contract;
