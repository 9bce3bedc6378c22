import { randomUUID } from "node:crypto";
import { priceListId } from "#app/api/shapes/content.ts";
import { anybody, call, type Knock } from "./ask.ts";
import { form, page } from "./web-ask.ts";

const keeping = { for: ["admin"], needs: ["view_services_list.full_access"] } as const;
const serviceId = randomUUID();
const pricing = { for: ["admin"], needs: ["view_subscription"] } as const;
const aPrice = { kind: "annualsubscription", amount: "2999" };
const offering = { for: ["admin"], needs: ["view_offers"] } as const;
const anOffer = { title: "WINTER", fromDate: "2026-12-01", toDate: "2026-12-31" };
const named = JSON.stringify({ service_name: "Chimney cleaning" });
const ofService = { service_object_id: serviceId };

/** What is sold: services, their prices, offers. */
export const catalogDoors: Record<string, Knock> = {
  "GET /admin-dashboard": page("/admin-dashboard", keeping),
  "POST /admin-dashboard add": form("/admin-dashboard", "add", {
    ...keeping,
    with: { serviceName: "Chimney cleaning" },
  }),
  "POST /admin-dashboard edit": form("/admin-dashboard", "edit", {
    ...keeping,
    with: { serviceId, serviceName: "Chimney cleaning" },
  }),
  "POST /admin-dashboard switch": form("/admin-dashboard", "switch", { ...keeping, with: { serviceId, active: "0" } }),
  "POST /admin-dashboard move": form("/admin-dashboard", "move", { ...keeping, with: { serviceId, way: "up" } }),
  "POST /admin-dashboard delete": form("/admin-dashboard", "delete", { ...keeping, with: { serviceId } }),
  "POST /Home checkKeys": form("/Home", "checkKeys", { for: ["admin"], with: {} }),
  "POST /service-pictures": {
    ...keeping,
    ask: () => ({ to: "/service-pictures", form: {}, file: "picture" }),
  },
  "GET /subscription": page("/subscription", pricing),
  "POST /subscription update": form("/subscription", "update", { ...pricing, with: aPrice }),
  "POST /subscription cancel": form("/subscription", "cancel", { ...pricing, with: { priceId: serviceId } }),
  "GET api/admin/get-all-price-list": call("admin/get-all-price-list", pricing),
  "POST api/admin/updatePriceList": call("admin/updatePriceList", {
    ...pricing,
    send: () => ({ price_id: priceListId, price_type: "annualsubscription", amount: 2999 }),
  }),
  "GET /offers": page("/offers", offering),
  "POST /offers add": form("/offers", "add", { ...offering, with: anOffer }),
  "POST /offers edit": form("/offers", "edit", { ...offering, with: { offerId: serviceId, ...anOffer } }),
  "POST /offers switch": form("/offers", "switch", { ...offering, with: { offerId: serviceId, active: "false" } }),
  "POST /offers delete": form("/offers", "delete", { ...offering, with: { offerId: serviceId } }),
  "GET api/center/get-offer/ADMIN": call("center/get-offer/ADMIN", offering),
  "GET api/center/get-offer": call("center/get-offer", { for: anybody }),
  "POST api/center/add-offer": call("center/add-offer", { ...offering, send: () => anOffer }),
  "POST api/center/update-offercode": call("center/update-offercode", {
    ...offering,
    send: () => ({ offerId: serviceId, ...anOffer }),
  }),
  "POST api/center/offercode/editstatus": call("center/offercode/editstatus", {
    ...offering,
    send: () => ({ offerId: serviceId, isActive: "false" }),
  }),
  "DELETE api/center/offercode/delete/{id}": call(`center/offercode/delete/${serviceId}`, offering),
  "POST api/admin/create-services": {
    ...keeping,
    ask: () => ({ to: "/api/admin/create-services", form: { data: named }, file: "file" }),
  },
  "POST api/admin/update-service": {
    ...keeping,
    ask: () => ({ to: "/api/admin/update-service", form: { ...ofService, service_name: "Chimneys" }, file: "file" }),
  },
  "POST api/admin/delete-service": call("admin/delete-service", { ...keeping, send: () => ({ serviceId }) }),
  "POST api/admin/update-service-status": call("admin/update-service-status", {
    ...keeping,
    send: () => ({ ...ofService, is_active: 0 }),
  }),
};
