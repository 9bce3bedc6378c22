import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { checkDocument } from "#modules/centers/index.ts";
import { CheckDocument } from "#modules/centers/shared.ts";
import type { Permission } from "#modules/kernel/actor.ts";
import { day, fromNow, istDate } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { adminToken } from "#modules/testing/admin-token.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  anAddress,
  anAdmin,
  anOffer,
  aPhone,
  aPincode,
  aService,
  asAdmin,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* The operators' request form by call: C074–C076 and its choices C094, C095. */

type Reply = { status: number; success: number; message: string; fields?: Record<string, string>; data: Data };
// biome-ignore lint/suspicious/noExplicitAny: what is asserted is the answer's shape
type Data = any;

const creating = ["POST center/public-ticket-by-superadmin", "POST admin/create-ticket"];
const change = "POST admin/update-ticket";
const editor: readonly Permission[] = ["add_ticket", "edit_ticket.full_access"];

/** Calls as an admin: a SUPER_ADMIN, one with these permissions, or with a client's. */
async function aDesk(permissions?: readonly Permission[], clientId?: string) {
  const { id } = await anAdmin({
    ...(permissions && { permissions }),
    ...(clientId && { adminRole: "CLIENT" as const, clientId }),
    name: "Asha Rao",
  });
  const token = await adminToken(id);
  return async (call: string, body?: object): Promise<Reply> => {
    const [method, path] = call.split(" ") as [string, string];
    const request = new Request(`http://localhost:3000/api/${path}`, {
      method,
      headers: { "access-token": token, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "form" } })).json();
  };
}

/** The shortest request the server takes (Q18), under the wire's names. */
const shortest = (serviceId: string) => ({
  service_provided_for: { _id: serviceId },
  personal_details: { name: "Meera Nair", primary_phone: { country_code: "+91", mobile_number: aPhone() } },
  address_details: { house_number: "221", pincode: aPincode() },
  time_preference: { time_preference_type: "IMMEDIATELY" },
  offers_applied: { offer_code: "GHARSEVA2025" },
});
type RequestBody = Record<string, unknown>;

/** The same with one field set by its dotted name. */
function having(requestBody: object, name: string, value: unknown): RequestBody {
  const copy = structuredClone(requestBody) as RequestBody;
  const steps = name.split(".");
  let place = copy;
  for (const step of steps.slice(0, -1)) {
    place[step] ??= {};
    place = place[step] as RequestBody;
  }
  place[steps.at(-1)!] = value;
  return copy;
}

const incomplete = "Please fill in all required details";
const tooLong = "This is too long";
const noAmount = "Please enter a whole amount in rupees, 0 or more";
const noPrice = "Please enter an amount in rupees, 0 or more, with at most two decimals";
const noMore = "Please enter at most ₹1,00,00,000";
const tenDigits = "Please enter an amount of at most 10 digits";
const noTime = "Please choose a time from now on, between 08:00 and 20:00";
const noPhone = "Please enter a valid 10-digit mobile number";

