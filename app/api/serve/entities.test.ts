import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAdmin, openSession } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { adminToken } from "#modules/testing/admin-token.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aClient,
  anAcceptedTicket,
  anAddress,
  anAdmin,
  anOnboarder,
  aPhone,
  aPincode,
  aPriceList,
  aProof,
  aService,
  aTechnician,
  aVehicle,
  qrOf,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { aDoneJob, fresh, paid } from "#modules/testing/work.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* Every answer has exactly the documented field names: apps read them without checking. */

openTill();

type Reply<T> = { status: number; success: number; message: string; data: T; fields?: object };
type CallOptions = { body?: object; token?: string; proof?: string };

async function api<T = object>(
  method: string,
  path: string,
  { body, token, proof }: CallOptions = {},
): Promise<Reply<T>> {
  const request = new Request(`http://localhost/api/${path}`, {
    method,
    headers: {
      ...(body && { "content-type": "application/json" }),
      ...(token && { "access-token": token }),
      ...(proof && { "x-otp-proof": proof }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "entities" } })).json();
}

const tokenOf = async (kind: "center" | "onboarder", { id }: { id: string }) =>
  (await openSession({ kind, subjectId: id, via: "token", address: anAddress() })).token;

/** Every path of an answer, with the first entry of each list; a null counts as present. */
function pathsOf(value: unknown, at = ""): string[] {
  const one = Array.isArray(value) ? value[0] : value;
  if (one === null || typeof one !== "object") return at ? [at] : [];
  return [
    ...(at ? [at] : []),
    ...Object.entries(one).flatMap(([name, inner]) => pathsOf(inner, at ? `${at}.${name}` : name)),
  ];
}
const missingOf = (value: unknown, fields: readonly string[]) => {
  const there = new Set(pathsOf(value));
  return fields.filter((field) => !there.has(field));
};

const listOf = (names: string) => names.trim().split(/\s+/);

const ticketFields = listOf(`
  _id ticket_id ticket_status broadcast_status ticket_created_by create_name is_paid_by_public is_paid_by_technician
  is_technician_assigned service_available service_provided_for._id service_provided_for.service_name
  service_provided_for.image specific_requirement personal_details.name personal_details.email
  personal_details.primary_phone.country_code personal_details.primary_phone.mobile_number
  personal_details.alternate_phone.country_code personal_details.alternate_phone.mobile_number
  address_details.house_number address_details.locality address_details.city address_details.state
  address_details.pincode address_details.country time_preference.time_preference_type
  time_preference.specific_date_time offers_applied.offer_code assigned_ids.assigned_technician_id
  assigned_ids.assigned_center_id.center_name assigned_ids.assigned_center_id.qr_details.qr_id closing_ticket_price
  ticket_price service_provided_due_amount onsite_pictures remarks.over_all_rating remarks.star_rating
  remarks.close_ticket_remarks remarks.technician_remarks remarks.admin_remarks remarks.message code.happy_code
  client_id client_name createdAt closedAt paymentType payment_type ticket_closing_platform_share_amount
  ticket_closing_total_amount date_of_purchase`);

/** What operators read of a ticket besides. */
const operatorsFields = listOf(`
  created_by.center_name created_by.qr_details.qr_id admin_setting.is_paid authorized_client_id._id
  authorized_client_id.client_name service_provided_client_id clients_ids_list approved_by punch_serialnumber
  code.unhappy_code remarks.onboarding_team_remarks remarks.onboarding_team_name remarks.technician_message
  remarks.revisit_remarks messages.customer_message revisit_status ticket_revisit_status revisit_price
  call_count.consumer_call_count acceptedAt assignedAt updatedAt`);

const pickDropFields = listOf(`
  vehicleId pickupAddress.pincode pickupAddress.pick_location pickupAddress.longitude pickupAddress.latitude
  pickupAddress.house_number pickupAddress.locality pickupAddress.city pickupAddress.state
  pickupAddress.short_code_for_place dropAddress.drop_location customer_offer_price center_obj_id platform_charge`);

