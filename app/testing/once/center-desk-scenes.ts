import { sql } from "kysely";
import { addAbsence, addDeskLogin, addHoliday } from "#modules/centers/index.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import {
  aCenter,
  anAdmin,
  aPhone,
  aPincode,
  aService,
  asAdmin,
  asCenter,
  aTechnician,
  qrOf,
} from "#modules/testing/factories.ts";
import { enterSubscription } from "#modules/wallet/index.ts";
import { EnterSubscription } from "#modules/wallet/shared.ts";
import { atDesk, type Scene, scene, tokenOf } from "./scene.ts";

/** A call about a center by a SUPER_ADMIN. */
const keep =
  (make: (centerId: string) => { body: object; changed: object }) =>
  async (_till: unknown, call: string): Promise<Scene> =>
    scene(call, make((await aCenter()).id), await atDesk());

const rename = keep((center_obj_id) => ({
  body: { center_obj_id, center_name: "Cool Corner" },
  changed: { center_name: "Cold Corner" },
}));

const week = (closes: string) => ({ mon: { opens: "09:00", closes } });

/** How many holidays were sent; each day is one once. */
let holidays = 0;

/** What operators do with centers, ready to be sent. */
export const centerDeskScenes = {
  "POST admin/center-subscription": keep((center_obj_id) => ({
    body: { center_obj_id, product: "annual", reference: `UTR ${center_obj_id}` },
    changed: { product: "first_instalment" },
  })),
  "POST admin/refund-center-subscription": async (_till: unknown, call: string): Promise<Scene> => {
    const { id } = await aCenter();
    const by = asAdmin(await anAdmin());
    const paid = { centerId: id, product: "first_instalment", reference: `UTR ${id}` };
    await enterSubscription(by, EnterSubscription.parse(paid));
    const body = { center_obj_id: id, amount: 99, remarks: "Agreed", reference: `UTR${id.slice(-12)}1` };
    return scene(call, { body, changed: { amount: 98 } }, await atDesk());
  },
  "POST center/subscription": async (_till: unknown, call: string): Promise<Scene> => {
    const who = { as: await tokenOf("center", await aCenter()) };
    return scene(call, { body: { product: "annual", pay_by: "card" }, changed: { product: "first_instalment" } }, who);
  },
  "POST center/desk-logins": async (_till: unknown, call: string): Promise<Scene> => {
    const who = { as: await tokenOf("center", await aCenter()) };
    return scene(call, { body: { name: "Asha Rao", mobile_number: aPhone() }, changed: { name: "Usha Rao" } }, who);
  },
  "DELETE center/desk-logins/{id}": async (_till: unknown, call: string): Promise<Scene> => {
    const center = await aCenter();
    const login = await addDeskLogin(asCenter(center), { name: "Asha Rao", phone: aPhone() });
    return scene(call.replace("{id}", login.id), {}, { as: await tokenOf("center", center) });
  },
  "PUT center/hours": async (_till: unknown, call: string): Promise<Scene> => {
    const who = { as: await tokenOf("center", await aCenter()) };
    return scene(call, { body: week("18:00"), changed: week("19:00") }, who);
  },
  "PUT center/technician-hours/{technician}": async (_till: unknown, call: string): Promise<Scene> => {
    const center = await aCenter();
    const path = call.replace("{technician}", (await aTechnician({ center })).id);
    const who = { as: await tokenOf("center", center) };
    return scene(path, { body: week("18:00"), changed: week("19:00") }, who);
  },
  "POST center/absences": async (_till: unknown, call: string): Promise<Scene> => {
    const who = { as: await tokenOf("center", await aCenter()) };
    return scene(call, { body: { first: "2090-01-01" }, changed: { first: "2090-01-02" } }, who);
  },
  "DELETE center/absences/{id}": async (_till: unknown, call: string): Promise<Scene> => {
    const center = await aCenter();
    const { absenceId } = await addAbsence(asCenter(center), { first: "2090-01-01" });
    return scene(call.replace("{id}", absenceId), {}, { as: await tokenOf("center", center) });
  },
  "POST admin/holidays": async (_till: unknown, call: string): Promise<Scene> => {
    holidays += 1;
    const day = new Date(Date.UTC(2080, 0, holidays)).toISOString().slice(0, 10);
    const body = { day, holiday_name: "Ugadi" };
    return scene(call, { body, changed: { holiday_name: "Pongal" } }, await atDesk());
  },
  "DELETE admin/holidays/{id}": async (_till: unknown, call: string): Promise<Scene> => {
    const { holidayId } = await addHoliday(asAdmin(await anAdmin()), { day: "2090-01-02", name: "Ugadi" });
    return scene(call.replace("{id}", holidayId), {}, await atDesk());
  },
  "POST admin/create-center": async (_till: unknown, call: string): Promise<Scene> => {
    const service = await aService();
    const pincode = aPincode();
    const body = {
      center_name: "Cool Corner",
      personal_details: { phone: { mobile_number: aPhone() } },
      primary_services: service.id,
      checkedSecondaryServices: [service.id],
      address_details: { state: "Kerala", pincode, additional_pincode: pincode },
    };
    return scene(call, { body, changed: { center_name: "Cold Corner" } }, await atDesk());
  },
  "PUT admin/update-center": rename,
  "POST admin/update-center": rename,
  "DELETE admin/deleteCenter/{id}": async (_till: unknown, call: string): Promise<Scene> =>
    scene(call.replace("{id}", (await aCenter()).id), {}, await atDesk()),
  "POST admin/update-center-extended-date": async (_till: unknown, call: string): Promise<Scene> => {
    const { id } = await aCenter();
    const other = await aCenter();
    await rows(sql`update centers set created_at = now() - interval '20 days' where id = any (${[id, other.id]})`);
    return scene(call, { body: { center_obj_id: id }, changed: { center_obj_id: other.id } }, await atDesk());
  },
  "POST admin/update-center-onboarding-kit": async (_till: unknown, call: string): Promise<Scene> => {
    const { id } = await aCenter();
    const body = { center_obj_id: id, paid_for_onboarding_kit: true, reference: "UTR 41" };
    return scene(call, { body, changed: { reference: "UTR 42" } }, await atDesk());
  },
  "POST admin/update-ticket-accept-limit": async (_till: unknown, call: string): Promise<Scene> => {
    const { qrId } = await qrOf(await aCenter());
    const body = { qr_id: qrId, ticket_accept_limit: 7 };
    return scene(call, { body, changed: { ticket_accept_limit: 8 } }, await atDesk());
  },
};
