export { activeClients, clientsFor, getClient } from "./clients/clients.ts";
export { needServiceKeeper } from "./keepers.ts";
export { activeOffers, feeOffOf, offersFor, offersShown } from "./offers/list-offers.ts";
export { defaultOfferCode, refuseDeadOffer, type TakenOffer, takeOffer } from "./offers/offers.ts";
export { addOffer, changeOffer, deleteOffer, switchOffer } from "./offers/save-offer.ts";
export { stateOfPincode } from "./pincodes.ts";
export { type PriceCard, type PriceChange, priceCards } from "./prices/price-history.ts";
export { defaultPrices, type Prices, priceInForce, priceSql } from "./prices/prices.ts";
export { cancelPrice, changePrice, hasPriceList, setPrices } from "./prices/set-prices.ts";
export { termsOf } from "./prices/terms.ts";
export { storeServicePicture, sweepServicePicturesNightly } from "./services/pictures.ts";
export {
  addService,
  changeService,
  deleteService,
  moveService,
  saveService,
  switchService,
} from "./services/save-service.ts";
export { activeServices, allServices, getService } from "./services/services.ts";
export { getVehicle, vehicles } from "./vehicles/vehicles.ts";
