import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { requestOtp } from "#modules/access/index.ts";
import { moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { drain, runJob } from "#modules/kernel/work/jobs.server.ts";
import { reportsSettled } from "#modules/sandbox/delivery-reports.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAddress, aPhone, aTicket } from "#modules/testing/factories.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { receiveMsg91Reports, receiveWhatsappReports } from "../index.ts";
import { notificationJobs, reportJob } from "../jobs.ts";
import { whatsappChallenge, whatsappSignature } from "../providers/delivery-reports.ts";
import { customerNotifications } from "../table/customers.ts";

openDatabase();

type Delivery = { channel: "msg91" | "whatsapp"; body: string; proof: string | null };
const sent: Delivery[] = [];

/** The emulator's reports are held until a test delivers them: twice, forged, in any order. */
let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox(undefined, async (request) => {
    const channel = request.url.endsWith("/msg91") ? "msg91" : "whatsapp";
    const proof = request.headers.get(channel === "msg91" ? "x-webhook-secret" : "x-hub-signature-256");
    sent.push({ channel, body: await request.text(), proof });
    return new Response(null, { status: 200 });
  });
});
afterAll(() => sandbox.stop());
afterEach(resetClock);

const hand = ({ channel, body, proof }: Delivery) =>
  unitOfWork(() =>
    channel === "msg91"
      ? receiveMsg91Reports({ body, secret: proof })
      : receiveWhatsappReports({ body: Buffer.from(body), signature: proof }),
  );
const handAll = async () => {
  await reportsSettled();
  for (const delivery of sent.splice(0)) await hand(delivery);
  await drain(notificationJobs);
};
const stateOf = (cause: string) =>
  rows<{ status: string; error: string | null; provider_id: string }>(
    sql`select status, error, provider_id from messages where cause like ${`${cause}%`} order by cause`,
  );
const booked = async (phone = aPhone()) => {
  const ticket = await aTicket({ phone });
  await runJob(customerNotifications.news, { ticketId: ticket.id, news: "booked" });
  return { ticket, cause: `ticket:${ticket.id}:booked` };
};
const signedBy = (body: object): Delivery => {
  const text = JSON.stringify(body);
  return { channel: "whatsapp", body: text, proof: whatsappSignature(text) };
};
const statuses = (...list: object[]) =>
  signedBy({
    object: "whatsapp_business_account",
    entry: [{ id: "0", changes: [{ field: "messages", value: { statuses: list } }] }],
  });

test("what arrived is delivered, by WhatsApp and by SMS, and keeps nothing it could be sent again with", async () => {
  const { cause } = await booked();
  const phone = aPhone();
  await requestOtp({ phone, purpose: "booking", address: anAddress() });
  await drain(notificationJobs);
  expect(await stateOf(cause)).toMatchObject([{ status: "sent" }]);
  await handAll();
  expect(await stateOf(cause)).toMatchObject([{ status: "delivered" }]);
  expect(await stateOf("otp:")).toMatchObject([{ status: "delivered" }]);
  expect(await rows(sql`select 1 from messages where status = 'delivered' and payload is not null`)).toEqual([]);
});

test("a message WhatsApp reports undelivered goes by SMS, once, however often the report comes", async () => {
  const phone = "6000000101";
  const { cause, ticket } = await booked(phone);
  await reportsSettled();
  const deliveries = sent.splice(0);
  for (let again = 0; again < 3; again++) for (const delivery of deliveries) await hand(delivery);
  await drain(notificationJobs);
  expect(await stateOf(cause)).toMatchObject([
    { status: "failed", error: "reported 131026" },
    { status: "sent", error: null },
  ]);
  const texts = (await outboxMessages(phone)).map(
    ({ channel, text }) => `${channel} ${text.includes(ticket.publicId)}`,
  );
  expect(texts).toEqual(["sms true", "whatsapp true"]);
  await handAll();
  expect((await stateOf(cause)).map(({ status }) => status)).toEqual(["failed", "delivered"]);
});

test("an SMS reported undelivered is kept as failed", async () => {
  const phone = "6000000201";
  await requestOtp({ phone, purpose: "booking", address: anAddress() });
  await drain(notificationJobs);
  await handAll();
  const messages = await rows(
    sql`select status, error from messages where template = 'otp' and recipient = '60xxxxxx01'`,
  );
  expect(messages).toEqual([{ status: "failed", error: "reported 2" }]);
});

