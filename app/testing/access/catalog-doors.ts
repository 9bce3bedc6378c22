import { randomUUID } from "node:crypto";
import { priceListId } from "#app/api/shapes/content.ts";
import { aName, aPhone } from "#modules/testing/factories.ts";
import { anybody, call, type Knock, read } from "./ask.ts";
import type { Tenant } from "./tenant.ts";
import { form, page } from "./web-ask.ts";

const keeping = { for: ["admin"], needs: ["view_services_list.full_access"] } as const;
const serviceId = randomUUID();
const pricing = { for: ["admin"], needs: ["view_subscription"] } as const;
const aPrice = { kind: "annualsubscription", amount: "2999" };
const showing = { for: ["admin"], needs: ["view_banner"] } as const;
/** A banner that is not there: nobody changes one by knocking. */
const bannerId = randomUUID();
const offering = { for: ["admin"], needs: ["view_offers"] } as const;
const anOffer = { title: "WINTER", fromDate: "2026-12-01", toDate: "2026-12-31" };
const posting = { for: ["admin"], needs: ["view_admin_bar"] } as const;
const aPost = { title: "A tap leaks", author: "Asha", summary: "What to do", categories: "Plumbing" };
/** A post that is not there: nobody changes one by knocking. */
const blogId = randomUUID();
const named = JSON.stringify({ service_name: "Chimney cleaning" });
const ofService = { service_object_id: serviceId };

const viewing = { for: ["admin"], needs: ["view_clients.full_access"] } as const;
const adding = { for: ["admin"], needs: ["add_clients"] } as const;
const editing = { for: ["admin"], needs: ["edit_clients.full_access"] } as const;
const seeingKeys = { for: ["admin"], needs: ["edit_clients.full_access", "view_clients.full_access"] } as const;
const ofClient = { client: async (t: Tenant) => (await t.client()).id };
/** A fresh key each time: renewing and revoking use it up. */
const clientKey = { key: async (t: Tenant) => (await t.clientKey()).id };
/** Removing it uses it up. */
const webhook = { webhook: async (t: Tenant) => (await t.webhook()).id };
const delivery = { ...webhook, delivery: async (t: Tenant) => (await t.webhook()).delivery };
/** A client that is not there: nobody sees or changes one by knocking. */
const clientId = randomUUID();
const client = () => ({
  clientName: aName("Client"),
  productName: "Split AC",
  specificRequirement: "Repair",
  price: "450",
  officialEmail: "desk@example.in",
  contactName: "Asha",
  contactDesignation: "Head",
  contactPhone: aPhone(),
  addressLine: "1 MG Road",
  city: "Pune",
  state: "Maharashtra",
  pincode: "411001",
  gstNumber: "27AAPFU0939F1ZV",
  aadhaarNumber: "XXXXXXXX1234",
  panNumber: "AAPFU0939F",
  tinNumber: "27123456789",
  bankName: "State Bank",
  accountNumber: "123456789012",
  ifscCode: "SBIN0001234",
  branch: "Camp",
});
const sentClient = () => {
  const { clientName, contactPhone } = client();
  return {
    client_name: clientName,
    product_name: "Split AC",
    specific_requirement: "Repair",
    price: 450,
    official_email: "desk@example.in",
    client_poc: {
      person_name: "Asha",
      person_designation: "Head",
      phone: { country_code: "+91", mobile_number: contactPhone },
    },
    address_details: { address_line: "1 MG Road", city: "Pune", state: "Maharashtra", pincode: "411001" },
    gst_number: "27AAPFU0939F1ZV",
    aadhaar_number: "XXXXXXXX1234",
    pan_number: "AAPFU0939F",
    tin_number: "1",
    bank_details: {
      bank_name: "State Bank",
      bank_account_number: "123456789012",
      ifsc_code: "SBIN0001234",
      branch: "Camp",
    },
  };
};

