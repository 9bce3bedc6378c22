import { sql } from "kysely";
import { expect, test } from "vitest";
import { centerState } from "#modules/centers/shared.ts";
import type { Permission } from "#modules/kernel/actor.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { adminToken } from "#modules/testing/admin-token.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aClient, anAddress, anAdmin, aPhone, aPincode, aService, qrOf } from "#modules/testing/factories.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* Centers by call (C111–C115, C118–C120): names of the wire to the letter, numbers of is_active as specified. */

// biome-ignore lint/suspicious/noExplicitAny: the calls answer different data
type Reply = { status: number; success: number; message: string; fields?: Record<string, string>; data: any };

async function aDesk(permissions?: readonly Permission[]) {
  const admin = await anAdmin(permissions && { permissions });
  const token = await adminToken(admin.id);
  return Object.assign(
    async (line: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> => {
      const [method, path] = line.split(" ") as [string, string];
      const request = new Request(`http://localhost:3000/api/${path}`, {
        method,
        headers: { "access-token": token, "content-type": "application/json", ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "centers" } })).json();
    },
    { adminName: admin.name },
  );
}

async function filled(more: object = {}) {
  const primary = await aService();
  const secondary = await aService();
  const pincode = aPincode();
  return {
    center_name: "Cool Corner",
    personal_details: {
      name: "Asha Rao",
      email: "asha@example.in",
      user_name: "asha",
      about: "Since 1990",
      phone: { country_code: "+91", mobile_number: aPhone() },
    },
    primary_services: { _id: primary.id },
    checkedSecondaryServices: [{ secondary_services_id: secondary.id, priority: 1 }],
    pincodes: "560001, ,560002",
    address_details: {
      address_line: "1 MG Road",
      city: "Kochi",
      state: "KL",
      pincode,
      additional_pincode: pincode,
      country: "FRANCE",
    },
    no_of_technicians: 4,
    qr_code: "",
    automate_qr_code: true,
    upi_id: "asharao@okaxis",
    clients_ids_list: [],
    ...more,
  };
}

test("C113 C112 C111 a center is created with every field, answered, read and listed", async () => {
  const call = await aDesk();
  const client = await aClient();
  const tax = { legal_name: "Asha Rao", gst_number: "32AAPFU0939F1Z4" };
  const body = await filled({ clients_ids_list: [{ _id: client.id }], ...tax });
  const made = await call("POST admin/create-center", body);
  expect(made).toMatchObject({ success: 1, message: "Center added ! Add more centers " });
  const phone = body.personal_details.phone.mobile_number;
  const shown = {
    center_name: "Cool Corner",
    is_active: 1,
    no_of_technicians: 4,
    verification_status: "NOT_VERIFIED",
    ...tax,
    personal_details: { ...body.personal_details, phone: { country_code: "+91", mobile_number: phone } },
    address_details: { ...body.address_details, state: "Kerala", country: "INDIA" },
    services: { pincodes: ["560001", "560002", body.address_details.pincode].sort() },
    clients_ids_list: [{ _id: client.id, client_name: client.clientName }],
    payment_details: { upi_id: "asXXXX@okaxis", paid_for_onboarding_kit: false, subscribe_end_date: null },
    otp_details: { is_otp_verfied: false },
    qr_details: { qr_id: expect.stringMatching(/^INA/), qrStatus: "ACTIVE" },
    count_details: { closed_ticket_count: 0, pending_ticket_count: 0, average_ticket_rating: null },
  };
  expect(made.data).toMatchObject(shown);
  const { _id } = made.data;
  const read = await call(`GET admin/getCenterDetails/${_id}`);
  expect(read.data.CenterDetails.cenData).toMatchObject({ _id, ...shown });
  expect((await call(`GET admin/get-all-centers?phone_number=${phone}`)).data).toMatchObject([{ _id }]);
  expect((await call("GET admin/get-all-centers?start_date=2020-01-01&end_date=2020-01-02")).data).toEqual([]);
  expect(await call("GET admin/getCenterDetails/00000000-0000-7000-8000-00000000dead")).toMatchObject({
    status: 404,
    message: "No center details found",
  });
});

