import { expect, onTestFinished, test } from "vitest";
import { openSession } from "#modules/access/index.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { say } from "#modules/messages/index.ts";
import { clearFaults, setFaults } from "#modules/sandbox/payments/faults.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  anAddress,
  aPhone,
  aPincode,
  aPriceList,
  aProof,
  aService,
  asAdmin,
  aVehicle,
  qrOf,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { cancelTicket } from "#modules/tickets/index.ts";
import { walletBalance } from "#modules/wallet/index.ts";
import { serve } from "./serve.server.ts";

openDatabase();

const till = openTill();

async function market(service: Parameters<typeof aService>[0] = {}) {
  await aPriceList();
  const offered = await aService(service);
  const pincode = aPincode();
  return { service: offered, pincode, center: await aCenter({ services: [offered], pincodes: [pincode] }) };
}

type PostOptions = { address?: string; proof?: string | undefined; token?: string; key?: string };

async function post(path: string, body: object, { address = anAddress(), proof, token, key }: PostOptions = {}) {
  const answer = await serve({
    request: new Request(`http://localhost/api/${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(proof && { "x-otp-proof": proof }),
        ...(token && { "access-token": token }),
        ...(key && { "idempotency-key": key }),
      },
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

test("fixed point 13: the proof travels in the body or as a header, is good once, and nothing stands for it", async () => {
  const at = await market();
  const phone = aPhone();
  const byHeader = await post("center/public-ticket-booking", booking(phone, at), { proof: await aProof({ phone }) });
  expect(byHeader).toMatchObject({ status: 200, message: "Please complete the payment process" });
  const proof = await aProof({ phone });
  const book = (more: object = {}, header?: string) =>
    post("center/public-ticket-booking", booking(phone, at, more), { proof: header });
  const refused = await book();
  expect(refused).toMatchObject({ status: 401, success: 0, code: "otp.proofMissing" });
  expect(refused.message).toContain("x-otp-proof");
  expect(await book({ proof }, "another")).toMatchObject({ status: 403, code: "otp.proofNeeded" });
  expect((await book({ proof }, proof)).status).toBe(200);
  expect(await book({ proof })).toMatchObject({ status: 403, code: "otp.proofNeeded" });
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

test("H7 success is 1 only once the money is captured: a payment being confirmed says so with 0", async () => {
  const at = await market();
  const phone = aPhone();
  const { data } = await post("center/public-ticket-booking", booking(phone, at), { proof: await aProof({ phone }) });
  const captureInput = { ticket_obj_id: data._id, status: "paid" };
  // A result that is not final is asked again under the same key and caller.
  const again = { key: "capture-1", address: anAddress() };
  const capture = () => post("payment/capture-payment-broadcastTicket", captureInput, again);
  const { paymentBaseUrl } = env;
  // While the provider is unreachable, the state is unknown and nothing is promised.
  configure({ paymentBaseUrl: "http://127.0.0.1:9" });
  expect(await capture()).toMatchObject({
    status: 200,
    success: 0,
    code: "booking.paymentPending",
    data: { state: "pending" },
  });
  configure({ paymentBaseUrl });
  await till.pay(data.payment.order_id);
  expect(await capture()).toMatchObject({ status: 200, success: 1, data: { state: "paid" } });
});

test("R14 while the provider is silent a booking says so, and the capture call leads to its payment later", async () => {
  const at = await market();
  const phone = aPhone();
  await setFaults({ slow: 1, slowMs: 20_000 });
  const { paymentPatienceMs } = env;
  configure({ paymentPatienceMs: 600 });
  onTestFinished(() => configure({ paymentPatienceMs }));
  const answer = await post("center/public-ticket-booking", booking(phone, at), { proof: await aProof({ phone }) });
  expect(answer).toMatchObject({ status: 200, success: 1, message: say("payment.unavailable") });
  expect(answer.data).not.toHaveProperty("payment");
  await clearFaults();
  const later = await post("payment/capture-payment-broadcastTicket", { ticket_obj_id: answer.data._id });
  expect(later).toMatchObject({ status: 200, success: 0, data: { state: "failed", payment: { amount: 9900 } } });
});

test("H7 a center that paid too late has not accepted, and the money is in its wallet", async () => {
  const at = await market();
  const { ticket, broadcasts } = await aBroadcastTicket([at.center], { paid: true, serviceId: at.service.id });
  const { token } = await openSession({ kind: "center", subjectId: at.center.id, via: "token", address: "127.0.0.1" });
  const accept = await post("center/accepted-broadcast-request", { broadcast_obj_id: broadcasts[0]!.id }, { token });
  expect(accept.data).toMatchObject({ paid_from: null, payment_response: { amount: 9900, currency: "INR" } });
  await cancelTicket(asAdmin(), { ticketId: ticket.publicId });
  const callback = (await till.checkout(accept.data.payment_response.id))!;
  const paid = await post("center/accept-ticket-after-payment", callback, { token });
  expect(paid).toMatchObject({
    status: 200,
    success: 0,
    code: "broadcast.paidLate",
    data: { state: "paid", accepted: false },
  });
  expect(await walletBalance(at.center.id)).toBe(9900);
});
