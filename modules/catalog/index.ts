export { defaultOfferCode, refuseDeadOffer } from "./offers.ts";
export { stateOfPincode } from "./pincodes.ts";
export { defaultPrices, type Prices, priceInForce } from "./prices.ts";
export { activeServices, allServices, getService } from "./services.ts";
export { termsOf } from "./terms.ts";
export { getVehicle, vehicles } from "./vehicles.ts";
