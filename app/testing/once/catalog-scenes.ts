import { randomUUID } from "node:crypto";
import { priceListId } from "#app/api/shapes/content.ts";
import { anOffer, aService } from "#modules/testing/factories.ts";
import { atDesk, picture, type Scene, scene } from "./scene.ts";

const aName = () => `SERVICE ${randomUUID()}`;

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

/** What a SUPER_ADMIN does with services, ready to be sent. */
export const catalogScenes = {
  "POST admin/create-services": keepShown(() => ({
    body: { data: JSON.stringify({ service_name: aName() }) },
    changed: { data: JSON.stringify({ service_name: aName() }) },
  })),
  "POST admin/update-service": keepShown((id) => ({
    body: { service_object_id: id, service_name: aName() },
    changed: { service_name: aName() },
  })),
  "POST admin/delete-service": keep((serviceId) => ({ body: { serviceId }, changed: { serviceId: randomUUID() } })),
  "POST admin/updatePriceList": async (_till: unknown, call: string): Promise<Scene> => {
    const price = { price_id: priceListId, price_type: "annualsubscription" };
    return scene(call, { body: { ...price, amount: 2999 }, changed: { ...price, amount: 3999 } }, await atDesk());
  },
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
  "POST admin/update-service-status": keep((id) => ({
    body: { service_object_id: id, is_active: 0 },
    changed: { is_active: 1 },
  })),
};