const technicianFields = listOf(`
  _id technician_id personal_details.name personal_details.email personal_details.phone.country_code
  personal_details.phone.mobile_number personal_details.profile_picture profile_created_by
  referenceDetails.reference_person_name referenceDetails.reference_person_mobile
  emergency_details.emergency_person_name emergency_details.emergency_person_phone
  address_details_permanent.address_line address_details_permanent.city address_details_permanent.state
  address_details_permanent.country address_details_temporary.address_line address_details_temporary.city
  address_details_temporary.state address_details_temporary.country center_id service_area_main_pincode
  service_area_secondary_pincode engagement_type services.primary_services services.secondary_services
  services.secondary_services.priority document_details.pan_card_document document_details.pan_number
  document_details.aadhar_number document_details.aadhar_card_document.front_side
  document_details.aadhar_card_document.back_side`);

const centerFields = listOf(`
  _id center_name qr_details.qr_id qr_details.qrStatus services.primary_services
  services.secondary_services.secondary_services_id services.secondary_services.priority services.pincodes vehicleId
  onboarded_by personal_details.phone.country_code personal_details.phone.mobile_number personal_details.email
  personal_details.name personal_details.user_name personal_details.about address_details.address_line
  address_details.city address_details.state address_details.pincode address_details.additional_pincode
  address_details.country no_of_technicians disabled_for.login_into_application disabled_for.accepting_broadcast_ticket`);

const whole = {
  alternatePhone: "9876543210",
  email: "sita@home.example",
  timePreferenceType: "SPECIFIC_DATE_AND_TIME",
  specificDateTime: new Date("2026-12-01T05:00:00Z"),
} as const;

test("a ticket has every field of its entity, in the list, by itself and after closing, and no code in it", async () => {
  const { center, ticket, code } = await aDoneJob(whole);
  const token = await tokenOf("center", center);
  const [listed] = (await api<object[]>("GET", "center/get-all-ticket", { token })).data;
  const single = (await api("GET", `center/get-single-ticket?ticket_obj_id=${ticket.publicId}`, { token })).data;
  const remarks = { close_ticket_remarks: paid };
  const body = { ticket_obj_id: ticket.publicId, closing_ticket_price: 500, code, remarks, ticket_status: "CLOSED" };
  const closed = (await api("POST", "center/close-ticket", { token, body })).data;
  for (const one of [listed, single, closed]) {
    expect(missingOf(one, ticketFields)).toEqual([]);
    expect(one).toMatchObject({ code: { happy_code: null }, service_provided_due_amount: 0 });
    expect(JSON.stringify(one)).not.toContain(`"${code}"`);
    expect((one as { onsite_pictures: string[] }).onsite_pictures).toEqual([
      expect.stringMatching(new RegExp(`^/pictures/${ticket.publicId}/[0-9a-f-]{36}$`)),
    ]);
  }
});

test("an admin's ticket has every field of the operators' entity, too", async () => {
  const center = await aCenter();
  const { id: clientId } = await aClient();
  const technicianRemarks = "Spare part ordered";
  const made = { ...whole, createdBy: "CENTER", createdByCenterId: center.id, clientId, technicianRemarks } as const;
  const ticket = await anAcceptedTicket(center, made);
  const { id } = await anAdmin();
  const token = await adminToken(id);
  const [listed] = (await api<object[]>("GET", "admin/get-all-ticket", { token })).data;
  const path = `admin/get-single-ticket?ticket_obj_id=${ticket.publicId}`;
  const { results } = (await api<{ results: object }>("GET", path, { token })).data;
  for (const one of [listed, results]) {
    expect(missingOf(one, [...ticketFields, ...operatorsFields])).toEqual([]);
    expect(one).toMatchObject({ _id: ticket.publicId, remarks: { technician_message: "Spare part ordered" } });
  }
});

test("a pick-and-drop ticket has its places, its offer and its charge; parts nobody asks for are sent empty", async () => {
  const center = await aCenter();
  const vehicle = await aVehicle();
  const ride = {
    vehicleId: vehicle.id,
    pickLocation: "Station",
    dropLocation: "Market",
    pincode: "560001",
    customerOfferPricePaise: toPaise(8000),
  };
  await anAcceptedTicket(center, ride);
  const token = await tokenOf("center", center);
  const [listed] = (await api<object[]>("GET", "center/get-all-ticket", { token })).data;
  expect(missingOf(listed, pickDropFields)).toEqual([]);
  expect(listed).toMatchObject({
    vehicleId: vehicle.id,
    pickupAddress: { pick_location: "Station", pincode: "560001", longitude: "", short_code_for_place: "" },
    dropAddress: { drop_location: "Market" },
    customer_offer_price: 80,
    center_obj_id: center.id,
  });
});

