import { expect, test } from "vitest";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, anOnboarder, aPhone, aPincode, aService } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* Registration and the onboarder's calls over the HTTP API, with the field names of the documents. */

const till = openTill();

type Reply = { status: number; success: number; message: string; data: never; token: string; code?: string };

async function api(method: string, path: string, { token, body, address = anAddress() }: Sent = {}) {
  const request = new Request(`http://localhost:3000/api/${path}`, {
    method,
    headers: { ...(token && { "access-token": token }), ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await serve({ request, params: {}, context: { address, requestId: "onboarding" } });
  const reply = (await answer.json()) as Reply;
  expect(answer.status).toBe(reply.status);
  return reply;
}
type Sent = { token?: string; body?: object; address?: string };

async function otpOf(phone: string) {
  await till.work();
  return (await outboxMessages(phone)).map(({ text }) => /#(\d{6})$/.exec(text)?.[1]).find(Boolean);
}

const mobile = (phone: string) => ({ country_code: "+91", mobile_number: phone });

async function aShop(phone: string) {
  const primary = await aService();
  const secondary = await aService();
  const pincode = aPincode();
  const other = aPincode();
  return {
    center_name: "New Shop",
    personal_details: { name: "Asha Rao", phone: mobile(phone) },
    primary_services: primary.id,
    secondary_services: [{ secondary_services_id: secondary.id, priority: 7 }],
    address_details: { address_line: "1", city: "Pune", state: "Maharashtra", pincode, additional_pincode: other },
    no_of_technicians: 3,
  };
}

/** Requests a registration's code and exchanges it for the proof. */
async function proofOf(phone: string) {
  const sent = await api("POST", "center/sent-otp?action=registration", { body: mobile(phone) });
  expect(sent.message).toBe("otp sent successfully");
  const body = { ...mobile(phone), otp: Number(await otpOf(phone)) };
  return (await api("POST", "center/verify-otp", { body })).data as { proof: string };
}

test("R112, C028 a center registers by the proof of its phone, credited to the onboarder of its link", async () => {
  const onboarder = await anOnboarder();
  const link = `common/get-center-onboarder-objectId?center_onboarder_id=${onboarder.centerOnboarderId}`;
  const named = await api("GET", link);
  expect(named.data).toEqual({
    _id: onboarder.id,
    center_onboarder_id: onboarder.centerOnboarderId,
    name: onboarder.name,
  });
  expect(await api("GET", "common/get-center-onboarder-objectId?center_onboarder_id=NOBODY")).toMatchObject({
    status: 404,
    code: "onboarder.notFound",
  });

  const phone = aPhone();
  const shop = await aShop(phone);
  expect(await api("POST", "center/register-center-via-web", { body: shop })).toMatchObject({
    status: 401,
    code: "otp.proofMissing",
  });
  const { proof } = await proofOf(phone);
  const body = { ...shop, proof, onboarded_by: onboarder.id };
  expect(await api("POST", "center/register-center-via-web", { body })).toMatchObject({
    status: 200,
    success: 1,
    message: "Registered successfully , Please Login ",
    data: {
      center_name: "New Shop",
      is_active: 1,
      no_of_technicians: 3,
      personal_details: { name: "Asha Rao", phone: mobile(phone) },
      services: {
        primary_services: { _id: shop.primary_services },
        secondary_services: [
          { secondary_services_id: { _id: shop.secondary_services[0]!.secondary_services_id }, priority: 1 },
        ],
      },
      address_details: { ...shop.address_details, country: "INDIA" },
    },
  });
  // The proof is used up; asking for another is answered that the phone has a center.
  expect(await api("POST", "center/register-center-via-web", { body })).toMatchObject({ status: 403 });
});

test("R113 a call without what all forms have in common is refused field by field", async () => {
  const shop = await aShop(aPhone());
  const { pincode: _, ...address_details } = shop.address_details;
  const refused = await api("POST", "center/register-center-via-web", {
    body: { ...shop, center_name: "", secondary_services: [], address_details },
  });
  expect(refused).toMatchObject({
    status: 422,
    message: "Please fill in all required details",
    fields: {
      center_name: "Please fill in all required details",
      secondary_services: "Please fill in all required details",
      "address_details.pincode": "Please fill in all required details",
    },
  });
});

test("R016, R187–R191, R456 an onboarder registers by uniqueId and code, logs in, adds a center and lists its own", async () => {
  const phone = aPhone();
  const service = await aService();
  const details = { name: "Sunil Stores", ...mobile(phone), primary_services: service.id };
  const places = { allowed_cities: ["Pune", "Nashik"], allowed_states: ["Maharashtra"] };
  expect(
    await api("POST", "centerOnboarding/sendotp-onboarder", {
      body: { ...details, ...places, allowed_cities: ["Pune", " pune "] },
    }),
  ).toMatchObject({ status: 422, message: "City already entered" });
  const sent = await api("POST", "centerOnboarding/sendotp-onboarder", { body: { ...details, ...places } });
  expect(sent.message).toBe("otp sent successfully");
  const { uniqueId } = sent.data as { uniqueId: string };
  const otp = Number(await otpOf(phone));
  expect(
    await api("POST", "centerOnboarding/register-onboarder", {
      body: { uniqueId, otp: otp === 111111 ? 222222 : 111111 },
    }),
  ).toMatchObject({ status: 422, message: "Wrong OTP" });
  expect(await api("POST", "centerOnboarding/register-onboarder", { body: { uniqueId } })).toMatchObject({
    status: 422,
    message: "otp not entered",
  });
  const registered = await api("POST", "centerOnboarding/register-onboarder", { body: { uniqueId, otp } });
  expect(registered).toMatchObject({ status: 200, success: 1, message: "Registered successfully , register " });
  // H11: a unique id can be used once.
  expect(await api("POST", "centerOnboarding/register-onboarder", { body: { uniqueId, otp } })).toMatchObject({
    status: 409,
    code: "registration.over",
  });

  const login = await anOnboarder();
  expect((await api("POST", "centerOnboarding/send-otp-login", { body: mobile(login.phone) })).success).toBe(1);
  const signedIn = await api("POST", "centerOnboarding/verify-otp-login", {
    body: { ...mobile(login.phone), otp: await otpOf(login.phone) },
  });
  expect(signedIn.data).toMatchObject({
    token: signedIn.token,
    latest_details: {
      _id: login.id,
      center_onboarder_id: login.centerOnboarderId,
      name: login.name,
      phone_details: mobile(login.phone),
      allowed_states: ["Karnataka"],
      allowed_cities: ["Bengaluru"],
    },
  });

  const token = signedIn.token;
  const shopPhone = aPhone();
  const body = { ...(await aShop(shopPhone)), no_of_technicians: 2, clients_ids_list: [], qr_code: `ina${shopPhone}` };
  const create = (more: object, address?: string) =>
    api("POST", "centerOnboarding/create-center", { token, body: { ...body, ...more }, ...(address && { address }) });
  // R020: a missing proof is not answered with the 401 that ends a session.
  expect(await create({})).toMatchObject({ status: 403, code: "otp.proofMissing" });
  const { proof } = await proofOf(shopPhone);
  const created = await create({ proof });
  expect(created).toMatchObject({
    status: 200,
    message: "Center added ! Add more centers ",
    // R195: always ten technicians; the QR code printed on the kit.
    data: { no_of_technicians: 10, qr_details: { qr_id: `INA${shopPhone}`, qrStatus: "ACTIVE" } },
  });

  await aCenter({ onboardedBy: (await anOnboarder()).id });
  const list = await api("GET", "centerOnboarding/get-center", { token });
  expect((list.data as { _id: string }[]).map(({ _id }) => _id)).toEqual([(created.data as { _id: string })._id]);
  expect(JSON.stringify(list.data)).not.toMatch(/ticket_accept_limit|subscribe_end_date|disabled_for/);
});

test("Q116 a printed code of another center is refused, one to be made is made", async () => {
  const token = await (async () => {
    const { phone } = await anOnboarder();
    await api("POST", "centerOnboarding/send-otp-login", { body: mobile(phone) });
    const body = { ...mobile(phone), otp: await otpOf(phone) };
    return (await api("POST", "centerOnboarding/verify-otp-login", { body })).token;
  })();
  const taken = `INA${aPhone()}`;
  await aCenter({ qrId: taken });
  const phone = aPhone();
  const { proof } = await proofOf(phone);
  const body = await aShop(phone);
  const create = (more: object) =>
    api("POST", "centerOnboarding/create-center", { token, body: { ...body, proof, ...more } });
  expect(await create({ qr_code: taken })).toMatchObject({ status: 409, code: "center.qrTaken" });
  expect(await create({ qr_code: "DLR0001" })).toMatchObject({ status: 422, code: "center.qrShape" });
  const made = await create({ qr_code: taken, automate_qr_code: true });
  expect((made.data as { qr_details: { qr_id: string } }).qr_details.qr_id).toMatch(/^INA[2-9A-Z]{6}$/);
});
