import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { priceListId } from "#app/api/shapes/content.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { aBanner, aBlog, aClient, aName, anOffer, aPhone, aService } from "#modules/testing/factories.ts";
import { atDesk, atOffers, picture, type Scene, scene } from "./scene.ts";

/** A call about a service by a SUPER_ADMIN. */
const keep =
  (make: (id: string) => { body: object; changed: object }) =>
  async (_till: unknown, call: string): Promise<Scene> =>
    scene(call, make((await aService()).id), await atDesk());

/** The same with the service's picture. */
const keepShown =
  (make: (id: string) => { body: object; changed: object }) =>
  async (_till: unknown, call: string): Promise<Scene> =>
    scene(call, { ...make((await aService()).id), file: await picture("file", "teal") }, await atDesk());

const aClientsFacts = () => ({
  client_name: aName("Client"),
  product_name: "Split AC",
  specific_requirement: "Repair",
  price: 450,
  official_email: "desk@example.in",
  client_poc: { person_name: "Asha", person_designation: "Head", phone: { mobile_number: aPhone() } },
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
});

/** A call about a client. */
const serve =
  (make: (id: string) => { body: object; changed: object }) =>
  async (_till: unknown, call: string): Promise<Scene> =>
    scene(call, make((await aClient()).id), await atDesk());

const aPost = { title: "A tap leaks", author: "Asha", summary: "What to do", categories: "Plumbing" };

/** What is done with services and clients, ready to be sent. */
export const catalogScenes = {
  "POST admin/create-services": keepShown(() => ({
    body: { data: JSON.stringify({ service_name: aName("SERVICE") }) },
    changed: { data: JSON.stringify({ service_name: aName("SERVICE") }) },
  })),
  "POST admin/update-service": keepShown((id) => ({
    body: { service_object_id: id, service_name: aName("SERVICE") },
    changed: { service_name: aName("SERVICE") },
  })),
  "POST admin/delete-service": keep((serviceId) => ({ body: { serviceId }, changed: { serviceId: randomUUID() } })),
  "POST admin/updatePriceList": async (_till: unknown, call: string): Promise<Scene> => {
    const price = { price_id: priceListId, price_type: "annualsubscription" };
    return scene(call, { body: { ...price, amount: 2999 }, changed: { ...price, amount: 3999 } }, await atDesk());
  },
  "POST admin/uploadBannerImage": async (_till: unknown, call: string): Promise<Scene> => {
    const file = await picture("bannerImage", "teal");
    const other = await picture("bannerImage", "red");
    return scene(call, { file, other }, await atOffers());
  },
  "POST admin/updateBannerImageStatus": async (_till: unknown, call: string): Promise<Scene> => {
    const body = { bannerId: (await aBanner()).id, isActive: false };
    return scene(call, { body, changed: { ...body, isActive: true } }, await atOffers());
  },
  "POST admin/updateSequenceofBannerImage": async (_till: unknown, call: string): Promise<Scene> => {
    await rows(sql`delete from banners`);
    const first = (await aBanner()).id;
    const second = (await aBanner()).id;
    const body = { bannerId: [second, first] };
    const changed = { bannerId: [first, second] };
    return scene(call, { body, changed }, await atOffers());
  },
  "DELETE admin/deleteBannerImage/{id}": async (_till: unknown, call: string): Promise<Scene> =>
    scene(call.replace("{id}", (await aBanner()).id), {}, await atOffers()),
  "POST blogs/createBlogs": async (_till: unknown, call: string): Promise<Scene> => {
    const file = await picture("blogimage", "teal");
    return scene(call, { body: aPost, changed: { title: "A tap drips" }, file }, await atDesk());
  },
  "POST blogs/updateBlogs": async (_till: unknown, call: string): Promise<Scene> => {
    const body = { blogId: (await aBlog()).id, ...aPost };
    const file = await picture("blogimage", "teal");
    return scene(call, { body, changed: { title: "A tap drips" }, file }, await atDesk());
  },
  "POST blogs/editBlogStatus": async (_till: unknown, call: string): Promise<Scene> => {
    const body = { blogId: (await aBlog()).id, status: false };
    return scene(call, { body, changed: { ...body, status: true } }, await atDesk());
  },
  "DELETE blogs/deleteBlogs/{id}": async (_till: unknown, call: string): Promise<Scene> =>
    scene(call.replace("{id}", (await aBlog()).id), {}, await atDesk()),
  "POST center/add-offer": async (_till: unknown, call: string): Promise<Scene> => {
    const days = { fromDate: "2026-12-01", toDate: "2026-12-31" };
    return scene(call, { body: { title: "WINTER", ...days }, changed: { title: "SUMMER", ...days } }, await atDesk());
  },
  "POST center/update-offercode": async (_till: unknown, call: string): Promise<Scene> => {
    const body = { offerId: (await anOffer()).id, title: "WINTER", fromDate: "2026-12-01", toDate: "2026-12-31" };
    return scene(call, { body, changed: { ...body, title: "SUMMER" } }, await atDesk());
  },
  "POST center/offercode/editstatus": async (_till: unknown, call: string): Promise<Scene> => {
    const body = { offerId: (await anOffer()).id, isActive: "false" };
    return scene(call, { body, changed: { ...body, isActive: "true" } }, await atDesk());
  },
  "DELETE center/offercode/delete/{id}": async (_till: unknown, call: string): Promise<Scene> =>
    scene(call.replace("{id}", (await anOffer()).id), {}, await atDesk()),
  "POST admin/update-service-supplier": keep((id) => ({
    body: { service_object_id: id, supplier: "center" },
    changed: { supplier: "operator" },
  })),
  "POST admin/update-service-status": keep((id) => ({
    body: { service_object_id: id, is_active: 0 },
    changed: { is_active: 1 },
  })),
  "POST admin/visit-charges": keep((service_object_id) => ({
    body: { service_object_id, area: "560", visit_charge: 199 },
    changed: { visit_charge: 249 },
  })),
  "POST admin/add-client": serve(() => ({ body: aClientsFacts(), changed: { client_name: aName("Client") } })),
  "PUT admin/update-client": serve((client_obj_id) => ({
    body: { client_obj_id, ...aClientsFacts() },
    changed: { product_name: "Window AC" },
  })),
  "POST admin/delete-client": serve((clientId) => ({ body: { clientId }, changed: { clientId: randomUUID() } })),
};