test("Q23 a closing payload that says another status than CLOSED closes nothing", async () => {
  const { center, ticket, code } = await aDoneJob();
  const token = await tokenOf("center", center);
  const remarks = { close_ticket_remarks: paid };
  const payload = { ticket_obj_id: ticket.publicId, closing_ticket_price: 500, code, remarks };
  for (const ticket_status of ["ON HOLD", "ON_HOLD", "PENDING"]) {
    const refused = await api("POST", "center/close-ticket", { token, body: { ...payload, ticket_status } });
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([422, ["ticket_status"]]);
  }
  expect((await fresh(ticket)).status).toBe("ACCEPTED");
  expect((await api("POST", "center/close-ticket", { token, body: payload })).status).toBe(200);
});

test("a remark may be sent by itself or as the ticket holds it", async () => {
  const center = await aCenter();
  const { publicId: ticket_obj_id } = await anAcceptedTicket(center);
  const token = await tokenOf("center", center);
  const add = (remarks: unknown) =>
    api("POST", "center/add-remarks-ticket", { token, body: { ticket_obj_id, remarks } });
  expect((await add("Called")).data).toMatchObject({ remark: "Called" });
  expect((await add({ technician_remarks: "Called again" })).data).toMatchObject({ remark: "Called again" });
  expect((await add({ technician_remarks: " " })).status).toBe(422);
});

test("a technician in the list has every field of the entity, as an app's form needs them", async () => {
  const center = await aCenter();
  const secondaryServiceId = (await aService()).id;
  const { id } = await aTechnician({ center, secondaryServiceId, referencePersonName: "Latha" });
  const token = await tokenOf("center", center);
  const [listed] = (await api<object[]>("GET", "center/get-all-technician", { token })).data;
  expect(missingOf(listed, technicianFields)).toEqual([]);
  expect(listed).toMatchObject({ _id: id, referenceDetails: { reference_person_name: "Latha" } });
});

test("a center has every field of its entity, and keeps what its registration said of it", async () => {
  const one = await aService();
  const two = await aService();
  const onboarder = await anOnboarder();
  const phone = aPhone();
  const proof = await aProof({ phone, purpose: "registration" });
  const profile = { email: "ravi@shop.example", user_name: "ravi", about: "We mend coolers", name: "Ravi" };
  const registered = await api("POST", "center/register-center-via-web", {
    proof,
    body: {
      center_name: "New Shop",
      onboarded_by: onboarder.centerOnboarderId,
      personal_details: { ...profile, phone: { country_code: "+91", mobile_number: phone } },
      primary_services: one.id,
      secondary_services: [{ secondary_services_id: two.id, priority: 1 }],
      address_details: {
        address_line: "1 Road",
        city: "Pune",
        state: "Maharashtra",
        country: "INDIA",
        pincode: "411001",
        additional_pincode: "411002",
      },
      no_of_technicians: 0,
    },
  });
  expect(registered.message).toBe("Registered successfully , Please Login ");
  expect(missingOf(registered.data, centerFields)).toEqual([]);
  expect(registered.data).toMatchObject({ onboarded_by: onboarder.id, personal_details: profile });
});