describe("C074 C075 creating", () => {
  test.each(creating)(
    "R272, R474 %s takes the short list, answers the fields of the result and bears the session's name",
    async (call) => {
      const desk = await aDesk(["add_ticket"]);
      const sent = { ...shortest((await aService()).id), create_name: "Somebody else" };
      const { success, message, data } = await desk(call, sent);
      expect({ success, message }).toEqual({ success: 1, message: "Ticket Created successfully" });
      expect(data).toMatchObject({
        _id: expect.any(String),
        ticket_id: expect.stringMatching(/^REQ-/),
        ticket_status: "PENDING",
        createdAt: expect.any(String),
        create_name: "Asha Rao",
        ticket_created_by: "SUPER_ADMIN",
        admin_setting: { is_paid: true },
        service_provided_due_amount: 0,
        authorized_client_id: null,
        personal_details: { name: "Meera Nair", primary_phone: { country_code: "+91", mobile_number: "*****" } },
        address_details: { country: "INDIA", city: null },
      });
      expect(data.personal_details).not.toHaveProperty("alternate_phone");
    },
  );

  test("nothing sent is answered with every field of the short list, and no other", async () => {
    const { status, message, fields } = await (await aDesk())(creating[0]!, {});
    expect({ status, message }).toEqual({ status: 422, message: incomplete });
    expect(fields).toEqual(
      Object.fromEntries(
        [
          "service_provided_for",
          "personal_details.name",
          "personal_details.primary_phone.mobile_number",
          "address_details.house_number",
          "address_details.pincode",
          "offers_applied.offer_code",
          "time_preference.time_preference_type",
        ].map((name) => [name, incomplete]),
      ),
    );
  });

  test("R269–R272 each field is taken up to its limit, and one more is refused beside its own name", async () => {
    const desk = await aDesk();
    const requestBody = shortest((await aService()).id);
    const client = await aClient();
    const lengths = {
      specific_requirement: 300,
      "personal_details.name": 30,
      "address_details.house_number": 200,
      "address_details.locality": 100,
      "address_details.city": 30,
      "offers_applied.offer_code": 20,
      service_provided_client_id: 50,
    };
    for (const [name, most] of Object.entries(lengths)) {
      const billed = { ...requestBody, authorized_client_id: client.id };
      expect(await desk(creating[0]!, having(billed, name, "क".repeat(most))), name).toMatchObject({ success: 1 });
      expect(await desk(creating[0]!, having(billed, name, "क".repeat(most + 1))), name).toMatchObject({
        status: 422,
        success: 0,
        fields: { [name]: tooLong },
      });
    }
    const due = having(
      { ...requestBody, authorized_client_id: client.id },
      "service_provided_due_amount",
      "9999999999",
    );
    expect((await desk(creating[0]!, due)).data.service_provided_due_amount).toBe(9_999_999_999);
    const tomorrow = istDate(fromNow(day));
    const wrong = [
      ["personal_details.primary_phone.mobile_number", "98765432101", noPhone],
      ["personal_details.primary_phone.mobile_number", "5876543210", noPhone],
      ["personal_details.alternate_phone.mobile_number", "12345", noPhone],
      ["address_details.pincode", "5600011", "Please enter a 6-digit pincode"],
      ["address_details.pincode", "056001", "Please enter a 6-digit pincode"],
      ["service_provided_due_amount", "-1", noAmount],
      ["service_provided_due_amount", "1e3", noAmount],
      ["service_provided_due_amount", "10000000000", tenDigits],
      ["ticket_price", "-1", noPrice],
      ["ticket_price", "99.505", noPrice],
      ["ticket_price", "10000000.01", noMore],
      ["time_preference.time_preference_type", "SOMETIME", incomplete],
      ["admin_setting.is_paid", "perhaps", "Please choose one of the options"],
    ] as const;
    for (const [name, value, message] of wrong)
      expect((await desk(creating[0]!, having(requestBody, name, value))).fields, `${name} ${value}`).toEqual({
        [name]: message,
      });
    const at = "time_preference.specific_date_time";
    const timed = having(requestBody, "time_preference.time_preference_type", "SPECIFIC_DATE_AND_TIME");
    expect((await desk(creating[0]!, timed)).fields).toEqual({ [at]: "Please fill in Specific date and time" });
    for (const time of [`${tomorrow}T07:59`, `${tomorrow}T20:01`, `${istDate(fromNow(-day))}T10:00`])
      expect((await desk(creating[0]!, having(timed, at, time))).fields, time).toEqual({ [at]: noTime });
    expect(await desk(creating[0]!, having(timed, at, `${tomorrow}T20:00`))).toMatchObject({ success: 1 });
  });

  test("R272 R275 R276 an alternate phone, a client with its own id and what is due, and 'not paid'", async () => {
    const desk = await aDesk();
    const service = await aService();
    const client = await aClient();
    const alternate = aPhone();
    const requestBody = having(shortest(service.id), "personal_details.alternate_phone.mobile_number", alternate);
    const bill = { service_provided_client_id: "A-17", service_provided_due_amount: "1,500" };
    const billed = { ...requestBody, ...bill, authorized_client_id: client.id, admin_setting: { is_paid: false } };
    expect((await desk(creating[0]!, billed)).data).toMatchObject({
      personal_details: { alternate_phone: { country_code: "+91", mobile_number: alternate } },
      authorized_client_id: { _id: client.id, client_name: client.clientName },
      service_provided_client_id: "A-17",
      service_provided_due_amount: 1500,
      admin_setting: { is_paid: false },
    });
    expect((await desk(creating[0]!, { ...requestBody, ...bill })).data).toMatchObject({
      authorized_client_id: null,
      service_provided_client_id: null,
      service_provided_due_amount: 0,
    });
  });

  test("what is over, gone or unknown is refused beside its field; nothing stands of a refused try", async () => {
    const desk = await aDesk();
    const offer = await anOffer({ toDate: fromNow(-day) });
    const gone = await aService({ isActive: false });
    const closed = await aClient({ isActive: false });
    const service = await aService();
    const nobody = crypto.randomUUID();
    const tries = [
      having(shortest(service.id), "offers_applied.offer_code", offer.title),
      shortest(gone.id),
      shortest(nobody),
      { ...shortest(service.id), authorized_client_id: closed.id },
      { ...shortest(service.id), authorized_client_id: nobody },
      { ...shortest(service.id), authorized_client_id: "' or 1=1" },
    ];
    for (const requestBody of tries) {
      const { success } = await desk(creating[0]!, requestBody);
      const { mobile_number } = (requestBody as ReturnType<typeof shortest>).personal_details.primary_phone;
      expect({ success, stands: await row(sql`select from tickets where phone = ${mobile_number}`) }).toEqual({
        success: 0,
      });
    }
  });

  test("R280 an admin of a client creates for that client alone; who may not add is told so", async () => {
    const own = await aClient();
    const other = await aClient();
    const desk = await aDesk(["add_ticket"], own.id);
    const requestBody = shortest((await aService()).id);
    expect((await desk(creating[0]!, requestBody)).data.authorized_client_id).toEqual({
      _id: own.id,
      client_name: own.clientName,
    });
    expect(await desk(creating[0]!, { ...requestBody, authorized_client_id: other.id })).toMatchObject({ status: 403 });
    for (const call of creating)
      expect(await (await aDesk(["edit_ticket.full_access"]))(call, requestBody), call).toMatchObject({
        status: 403,
        message: "No permission to add ticket , contact admin",
      });
  });
});