/** What is sold, and to whom: services, their prices, offers, clients. */
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
  "POST /admin-dashboard supplier": form("/admin-dashboard", "supplier", {
    ...keeping,
    with: { serviceId, supplier: "center" },
  }),
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
  "GET /visit-charges": page("/visit-charges", { ...keeping, with: () => ({ service: serviceId }) }),
  "POST /visit-charges set": form("/visit-charges", "set", {
    ...keeping,
    with: { serviceId, area: "560", amount: "199" },
  }),
  "POST /visit-charges end": form("/visit-charges", "end", { ...keeping, with: { serviceId, area: "560" } }),
  "POST /visit-charges cancel": form("/visit-charges", "cancel", { ...keeping, with: { chargeId: serviceId } }),
  "GET api/admin/get-all-price-list": call("admin/get-all-price-list", pricing),
  "POST api/admin/updatePriceList": call("admin/updatePriceList", {
    ...pricing,
    send: () => ({ price_id: priceListId, price_type: "annualsubscription", amount: 2999 }),
  }),
  "GET /banner": page("/banner", showing),
  "POST /banner add": form("/banner", "add", { ...showing, with: { says: "Diwali" } }),
  "POST /banner edit": form("/banner", "edit", { ...showing, with: { bannerId, says: "Diwali" } }),
  "POST /banner switch": form("/banner", "switch", { ...showing, with: { bannerId, active: "false" } }),
  "POST /banner move": form("/banner", "move", { ...showing, with: { bannerId, way: "up" } }),
  "POST /banner order": form("/banner", "order", { ...showing, with: { bannerIds: bannerId } }),
  "POST /banner delete": form("/banner", "delete", { ...showing, with: { bannerId } }),
  "POST /banner-pictures": { ...showing, ask: () => ({ to: "/banner-pictures", form: {}, file: "picture" }) },
  "GET api/admin/getAllBannerImage": call("admin/getAllBannerImage", showing),
  "POST api/admin/uploadBannerImage": {
    ...showing,
    ask: () => ({ to: "/api/admin/uploadBannerImage", form: {}, file: "bannerImage" }),
  },
  "POST api/admin/updateBannerImageStatus": call("admin/updateBannerImageStatus", {
    ...showing,
    send: () => ({ bannerId, isActive: false }),
  }),
  "POST api/admin/updateSequenceofBannerImage": call("admin/updateSequenceofBannerImage", {
    ...showing,
    send: () => ({ bannerId: [bannerId] }),
  }),
  "DELETE api/admin/deleteBannerImage/{id}": call(`admin/deleteBannerImage/${bannerId}`, showing),
  "POST /blog add": form("/blog", "add", { ...posting, with: { ...aPost, active: "false" } }),
  "POST /blog edit": form("/blog", "edit", { ...posting, with: { blogId, ...aPost } }),
  "POST /blog preview": form("/blog", "preview", { ...posting, with: { content: "Look" } }),
  "POST /blog switch": form("/blog", "switch", { ...posting, with: { blogId, active: "false" } }),
  "POST /blog delete": form("/blog", "delete", { ...posting, with: { blogId } }),
  "POST /blog-pictures": { ...posting, ask: () => ({ to: "/blog-pictures", form: {}, file: "picture" }) },
  "GET api/blogs/getAllBlogs": call("blogs/getAllBlogs", posting),
  "GET api/blogs/getActiveBlogs": call("blogs/getActiveBlogs", posting),
  "POST api/blogs/createBlogs": {
    ...posting,
    ask: () => ({ to: "/api/blogs/createBlogs", form: aPost, file: "blogimage" }),
  },
  "POST api/blogs/updateBlogs": {
    ...posting,
    ask: () => ({ to: "/api/blogs/updateBlogs", form: { blogId, ...aPost }, file: "blogimage" }),
  },
  "POST api/blogs/editBlogStatus": call("blogs/editBlogStatus", {
    ...posting,
    send: () => ({ blogId, status: false }),
  }),
  "DELETE api/blogs/deleteBlogs/{id}": call(`blogs/deleteBlogs/${blogId}`, posting),
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
  "GET api/admin/visit-charges": read("admin/visit-charges", { ...keeping, send: () => ofService }),
  "POST api/admin/visit-charges": call("admin/visit-charges", {
    ...keeping,
    send: () => ({ ...ofService, area: "560", visit_charge: 199 }),
  }),
  "POST api/admin/update-service-supplier": call("admin/update-service-supplier", {
    ...keeping,
    send: () => ({ ...ofService, supplier: "center" }),
  }),
  "GET /client-api": page("/client-api", { ...seeingKeys, ids: ofClient, with: ({ client }) => ({ client: client! }) }),
  "POST /client-api create": form("/client-api", "create", {
    ...editing,
    ids: ofClient,
    with: ({ client }) => ({ clientId: client!, name: "Program", scopes: "requests:create", expires: "30" }),
  }),
  "POST /client-api rotate": form("/client-api", "rotate", {
    ...editing,
    ids: clientKey,
    with: ({ key }) => ({ keyId: key!, overlap: "day" }),
  }),
  "POST /client-api revoke": form("/client-api", "revoke", {
    ...editing,
    ids: clientKey,
    with: ({ key }) => ({ keyId: key! }),
  }),
  "GET /client-webhooks": page("/client-webhooks", {
    ...seeingKeys,
    ids: ofClient,
    with: ({ client }) => ({ client: client! }),
  }),
  "GET /client-webhook-log": page("/client-webhook-log", {
    ...seeingKeys,
    ids: ofClient,
    with: ({ client }) => ({ client: client! }),
  }),
  "GET /client-webhook-log #look": page("/client-webhook-log", {
    ...seeingKeys,
    ids: { ...ofClient, ...delivery },
    with: (ids) => ({ client: ids.client!, endpoint: ids.webhook!, act: "look", of: ids.delivery! }),
  }),
  "POST /client-webhooks add": form("/client-webhooks", "add", {
    ...editing,
    ids: ofClient,
    with: ({ client }) => ({ clientId: client!, url: "https://shop.example/hook", events: "request.closed" }),
  }),
  "POST /client-webhooks change": form("/client-webhooks", "change", {
    ...editing,
    ids: webhook,
    with: (ids) => ({ endpointId: ids.webhook!, url: "https://shop.example/hook", events: "request.closed" }),
  }),
  "POST /client-webhooks renew": form("/client-webhooks", "renew", {
    ...editing,
    ids: webhook,
    with: (ids) => ({ endpointId: ids.webhook!, overlap: "day" }),
  }),
  "POST /client-webhooks test": form("/client-webhooks", "test", {
    ...editing,
    ids: webhook,
    with: (ids) => ({ endpointId: ids.webhook! }),
  }),
  "POST /client-webhook-log replay": form("/client-webhook-log", "replay", {
    ...editing,
    ids: delivery,
    with: (ids) => ({ endpointId: ids.webhook!, deliveryId: ids.delivery! }),
  }),
  "POST /client-webhook-log replayAll": form("/client-webhook-log", "replayAll", {
    ...editing,
    ids: webhook,
    with: (ids) => ({ endpointId: ids.webhook! }),
  }),
  "POST /client-webhooks switch": form("/client-webhooks", "switch", {
    ...editing,
    ids: webhook,
    with: (ids) => ({ endpointId: ids.webhook!, on: "on" }),
  }),
  "POST /client-webhooks remove": form("/client-webhooks", "remove", {
    ...editing,
    ids: webhook,
    with: (ids) => ({ endpointId: ids.webhook! }),
  }),
  "GET api/admin/get-all-clients": read("admin/get-all-clients", {
    for: ["admin"],
    needs: ["view_clients.full_access", "add_ticket", "edit_ticket.full_access"],
  }),
  "POST api/admin/add-client": call("admin/add-client", { ...adding, send: sentClient }),
  "PUT api/admin/update-client": call("admin/update-client", {
    ...editing,
    send: () => ({ ...sentClient(), client_obj_id: clientId }),
  }),
  "POST api/admin/delete-client": call("admin/delete-client", { ...editing, send: () => ({ clientId }) }),
  "GET /admin-clients #view": page("/admin-clients", { ...viewing, with: { act: "view", of: clientId } }),
  "GET /admin-clients #add": page("/admin-clients", { ...adding, with: { act: "add" } }),
  "GET /admin-clients #edit": page("/admin-clients", { ...editing, with: { act: "edit", of: clientId } }),
  "POST /admin-clients create": form("/admin-clients", "create", { ...adding, with: client }),
  "POST /admin-clients update": form("/admin-clients", "update", {
    ...editing,
    with: () => ({ ...client(), clientId }),
  }),
  "POST /admin-clients addCategory": form("/admin-clients", "addCategory", {
    for: ["admin"],
    with: { typedCategory: "Cooling" },
  }),
  "POST /admin-clients reveal": form("/admin-clients", "reveal", { ...editing, with: { clientId, reason: "papers" } }),
  "POST /admin-clients remove": form("/admin-clients", "remove", { ...editing, with: { clientId } }),
};