test("reports in the wrong order change nothing that has arrived, and late ones are still believed", async () => {
  const { cause } = await booked();
  const [{ provider_id: id } = { provider_id: "" }] = await stateOf(cause);
  sent.splice(0);
  await hand(statuses({ id, status: "read" }));
  await hand(statuses({ id, status: "failed", errors: [{ code: 131_026 }] }, { id, status: "sent" }));
  await drain(notificationJobs);
  expect(await stateOf(cause)).toMatchObject([{ status: "delivered", error: null }]);

  const late = await booked();
  const [{ provider_id: other } = { provider_id: "" }] = await stateOf(late.cause);
  await hand(statuses({ id: other, status: "failed", errors: [{ code: 131_049 }] }));
  await drain(notificationJobs);
  await hand(statuses({ id: other, status: "delivered" }));
  expect((await stateOf(late.cause))[0]).toMatchObject({ status: "delivered", error: null });
});

test("a report that is quicker than the note of its message waits for it; one about a stranger's is dropped", async () => {
  const { cause, ticket } = await booked();
  await reportsSettled();
  const [{ provider_id: id } = { provider_id: "" }] = await stateOf(cause);
  sent.splice(0);
  await rows(sql`update messages set provider_id = null where ticket_id = ${ticket.id}`);
  await hand(statuses({ id, status: "delivered" }));
  const report = {
    channel: "whatsapp",
    providerId: id,
    outcome: "delivered",
    reason: "",
    receivedAt: now().toISOString(),
  };
  await expect(runJob(reportJob, report)).rejects.toMatchObject({ kind: "unavailable" });
  await rows(sql`update messages set provider_id = ${id} where ticket_id = ${ticket.id}`);
  await runJob(reportJob, report);
  expect(await stateOf(cause)).toMatchObject([{ status: "delivered" }]);
  moveClock(6 * 60_000);
  await runJob(reportJob, { ...report, providerId: "wamid.stranger" });
});

test("a report nobody signed, or that was changed by one character, is denied and changes nothing", async () => {
  const { cause } = await booked();
  await reportsSettled();
  const [whatsapp] = sent.splice(0);
  const forged: Delivery[] = [
    { ...whatsapp!, proof: null },
    { ...whatsapp!, proof: `sha256=${"0".repeat(64)}` },
    { ...whatsapp!, body: whatsapp!.body.replace("delivered", "delivereD") },
    { channel: "msg91", body: '{"requestId":"1","status":"1"}', proof: null },
    { channel: "msg91", body: '{"requestId":"1","status":"1"}', proof: `${env.msg91WebhookSecret}x` },
  ];
  for (const delivery of forged) await expect(hand(delivery)).rejects.toMatchObject({ kind: "denied" });
  const { msg91WebhookSecret, whatsappAppSecret } = env;
  configure({ msg91WebhookSecret: "", whatsappAppSecret: "" });
  await expect(hand({ channel: "msg91", body: "{}", proof: "" })).rejects.toMatchObject({ kind: "denied" });
  await expect(hand(signedBy({}))).rejects.toMatchObject({ kind: "denied" });
  configure({ msg91WebhookSecret, whatsappAppSecret });
  await drain(notificationJobs);
  expect(await stateOf(cause)).toMatchObject([{ status: "sent" }]);
});

test("MSG91 reports in both of its shapes; what is neither arrived nor failed says nothing", async () => {
  const phone = aPhone();
  await requestOtp({ phone, purpose: "booking", address: anAddress() });
  await drain(notificationJobs);
  await reportsSettled();
  sent.splice(0);
  const [{ provider_id: id } = { provider_id: "" }] = await rows<{ provider_id: string }>(
    sql`select provider_id from messages where template = 'otp' order by created_at desc limit 1`,
  );
  const deliverReport = (body: string) => hand({ channel: "msg91", body, proof: env.msg91WebhookSecret });
  const state = async () =>
    (await rows<{ status: string }>(sql`select status from messages where provider_id = ${id}`))[0];
  await deliverReport(JSON.stringify({ requestId: id, status: "8" }));
  for (const odd of ["", "null", "[1]", '{"data":"x"}', "data=%7B", '{"requestId":{}}']) await deliverReport(odd);
  expect(await state()).toEqual({ status: "sent" });
  await deliverReport(JSON.stringify({ requestId: id, status: 1, telNum: `91${phone}` }));
  expect(await state()).toEqual({ status: "delivered" });
});

test("WhatsApp gets its challenge back for the right word alone", () => {
  const challengeFor = (token: string, mode = "subscribe", challenge = "1158201444") =>
    whatsappChallenge(new URLSearchParams({ "hub.mode": mode, "hub.verify_token": token, "hub.challenge": challenge }));
  expect(challengeFor(env.whatsappVerifyToken)).toBe("1158201444");
  expect(challengeFor("guess")).toBeUndefined();
  expect(challengeFor(env.whatsappVerifyToken, "unsubscribe")).toBeUndefined();
  expect(challengeFor(env.whatsappVerifyToken, "subscribe", "<script>")).toBeUndefined();
});