describe("C076 changing", () => {
  /** A request that is described in full, and the fields that a change must send. */
  async function aRequest(clientId?: string) {
    const service = await aService();
    const ticket = await aTicket({
      serviceId: service.id,
      requirement: "Noise",
      locality: "Sadar",
      city: "Agra",
      state: "Kerala",
      ...(clientId && { clientId, clientReference: "A-17" }),
    });
    const { address_details, personal_details: _people, ...rest } = shortest(service.id);
    return {
      ticket,
      least: {
        ...rest,
        ticket_obj_id: ticket.publicId,
        address_details: { house_number: address_details.house_number },
      },
    };
  }

  test("the short list is asked for again; of the other fields what is not sent stays, and an empty text takes away", async () => {
    const desk = await aDesk();
    const { ticket, least } = await aRequest();
    expect((await desk(change, { ticket_obj_id: ticket.publicId })).fields).toEqual(
      Object.fromEntries(
        [
          "service_provided_for",
          "address_details.house_number",
          "offers_applied.offer_code",
          "time_preference.time_preference_type",
        ].map((name) => [name, incomplete]),
      ),
    );
    const first = await desk(change, { ...least, closing_ticket_price: "700", admin_remarks: "Ask for Sita" });
    expect(first).toMatchObject({
      success: 1,
      message: "Ticket updated successfully",
      data: {
        specific_requirement: "Noise",
        closing_ticket_price: 700,
        remarks: { admin_remarks: "Ask for Sita" },
        address_details: { house_number: "221", locality: "Sadar", city: "Agra", state: "Kerala" },
      },
    });
    const second = await desk(change, {
      ...least,
      specific_requirement: "",
      closing_ticket_price: "",
      address_details: { ...least.address_details, city: "" },
    });
    expect(second.data).toMatchObject({
      specific_requirement: null,
      closing_ticket_price: null,
      remarks: { admin_remarks: "Ask for Sita" },
      address_details: { locality: "Sadar", city: null, state: "Kerala" },
    });
  });

  test("R270 R273 R279 its fields have the same limits; name, phones and pincode stay, whatever comes along", async () => {
    const desk = await aDesk();
    const { ticket, least } = await aRequest();
    const lengths = {
      specific_requirement: 300,
      "address_details.house_number": 200,
      "address_details.locality": 100,
      "address_details.city": 30,
      "offers_applied.offer_code": 20,
      service_provided_client_id: 50,
      admin_remarks: 50,
    };
    for (const [name, most] of Object.entries(lengths)) {
      expect(await desk(change, having(least, name, "r".repeat(most))), name).toMatchObject({ success: 1 });
      expect((await desk(change, having(least, name, "r".repeat(most + 1)))).fields, name).toEqual({ [name]: tooLong });
    }
    for (const value of ["-1", "0x10", "1e3", "lots"])
      expect((await desk(change, { ...least, closing_ticket_price: value })).fields, value).toEqual({
        closing_ticket_price: noAmount,
      });
    expect((await desk(change, { ...least, closing_ticket_price: "10000001" })).fields).toEqual({
      closing_ticket_price: noMore,
    });
    const whole = { ...shortest(ticket.serviceId), ...least, email: "a@b.example" };
    const forged = having(having(whole, "personal_details.name", "Somebody"), "address_details.pincode", "110011");
    expect((await desk(change, forged)).data).toMatchObject({
      personal_details: { name: ticket.name, primary_phone: { mobile_number: ticket.phone } },
      address_details: { pincode: ticket.pincode },
    });
  });

  test("with `version`, a request that changed since is refused; an id that is not there is not found", async () => {
    const desk = await aDesk();
    const { ticket, least } = await aRequest();
    expect(await desk(change, { ...least, admin_remarks: "First", version: ticket.version })).toMatchObject({
      success: 1,
    });
    expect(await desk(change, { ...least, admin_remarks: "Second", version: ticket.version })).toMatchObject({
      status: 409,
      success: 0,
      code: "ticket.changed",
    });
    expect(await desk(change, { ...least, ticket_obj_id: "nobody-has-this-id" })).toMatchObject({ status: 404 });
    expect((await desk(change, { ...least, ticket_obj_id: undefined })).status).toBe(422);
  });

  test("numbers are stars for an admin who is not SUPER_ADMIN, and theirs do not overwrite what stands", async () => {
    const desk = await aDesk(editor);
    const { ticket, least } = await aRequest();
    const all = await aDesk();
    await all(change, { ...least, specific_requirement: "Call 9876543210 first" });
    const { data } = await desk(change, {
      ...least,
      specific_requirement: "Call xxxxxxxxxx first",
      admin_remarks: "x",
    });
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`${ticket.phone}|9876543210`));
    expect(await row(sql`select requirement from tickets where id = ${ticket.id}`)).toEqual({
      requirement: "Call 9876543210 first",
    });
  });

  test("an admin of a client changes its client's requests and gives none away; who may not update is told so", async () => {
    const own = await aClient();
    const other = await aClient();
    const desk = await aDesk(editor, own.id);
    const mine = await aRequest(own.id);
    const foreign = await aRequest(other.id);
    expect((await desk(change, { ...mine.least, specific_requirement: "Drips" })).data.authorized_client_id._id).toBe(
      own.id,
    );
    expect(await desk(change, { ...mine.least, authorized_client_id: other.id })).toMatchObject({ status: 403 });
    expect(await desk(change, foreign.least)).toMatchObject({ status: 404 });
    expect(await (await aDesk(["add_ticket"]))(change, mine.least)).toMatchObject({
      status: 403,
      message: "No permission to update ticket , contact admin",
    });
  });
});