test("R372 a service's is_active is 1 or 0, answered and sent, in each way a form sends it", async () => {
  const { id } = await aService();
  const admin = await anAdmin();
  const token = await adminToken(admin.id);
  const listed = async (list: string) =>
    (await api<{ _id: string; is_active: unknown }[]>("GET", list)).data.find(({ _id }) => _id === id)?.is_active;
  for (const [sent, stored] of [
    [0, 0],
    [1, 1],
    ["0", 0],
    ["1", 1],
    [false, 0],
    [true, 1],
    ["false", 0],
    ["true", 1],
  ]) {
    const body = { service_object_id: id, is_active: sent };
    const answer = await api("POST", "admin/update-service-status", { token, body });
    expect(answer, JSON.stringify(sent)).toMatchObject({ success: 1, data: { _id: id, is_active: stored } });
    expect(await listed("admin/get-all-services")).toBe(stored);
    expect(await listed("admin/get-all-active-services")).toBe(stored === 1 ? 1 : undefined);
  }
  for (const is_active of [2, -1, 0.5, "", "on", null, undefined, [1], { is: 1 }]) {
    const body = { service_object_id: id, is_active };
    expect((await api("POST", "admin/update-service-status", { token, body })).status, String(is_active)).toBe(422);
  }
});

test("an admin's login names the role under both of its names", async () => {
  const userName = `role ${aPhone()}`;
  const { roleId } = await anAdmin({ permissions: ["add_ticket"] });
  const password = "Demo@2026";
  await createAdmin(system("cli"), { userName, password, name: "Meera", adminRole: "ROLE", roleId: roleId! });
  const body = { user_name: userName, password };
  type Login = { adminDetails: { role_id: { role: string; role_name: string } } };
  const { data } = await api<Login>("POST", "admin/login", { body });
  expect(data.adminDetails.role_id).toMatchObject({ _id: roleId, permissions: { add_ticket: true } });
  expect(data.adminDetails.role_id.role).toBe(data.adminDetails.role_id.role_name);
});

test("an onboarder's own center says who onboarded it", async () => {
  const onboarder = await anOnboarder();
  await aCenter({ onboardedBy: onboarder.id });
  const token = await tokenOf("onboarder", onboarder);
  const [listed] = (await api<object[]>("GET", "centerOnboarding/get-center", { token })).data;
  expect(listed).toMatchObject({ onboarded_by: onboarder.id });
});

test("a broadcast entry and a transaction have every field of their entities", async () => {
  const center = await aCenter();
  await aBroadcastTicket([center]);
  const token = await tokenOf("center", center);
  const [offer] = (await api<object[]>("GET", "center/get-all-available-broadcast", { token })).data;
  expect(missingOf(offer, listOf("_id status_of_ticket ticket_obj_id center_obj_id createdAt"))).toEqual([]);
});

test("a pick and drop is credited to the center its ticket names, like one that is booked by its code", async () => {
  await aPriceList();
  const service = await aService({ pickDrop: true });
  const pincode = aPincode();
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  const vehicle = await aVehicle();
  const book = async (center_obj_id: unknown, qr_id?: string) => {
    const phone = aPhone();
    return api("POST", "center/public-ticket-booking-withINA-pickdrop", {
      proof: await aProof({ phone }),
      body: {
        service_provided_for: service.id,
        vehicleId: vehicle.id,
        center_obj_id,
        qr_id,
        device_id: "",
        personal_details: { name: "Ram", primary_phone: { country_code: "+91", mobile_number: phone } },
        pickupAddress: { pincode, pick_location: "Station", longitude: "", latitude: "" },
        dropAddress: { drop_location: "Market" },
        customer_offer_price: 80,
        time_preference: { time_preference_type: "IMMEDIATELY" },
      },
    });
  };
  for (const named of [center.id, { _id: center.id }])
    expect((await book(named)).data).toMatchObject({
      ticket_created_by: "PUBLIC_WITH_CENTER_QR",
      broadcast_status: "matched_in_same_center",
    });
  for (const nobody of ["", null, undefined])
    expect((await book(nobody)).data).toMatchObject({ ticket_created_by: "PUBLIC" });
  const strange = await book("019b76da-a800-7000-8000-000000000000");
  expect([strange.status, strange.message]).toEqual([404, "This center does not exist"]);
  const other = await aCenter({ services: [service], pincodes: [pincode] });
  await book(other.id, (await qrOf(center)).qrId);
  const [last] = await rows(sql`select center_id from tickets order by created_at desc, id desc limit 1`);
  expect(last).toEqual({ center_id: center.id });
  await rows(sql`update partner_qrs set status = 'INACTIVE' where center_id = ${center.id}`);
  expect((await book(center.id)).data).toMatchObject({ ticket_created_by: "PUBLIC" });
});
