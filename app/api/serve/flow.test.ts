import sharp from "sharp";
import { expect, test } from "vitest";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAddress,
  aPhone,
  aPincode,
  aPriceList,
  aProof,
  aService,
  aTechnician,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { ledgerFaults } from "#modules/wallet/index.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/*
 * The main flow end to end over the HTTP API: a booking with its fee, an accepted offer paid by card, the visit,
 * closing with picture and happy code, invoice, rating and feedback. Messages are read from the sandbox's outbox, as
 * customers would receive them.
 */

const till = openTill();

type Reply = { status: number; success: number; message: string; data: never; token: string; fields?: object };
type Call = { token?: string; body?: object | FormData; address?: string; key?: string };

async function api(method: string, path: string, { token, body, address = "203.0.113.5", key }: Call = {}) {
  const multipart = body instanceof FormData;
  const request = new Request(`http://localhost:3000/api/${path}`, {
    method,
    headers: {
      ...(token && { "access-token": token }),
      ...(key && { "idempotency-key": key }),
      ...(body && !multipart && { "content-type": "application/json" }),
    },
    ...(body && { body: multipart ? body : JSON.stringify(body) }),
  });
  const answer = await serve({ request, params: {}, context: { address, requestId: "flow" } });
  const reply = (await answer.json()) as Reply;
  expect(answer.status, `${path}: ${JSON.stringify(reply)}`).toBe(reply.status);
  return reply;
}

/** The newest message to a phone that matches a pattern. */
async function received(phone: string, pattern: RegExp) {
  await till.work();
  const match = (await outboxMessages(phone)).map(({ text }) => pattern.exec(text)).find(Boolean);
  expect(match, `no message to ${phone} like ${pattern}`).toBeTruthy();
  return match!;
}