describe("C094 C095 the choices of its fields", () => {
  const clients = "GET admin/get-all-clients";
  const technicians = "GET admin/get-all-technician";

  test("C094 all clients by name with `_id` and `client_name`; an admin of a client gets its own", async () => {
    const own = await aClient();
    const other = await aClient();
    const { data } = await (await aDesk(["add_ticket"]))(clients);
    expect(data).toEqual(
      expect.arrayContaining([own, other].map(({ id, clientName }) => ({ _id: id, client_name: clientName }))),
    );
    expect((await (await aDesk(["add_ticket"], own.id))(clients)).data).toEqual([
      { _id: own.id, client_name: own.clientName },
    ]);
    expect(await (await aDesk(["view_closed_ticket"]))(clients)).toMatchObject({
      status: 403,
      message: "No access to view client contact admin",
    });
  });

  test("C095 technicians by id and by when they joined, with all that the operators' list shows, numbers as stars", async () => {
    const center = await aCenter();
    const reference = {
      referencePersonName: "Asha",
      referencePersonMobile: aPhone(),
      emergencyPersonName: "Latha",
      emergencyPersonPhone: aPhone(),
      currentAddressLine: "9 Lake Road",
      currentCity: "Mysuru",
      aadharLast4: "0123",
      secondaryServiceId: (await aService()).id,
    };
    const technician = await aTechnician({ center, profileCreatedBy: "SELF_BY_APP", ...reference });
    const own = {
      kind: "aadhar_front",
      ownerKind: "center",
      ownerId: center.id,
      mime: "image/jpeg",
      sealed: true,
    } as const;
    const { id: front } = await storeBlob(Buffer.from("front"), own);
    await rows(sql`update technicians set aadhar_front_blob_id = ${front} where id = ${technician.id}`);
    await checkDocument(
      asAdmin(),
      CheckDocument.parse({ technicianId: technician.id, value: "aadhar_front", verified: "true", blobId: front }),
    );
    const clerk = await aDesk(["view_technician_details.full_access"]);
    const one = `${technicians}?technician_obj_id=${technician.id}`;
    const [shown] = (await clerk(one)).data;
    expect(shown).toMatchObject({
      _id: technician.id,
      center_id: [center.id],
      profile_created_by: "SELF_BY_APP",
      clients_ids_list: [],
      lastSeen: null,
      address_details_permanent: { address_line: "4 Temple Street", state: "Karnataka" },
      count_details: { pending_ticket_count: 0, closed_ticket_count: 0, technician_rating: null },
      referenceDetails: { reference_person_name: "Asha", reference_person_mobile: "*****" },
      emergency_details: { emergency_person_name: "Latha", emergency_person_phone: "*****" },
      address_details_temporary: { address_line: "9 Lake Road", city: "Mysuru", country: "INDIA" },
      services: {
        primary_services: { _id: technician.primaryServiceId },
        secondary_services: [{ secondary_services_id: { _id: reference.secondaryServiceId }, priority: 1 }],
      },
      personal_details: {
        name: technician.name,
        phone: { mobile_number: "*****" },
        profile_picture_verified: "false",
        company_worked_with_verified: "false",
      },
      document_details: {
        aadhar_card_document: {
          front_side: `/files/${front}.jpg`,
          back_side: null,
          aadhar_front_verified: "true",
          aadhar_back_verified: "false",
        },
        pan_card_document: null,
        pan_verified: "false",
        aadhar_number: "XXXXXXXX0123",
      },
    });
    for (const secret of [technician.phone, reference.referencePersonMobile, reference.emergencyPersonPhone])
      expect(JSON.stringify(shown)).not.toContain(secret);
    expect((await (await aDesk())(one)).data[0].personal_details.phone.mobile_number).toBe(technician.phone);
    const today = istDate();
    expect((await clerk(`${one}&start_date=${today}&end_date=${today}`)).data).toHaveLength(1);
    expect((await clerk(`${one}&end_date=${istDate(fromNow(-day))}`)).data).toEqual([]);
    expect((await clerk(`${technicians}?technician_obj_id=${crypto.randomUUID()}`)).data).toEqual([]);
    expect((await clerk(`${technicians}?technician_obj_id=1`)).fields).toHaveProperty("technician_obj_id");
    expect((await clerk(`${technicians}?start_date=yesterday`)).fields).toHaveProperty("start_date");
    expect(await (await aDesk(["add_ticket"]))(technicians)).toMatchObject({ status: 403 });
  });
});
