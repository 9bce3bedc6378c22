import { expect, test } from "vitest";
import "#modules/testing/database.ts";
import {
  aCenter,
  anAddress,
  aPhone,
  aPincode,
  aPriceList,
  aProof,
  aService,
  aVehicle,
  qrOf,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { serve } from "./serve.server.ts";

openTill();

async function market(service: Parameters<typeof aService>[0] = {}) {
  await aPriceList();
  const offered = await aService(service);
  const pincode = aPincode();
  return { service: offered, pincode, center: await aCenter({ services: [offered], pincodes: [pincode] }) };
}

type Asked = { address?: string; proof?: string | undefined };

async function post(path: string, body: object, { address = anAddress(), proof }: Asked = {}) {
  const answer = await serve({
    request: new Request(`http://localhost/api/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(proof && { "x-otp-proof": proof }) },
      body: JSON.stringify(body),
    }),
    params: {},
    context: { address, requestId: "booking" },
  });
  return { status: answer.status, ...(await answer.json()) };
}

const booking = (phone: string, at: { service: { id: string }; pincode: string }, more: object = {}) => ({
  service_provided_for: { _id: at.service.id },
  personal_details: { name: "Sita Devi", primary_phone: { country_code: "+91", mobile_number: phone } },
  address_details: { house_number: "12", city: "Bengaluru", state: "Karnataka", pincode: at.pincode },
  time_preference: { time_preference_type: "IMMEDIATELY" },
  offers_applied: { offer_code: "GHARSEVA2025" },
  ...more,
});

test("fixed point 13: the proof travels as a header, too, and without one the same address stands for it once", async () => {
  const at = await market();
  const phone = aPhone();
  const byHeader = await post("center/public-ticket-booking", booking(phone, at), { proof: await aProof({ phone }) });
  expect(byHeader).toMatchObject({ status: 200, message: "Please complete the payment process" });
  const address = anAddress();
  await aProof({ phone, address });
  const book = (from: string) => post("center/public-ticket-booking", booking(phone, at), { address: from });
  expect((await book(anAddress())).status).toBe(403);
  expect((await book(address)).status).toBe(200);
  expect((await book(address)).status).toBe(403);
});

test("fixed point 22: qr_id makes a partner's booking on either path, device_id an app's", async () => {
  const at = await market();
  const { qrId: qr_id } = await qrOf(at.center);
  for (const path of ["center/public-ticket-booking", "center/public-ticket-booking-withINA"]) {
    const phone = aPhone();
    const { status, data } = await post(path, booking(phone, at, { qr_id }), { proof: await aProof({ phone }) });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      ticket_created_by: "PUBLIC_WITH_CENTER_QR",
      broadcast_status: "matched_in_same_center",
      service_provided_for: { _id: at.service.id },
    });
    expect(data).not.toHaveProperty("payment");
  }
  const phone = aPhone();
  const app = await post("center/public-ticket-booking", booking(phone, at, { device_id: "d-1" }), {
    proof: await aProof({ phone }),
  });
  expect(app.data).toMatchObject({ ticket_created_by: "PUBLIC_APP", payment: { amount: 9900, currency: "INR" } });
});

test("R050 a pick and drop answers its platform charge in rupees; the order is that times 100", async () => {
  const at = await market({ pickDrop: true });
  const vehicle = await aVehicle();
  const phone = aPhone();
  const answer = await post(
    "center/public-ticket-booking-withINA-pickdrop",
    {
      service_provided_for: at.service.id,
      personal_details: { primary_phone: { mobile_number: phone } },
      vehicleId: vehicle.id,
      pickupAddress: { pincode: at.pincode, pick_location: "Station", longitude: "", latitude: "" },
      dropAddress: { drop_location: "Market" },
      customer_offer_price: 50,
      time_preference: { time_preference_type: "IMMEDIATELY" },
      platform_charge: 1,
    },
    { proof: await aProof({ phone }) },
  );
  expect(answer).toMatchObject({ status: 200, data: { platform_charge: 20, payment: { amount: 2000 } } });
});

test("fixed point 4: where nobody serves there is a success, a sentence, the ticket and no payment", async () => {
  const at = await market();
  const phone = aPhone();
  const elsewhere = booking(phone, { ...at, pincode: aPincode() });
  const answer = await post("center/public-ticket-booking", elsewhere, { proof: await aProof({ phone }) });
  expect(answer).toMatchObject({
    status: 200,
    success: 1,
    message: "No Service Available In This Area",
    data: { service_available: false, ticket_id: expect.stringMatching(/^REQ-/) },
  });
  expect(answer.data).not.toHaveProperty("payment");
});