const otpOf = async (phone: string) => (await received(phone, /#(\d{6})$/))[1]!;

async function signIn(sent: string, login: string, phone: string) {
  const body = { country_code: "+91", mobile_number: phone };
  expect((await api("POST", sent, { body })).success).toBe(1);
  const { data, token } = await api("POST", login, { body: { ...body, otp: Number(await otpOf(phone)) } });
  return token ?? (data as { token: string }).token;
}

const picture = async (colour: string) => {
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set("OnsitePicture", new File([new Uint8Array(jpeg)], "site.jpg", { type: "image/jpeg" }));
  return form;
};

/** A multipart body is sent with its length, as browsers do. */
async function upload(path: string, token: string, form: FormData, key: string) {
  const draft = new Request("http://localhost/", { method: "POST", body: form });
  const bytes = await draft.arrayBuffer();
  const request = new Request(`http://localhost:3000/api/${path}`, {
    method: "POST",
    headers: {
      "access-token": token,
      "idempotency-key": key,
      "content-type": draft.headers.get("content-type")!,
      "content-length": String(bytes.byteLength),
    },
    body: bytes,
  });
  return (await (await serve({ request, params: {}, context: { address: anAddress() } })).json()) as Reply;
}

test("a request from booking to feedback over the API", async () => {
  await aPriceList();
  const service = await aService({ serviceName: "AC REPAIR" });
  const pincode = aPincode();
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  const rival = await aCenter({ services: [service], pincodes: [pincode] });
  const technician = await aTechnician({ center });
  const phone = aPhone();
  const mobile = { country_code: "+91", mobile_number: phone };

  // A member of the public books: OTP, consumer, ticket with a fee of 99 rupees.
  await api("POST", "consumerAppAppRoute/sent-otp-by-web", { body: mobile });
  const wrong = await api("POST", "consumerAppAppRoute/verify-otp-by-web", { body: { ...mobile, otp: 100000 } });
  expect([wrong.status, wrong.message]).toEqual([422, "Wrong OTP"]);
  const otp = Number(await otpOf(phone));
  const verified = await api("POST", "consumerAppAppRoute/verify-otp-by-web", { body: { ...mobile, otp } });
  const { proof } = verified.data as { proof: string };
  const booking = {
    service_provided_for: service.id,
    specific_requirement: "No cooling",
    personal_details: { name: "Sita Devi", primary_phone: mobile },
    address_details: { house_number: "12", locality: "MG Road", city: "Bengaluru", state: "Karnataka", pincode },
    time_preference: { time_preference_type: "IMMEDIATELY" },
    offers_applied: { offer_code: "GHARSEVA2025" },
    proof,
  };
  const [booked, again] = await Promise.all(
    ["once", "once"].map((key) => api("POST", "center/public-ticket-booking", { body: booking, key })),
  );
  expect(again).toEqual(booked);
  expect(booked!.message).toBe("Please complete the payment process");
  const { _id, payment } = booked!.data as {
    _id: string;
    payment: { order_id: string; amount: number; key_id: string };
  };
  expect(payment).toMatchObject({ amount: 9900, currency: "INR" });

  // A failed payment, then a successful one on the same order; amount and status sent by a browser are ignored.
  await till.pay(payment.order_id, "failure");
  const capture = { ticket_obj_id: _id, status: "paid", amount: 1, userId: "x", transactionId: "pay_forged" };
  const failed = await api("POST", "payment/capture-payment-broadcastTicket", { body: capture });
  expect([failed.success, failed.message]).toEqual([0, "Payment failed! Your request not created"]);
  const callback = (await till.checkout(payment.order_id))!;
  const forged = {
    ...callback,
    razorpay_signature: callback.razorpay_signature!.replace(/.$/, (c) => (c === "0" ? "1" : "0")),
  };
  expect((await api("POST", "center/accept-public-ticket-after-payment", { body: forged })).success).toBe(0);
  const paid = await api("POST", "center/accept-public-ticket-after-payment", { body: callback });
  expect([paid.success, paid.message]).toEqual([1, "Your request created successfully"]);

  // Both centers receive the masked offer; one reserves it, fails to pay, then pays, and the other one loses it.
  const token = await signIn("center/sent-otp?action=login", "center/login-with-otp", center.phone);
  const rivalToken = await signIn("center/sent-otp?action=login", "center/login-with-otp", rival.phone);
  const offers = async (t: string) =>
    (await api("GET", "center/get-all-available-broadcast", { token: t })).data as {
      _id: string;
      status_of_ticket: string;
      broadcast_label: string;
    }[];
  const [offer] = await offers(token);
  expect(offer).toMatchObject({ status_of_ticket: "PENDING", broadcast_label: "NEW 99" });
  expect(JSON.stringify(offer)).not.toMatch(new RegExp(`${phone}|Sita|"12"`));
  const accept = { token, body: { broadcast_obj_id: offer!._id } };
  expect((await api("POST", "center/accepted-broadcast-request-unpaid-ticket", accept)).status).toBe(409);
  const reserved = await api("POST", "center/accepted-broadcast-request", accept);
  const { payment_response } = reserved.data as { payment_response: { id: string; amount: number } };
  expect(payment_response.amount).toBe(9900);
  const [rivalOffer] = await offers(rivalToken);
  const blocked = await api("POST", "center/accepted-broadcast-request", {
    token: rivalToken,
    body: { broadcast_obj_id: rivalOffer!._id },
  });
  expect(blocked.status).toBe(409);
  await till.pay(payment_response.id, "failure");
  const leadPaid = (await till.checkout(payment_response.id))!;
  const accepted = await api("POST", "center/accept-ticket-after-payment", { token, body: leadPaid });
  expect([accepted.success, accepted.message]).toEqual([1, "Payment successfully"]);
  expect((await offers(rivalToken))[0]!.status_of_ticket).toBe("TAKEN");

  // A technician is assigned; the customer has two codes; the job starts with the first picture.
  const sendTechnician = { ticket_obj_id: _id, technician_obj_id: technician.id };
  expect((await api("POST", "technicianApp/getStatus", { body: { _id } })).data).toContain("NOT_ASSIGNED");
  expect((await api("POST", "center/assigning-ticket-technician", { token, body: sendTechnician })).success).toBe(1);
  const [, happy] = await received(phone, /\b(\d{4})\b(?!\d)[^\d]*\b\d{4}\b/);
  const technicianToken = await signIn("technicianApp/sent-otp", "technicianApp/login-with-otp", technician.phone);
  const close = (extra: object) =>
    api("POST", "center/close-ticket", {
      token,
      body: {
        ticket_obj_id: _id,
        closing_ticket_price: 1500,
        payment_type: "Cash",
        remarks: { close_ticket_remarks: "Visit Done, Work Completed (Payment Collected)" },
        ticket_closing_platform_share_amount: 1,
        ...extra,
      },
    });
  expect((await close({ code: happy })).message).toBe("Upload Onsite Pictures!");
  const send = async (key: string, colour = "teal") =>
    upload(`technicianApp/upload-ticket-onsite-picture/${_id}`, technicianToken, await picture(colour), key);
  const sent = await send("picture-1");
  expect(sent.success).toBe(1);
  // A phone that lost the answer sends again: there is one picture, and another one under the same key is refused.
  expect((await send("picture-1")).data).toEqual(sent.data);
  expect((await send("picture-1", "red")).status).toBe(422);
  expect((await close({ code: happy === "1234" ? "4321" : "1234" })).status).toBe(422);
  const closed = await close({ code: happy });
  expect(closed.message).toBe("Ticket closed successfully");
  expect(closed.data).toMatchObject({
    ticket_status: "CLOSED",
    closing_ticket_price: 1500,
    remarks: { message: "happy_code" },
    is_paid_by_technician: true,
  });

  // The customer tracks by the link, rates once and answers five questions.
  const tracked = await api("GET", `admin/get-all-ticket?ticket_obj_id=${_id}`);
  expect(tracked.data).toMatchObject([{ ticket_status: "CLOSED", closing_ticket_price: 1500 }]);
  expect(JSON.stringify(tracked.data)).not.toMatch(new RegExp(`${phone}|Devi|MG Road|${happy}`));
  expect((await api("GET", "admin/get-all-ticket")).status).toBe(401);
  const rate = async (more: object = {}, as: { token?: string } = {}) =>
    api("PUT", `technicianApp/setStatusRating/${_id}`, { body: { rating: 5, ...more }, ...as });
  expect(await rate()).toMatchObject({ status: 401, code: "otp.proofMissing" });
  expect(await rate({ proof })).toMatchObject({ status: 403, code: "otp.proofNeeded" });
  const another = await aProof({ phone });
  for (const worker of [token, technicianToken])
    expect(await rate({ proof: another }, { token: worker })).toMatchObject({ status: 403, code: "rating.ownWork" });
  expect((await rate({ proof: another })).success).toBe(1);
  expect((await rate({ proof: await aProof({ phone }) })).status).toBe(409);
  const [, feedback] = await received(phone, /\/feedback\/([\w-]+)/);
  const link = `common/check-feedback-link-valid?token=${feedback}`;
  expect(await api("GET", link)).toMatchObject({ isFeedBackAldreadySubmitted: false, invalidFeedBackLink: false });
  const answers = { token: feedback, feedBackResponse: [9, 8, 9, 7, 10].map((answer) => ({ answer })) };
  expect((await api("POST", "common/submit-feedback", { body: answers })).success).toBe(1);
  expect((await api("POST", "common/submit-feedback", { body: answers })).status).toBe(409);
  expect(await api("GET", link)).toMatchObject({ isFeedBackAldreadySubmitted: true });
  const steps = (await api("POST", "technicianApp/getStatus", { body: { _id } })).data;
  expect(steps).toEqual(["CREATED", "ASSIGNED", "STARTED", "COMPLETED", "INVOICED", "FEEDBACK"]);

  expect(await ledgerFaults()).toEqual([]);
}, 60_000);