test("R381 is_active: 2 DRAFTED, -1 IN_ACTIVE, which a rejected one is, too, 1 ACTIVE", async () => {
  const call = await aDesk();
  const { ACTIVE, IN_ACTIVE, DRAFTED } = centerState;
  for (const [state, is_active, verification_status] of [
    [{ isActive: ACTIVE }, 1, "VERIFIED"],
    [{ isActive: IN_ACTIVE }, -1, "VERIFIED"],
    [{ isActive: IN_ACTIVE, rejectionReason: "No licence" }, -1, "REJECTED"],
    [{ isActive: DRAFTED }, 2, "VERIFIED"],
  ] as const) {
    const { id, phone } = await aCenter(state);
    const answered = { is_active, verification_status };
    expect((await call(`GET admin/getCenterDetails/${id}`)).data.CenterDetails.cenData).toMatchObject(answered);
    expect((await call(`GET admin/get-all-centers?phone_number=${phone}`)).data).toMatchObject([answered]);
  }
});

test("C113 what is missing or wrong is said beside its field, and nothing is made", async () => {
  const call = await aDesk();
  const before = await row(sql`select count(*) from centers`);
  const empty = await call("POST admin/create-center", {});
  expect(empty).toMatchObject({ status: 422, success: 0, message: "Please fill in all required details" });
  expect(Object.keys(empty.fields!).sort()).toEqual(
    [
      "address_details.additional_pincode",
      "address_details.pincode",
      "address_details.state",
      "center_name",
      "personal_details.phone.mobile_number",
      "primary_services",
      "secondary_services",
    ].sort(),
  );
  const wrongs: [object, string][] = [
    [{ pincodes: "56001" }, "pincodes"],
    [{ pincodes: Array.from({ length: 30 }, () => "560001") }, "pincodes"],
    [{ qr_code: "INA12345678", automate_qr_code: false }, "qr_code"],
    [{ upi_id: "no-bank" }, "upi_id"],
    [{ upi_id: `${"a".repeat(20)}@ok` }, "upi_id"],
    [{ no_of_technicians: 11 }, "no_of_technicians"],
    [{ clients_ids_list: ["00000000-0000-7000-8000-00000000dead"] }, "clients_ids_list"],
    [{ clients_ids_list: "' or true --" }, "clients_ids_list"],
    [{ center_name: "\u0000" }, "center_name"],
  ];
  for (const [wrong, field] of wrongs) {
    const refused = await call("POST admin/create-center", await filled(wrong));
    expect(refused.status, JSON.stringify(wrong)).toBe(422);
    expect(Object.keys(refused.fields!).map((name) => name.split(".")[0])).toEqual([field]);
  }
  const taken = await aCenter();
  const again = await filled({ personal_details: { phone: { mobile_number: taken.phone } } });
  expect(await call("POST admin/create-center", again)).toMatchObject({ status: 409, success: 0 });
  expect(await row(sql`select count(*) - 1 as count from centers`)).toEqual(before);
});

test("C114, R481 what is left out stays; flags need a remark; a stale version is refused (PUT and POST)", async () => {
  const call = await aDesk();
  const { data } = await call("POST admin/create-center", await filled());
  const of = { center_obj_id: data._id };
  const renamed = await call("PUT admin/update-center", { ...of, center_name: "Cold Corner", version: data.version });
  expect(renamed).toMatchObject({ success: 1, message: "Center updated successfully" });
  const { version: _version, center_name: _name, ...rest } = data;
  expect(renamed.data).toMatchObject({ ...rest, center_name: "Cold Corner" });
  expect(await call("POST admin/update-center", { ...of, version: data.version, center_name: "X" })).toMatchObject({
    status: 409,
  });
  const flag = { ...of, login_into_application: "true" };
  expect(await call("POST admin/update-center", flag)).toMatchObject({
    status: 422,
    message: "Remark is required when disabling login or accepting tickets.",
  });
  const off = await call("POST admin/update-center", { ...flag, remark: "No papers", ticket_remarks: "Send them" });
  expect(off.data.disabled_for).toEqual({ login_into_application: true, accepting_broadcast_ticket: false });
  expect((await call(`GET admin/get-center-feedback/${data._id}`)).data).toMatchObject([
    {
      remarks_type: "login_into_application",
      remarks: "No papers",
      ticket_remarks: "Send them",
      update_name: call.adminName,
    },
  ]);
  expect(await call("PUT admin/update-center", { center_obj_id: "x" })).toMatchObject({ status: 422 });
});

