import sharp from "sharp";
import { expect, test } from "vitest";
import { loader } from "#app/routes/files/document.ts";
import { openSession } from "#modules/access/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, aPhone, aService } from "#modules/testing/factories.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* A center's technicians as its app writes and reads them (C031–C035, C054), in the wire's spellings. */

type Reply = { status: number; success: number; message: string; fileSavedUrl: string; data: never; fields?: object };

async function anApp() {
  const center = await aCenter();
  const { token } = await openSession({ kind: "center", subjectId: center.id, via: "token", address: anAddress() });
  async function api(method: string, path: string, body?: object): Promise<Reply> {
    const form = body instanceof FormData;
    const request = new Request(`http://localhost/api/${path}`, {
      method,
      headers: { "access-token": token, ...(body && !form && { "content-type": "application/json" }) },
      ...(body && { body: form ? body : JSON.stringify(body) }),
    });
    return (await serve({ request, params: {}, context: { address: anAddress() } })).json() as Promise<Reply>;
  }
  async function upload(type: string, bytes?: Buffer) {
    const jpeg =
      bytes ??
      (await sharp({ create: { width: 9, height: 9, channels: 3, background: "teal" } })
        .jpeg()
        .toBuffer());
    const form = new FormData();
    form.set("aadhar", new File([new Uint8Array(jpeg)], "card.jpg", { type: "image/jpeg" }));
    return api("POST", `common/upload-image/${type}`, form);
  }
  const open = async (address: string) =>
    loader({
      request: new Request(`http://localhost${address}`, { headers: { "access-token": token } }),
      params: { id: address.split("/").at(-1)! },
    });
  return { center, api, upload, open };
}

test("R157 a PAN image goes up in the field aadhar, its fileSavedUrl is what create-technician is sent, and all comes back", async () => {
  const { center, api, upload, open } = await anApp();
  const one = await aService();
  const two = await aService();
  const types = ["PAN_CARD", "AADHAR_FRONT", "AADHAR_BACK", "PROFILE_PICTURE"].map((type) => `TECHNICIAN_${type}`);
  const [pan, front, back, face] = await Promise.all(types.map(async (type) => (await upload(type)).fileSavedUrl));
  const phone = aPhone();
  const payload = {
    personal_details: {
      name: "Ravi Kumar",
      email: "ravi@work.example",
      phone: { country_code: "+91", mobile_number: phone },
      profile_picture: face,
      shows_face: true,
    },
    referenceDetails: { reference_person_name: "Latha", reference_person_mobile: "9876543210" },
    emergency_details: { emergency_person_name: "Asha", emergency_person_phone: "9876543211" },
    address_details_permanent: {
      address_line: "14 Residency Road",
      city: "Bengaluru",
      state: "Karnataka",
      country: "INDIA",
    },
    address_details_temporary: { address_line: "2 Lake View", city: "Mysuru", state: "Karnataka", country: "INDIA" },
    service_area_main_pincode: "560001",
    service_area_secondary_pincode: "560002",
    engagement_type: "FREELANCER",
    services: { primary_services: one.id, secondary_services: [{ secondary_services_id: two.id, priority: 1 }] },
    document_details: {
      pan_card_document: pan,
      pan_number: "ABCDE1234F",
      aadhar_number: "234567890123",
      aadhar_card_document: { front_side: front, back_side: back },
    },
  };
  const made = await api("POST", "center/create-technician", payload);
  expect([made.status, made.success, made.message]).toEqual([200, 1, "Technician created successfully"]);
  const { _id } = made.data as { _id: string };
  const expected = {
    ...payload,
    center_id: [center.id],
    services: {
      primary_services: { _id: one.id, service_name: one.serviceName },
      secondary_services: [{ secondary_services_id: { _id: two.id, service_name: two.serviceName }, priority: 1 }],
    },
    document_details: { ...payload.document_details, aadhar_number: "XXXXXXXX0123" },
    profile_created_by: "CENTER",
    count_details: { pending_ticket_count: 0, closed_ticket_count: 0 },
  };
  expect(made.data).toMatchObject(expected);
  expect((await api("GET", `center/get-all-technician?technician_obj_id=${_id}`)).data).toMatchObject([expected]);
  for (const address of [pan!, front!, back!, face!]) expect((await open(address)).status).toBe(200);
  expect((await (await anApp()).open(pan!)).status).toBe(404);

  const changed = await api("POST", "center/update-technician", {
    ...payload,
    technician_obj_id: _id,
    engagement_type: "SALARIED",
  });
  expect([changed.message, changed.data]).toMatchObject([
    "Technician updated successfully",
    { engagement_type: "SALARIED" },
  ]);
  const counted = await api("GET", "technicianapp/get-all-technician-center");
  expect([counted.success, counted.data]).toMatchObject([
    1,
    [{ personal_details: { name: "Ravi Kumar" }, count_details: { pending_ticket_count: 0 } }],
  ]);
  expect((await api("DELETE", `center/deleteTechnician/${_id}`)).message).toBe("Technician Delete successfully");
  expect((await api("GET", "center/get-all-technician")).data).toEqual([]);
  expect([(await open(pan!)).status, (await open(face!)).status]).toEqual([404, 200]);
});

test("R150–R156 what is wrong is told at its wire name, in the specified words", async () => {
  const { api, upload } = await anApp();
  const wrong = await api("POST", "center/create-technician", {
    emergency_details: { emergency_person_name: "Asha", emergency_person_phone: "9876543210" },
    referenceDetails: { reference_person_name: "asha", reference_person_mobile: "9876543210" },
    document_details: { pan_number: "ABC", aadhar_number: "1234" },
  });
  expect([wrong.status, wrong.success, wrong.message]).toEqual([422, 0, "Please fill in all required details"]);
  expect(wrong.fields).toMatchObject({
    "personal_details.name": "Please fill in all required details",
    "document_details.pan_card_document": "Please upload your pan image",
    "document_details.pan_number": "Please enter your valid pan number",
  });
  const refused = await upload("TECHNICIAN_PAN_CARD", Buffer.from("no picture"));
  expect([refused.status, refused.message]).toEqual([422, "Upload failed"]);
  expect((await upload("SOMETHING_ELSE")).status).toBe(422);
});
