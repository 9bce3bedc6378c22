export { allBanners, bannersShown, maySeeBannerPicture } from "./banners/banners.ts";
export {
  addBanner,
  changeBanner,
  deleteBanner,
  moveBanner,
  orderBanners,
  storeBannerPicture,
  switchBanner,
} from "./banners/save-banner.ts";
export {
  blogAddresses,
  blogFor,
  maySeeBlogPicture,
  newestBlogs,
  previewOf,
  publishedBlog,
  publishedBlogs,
} from "./blogs/blogs.ts";
export { blogsList, blogsPage } from "./blogs/blogs-list.ts";
export { addBlog, changeBlog, deleteBlog, storeBlogPicture, switchBlog } from "./blogs/save-blog.ts";
export {
  createKey,
  keyNamed,
  keyNames,
  keysOf,
  keysOfUsersOff,
  revokeEveryKey,
  revokeKey,
  rotateKey,
} from "./client-keys/client-keys.ts";
export { actorOfKey } from "./client-keys/key-actor.ts";
export { looksLikeKey } from "./client-keys/key-text.ts";
export { clientChanges } from "./clients/client-changes.ts";
export {
  activeClients,
  type ClientFor,
  clientDetails,
  clientNamed,
  clientNameOf,
  clientNames,
  clientsFor,
  getClient,
} from "./clients/clients.ts";
export { type ClientLine, clientsList } from "./clients/clients-list.ts";
export { deleteClient, inTheWayOf } from "./clients/delete-client.ts";
export { type ClientsPage, clientsAtOnce, findClients } from "./clients/find-clients.ts";
export { revealClient } from "./clients/reveal-client.ts";
export { addClient, changeClient, clientFields } from "./clients/save-client.ts";
export { namesIn } from "./names.ts";
export { activeOffers, feeOffOf, offersShown } from "./offers/active-offers.ts";
export {
  defaultOfferCode,
  refuseDeadOffer,
  refuseUsedUpOffer,
  returnUse,
  type TakenOffer,
  takeOffer,
  takeUse,
} from "./offers/offers.ts";
export { offerFor, offersList } from "./offers/offers-list.ts";
export { addOffer, changeOffer, deleteOffer, switchOffer } from "./offers/save-offer.ts";
export { sweepPicturesNightly } from "./pictures.ts";
export { stateOfPincode } from "./pincodes.ts";
export { blogPermission, may, needMay } from "./policy.ts";
export { type PriceCard, type PriceChange, priceCards } from "./prices/price-history.ts";
export { defaultPrices, type Prices, priceInForce, priceSql } from "./prices/prices.ts";
export { cancelPrice, changePrice, hasPriceList, setPrices } from "./prices/set-prices.ts";
export { cancelVisitCharge, setVisitCharge } from "./prices/set-visit-charge.ts";
export { termsOf } from "./prices/terms.ts";
export {
  type VisitChargeChange,
  type VisitChargeOfArea,
  visitChargeOf,
  visitCharges,
  visitChargesAt,
  visitsCost,
} from "./prices/visit-charges.ts";
export {
  addService,
  changeService,
  deleteService,
  moveService,
  saveService,
  storeServicePicture,
  switchService,
} from "./services/save-service.ts";
export { activeServices, allServices, chipsOf, getService, serviceNames } from "./services/services.ts";
export { setSupplier } from "./services/set-supplier.ts";
export { saveVehicle } from "./vehicles/save-vehicle.ts";
export { getVehicle, vehicles } from "./vehicles/vehicles.ts";