test("with one key a change is made once, and its answer is given again", async () => {
  const call = await aDesk();
  const { id } = await aCenter();
  const key = { "idempotency-key": `center-${process.pid}` };
  const body = { center_obj_id: id, center_name: "Cold Corner" };
  const first = await call("PUT admin/update-center", body, key);
  const second = await call("PUT admin/update-center", body, key);
  expect(first).toMatchObject({ success: 1, message: "Center updated successfully" });
  expect(second.data).toEqual(first.data);
});

test("R384 with clients_ids_list alone only the clients are set, in the specified words", async () => {
  const call = await aDesk();
  const center = await aCenter();
  const client = await aClient();
  const clients = { center_obj_id: center.id, clients_ids_list: [client.id] };
  const set = await call("POST admin/update-center", clients);
  expect(set).toMatchObject({ success: 1, message: "Center Updated" });
  expect(set.data.clients_ids_list).toEqual([{ _id: client.id, client_name: client.clientName }]);
  const none = await call("POST admin/update-center", { ...clients, clients_ids_list: [] });
  expect(none.data.clients_ids_list).toEqual([]);
});

test("C115 C118 C119 delete, extend and capacity, each in its own words", async () => {
  const call = await aDesk();
  const center = await aCenter();
  const { qrId } = await qrOf(center);
  expect(await call("POST admin/update-ticket-accept-limit", { qr_id: qrId, ticket_accept_limit: 7 })).toMatchObject({
    success: 1,
    message: "Center Capacity Defined Successfully",
    data: { changed: 1 },
  });
  for (const ticket_accept_limit of ["", -1, 1.5, "1e3", 100_001, null])
    expect(await call("POST admin/update-ticket-accept-limit", { qr_id: qrId, ticket_accept_limit })).toMatchObject({
      status: 422,
      success: 0,
    });
  const extend = { center_obj_id: { _id: center.id } };
  expect(await call("POST admin/update-center-extended-date", extend)).toMatchObject({
    status: 409,
    message: "Error extending trial",
  });
  await rows(sql`update centers set created_at = now() - interval '16 days' where id = ${center.id}`);
  expect(await call("POST admin/update-center-extended-date", extend)).toMatchObject({
    success: 1,
    message: "Trial extended successfully",
  });
  expect(await call(`DELETE admin/deleteCenter/${center.id}`)).toMatchObject({
    success: 1,
    message: "Center deleted successfully",
  });
  expect(await call(`DELETE admin/deleteCenter/${center.id}`)).toMatchObject({ status: 404 });
});

test("R385 Q43 who may not is refused in the specified words; phones are stars, the UPI id is nowhere in clear", async () => {
  const root = await aDesk();
  const { data } = await root("POST admin/create-center", await filled());
  const rename = { center_obj_id: data._id, center_name: "Cold Corner" };
  const nobody = await aDesk(["view_closed_ticket"]);
  const messageOf = async (line: string, body?: object) => (await nobody(line, body)).message;
  expect(await messageOf("GET admin/get-all-centers")).toBe("No access , contact admin");
  expect(await messageOf("POST admin/create-center", await filled())).toBe(
    "No permission to add center , contact admin",
  );
  expect(await messageOf("PUT admin/update-center", rename)).toBe("No permission to update center , contact admin");
  const editor = await aDesk(["edit_center_details.full_access"]);
  const changed = await editor("PUT admin/update-center", rename);
  expect(changed.data).toMatchObject({
    center_name: "Cold Corner",
    personal_details: { phone: { mobile_number: "*****" }, email: "*****" },
  });
  const tables = await rows<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  for (const { name } of tables)
    expect(
      await row(sql`select from ${sql.raw(name)} t where t::text like '%asharao@%' limit 1`),
      name,
    ).toBeUndefined();
});
