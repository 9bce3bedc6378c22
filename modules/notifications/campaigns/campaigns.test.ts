import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { endSession, openSession, registerConsumer } from "#modules/access/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { freezeClock, hour, istDate, minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { closeCircuits } from "#modules/kernel/outside/circuit.ts";
import { drain, runJob } from "#modules/kernel/work/jobs.server.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAddress,
  anAdmin,
  aPhone,
  aProof,
  aService,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import {
  countRecipients,
  countUnread,
  createNotification,
  notificationLog,
  readInbox,
  registerDevice,
  sendNotification,
  stopSending,
  subscribeBrowser,
  switchNotification,
} from "../index.ts";
import { notificationJobs, sendJob } from "../jobs.ts";
import { pushKey } from "../providers/web-push.server.ts";
import { CreateNotification, type NotificationUserType, RegisterDevice, SendNotification } from "../shared.ts";
import { isQuiet, morningAfter } from "../tell/quiet.ts";
import { gather, gatherAtOnce } from "./gather.ts";

openDatabase();

/** Today, because a push is signed by the machine's clock. */
const noon = `${istDate()}T12:00:00+05:30`;
let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
  freezeClock(noon);
});
afterEach(() => freezeClock(noon));
afterAll(async () => {
  resetClock();
  await sandbox.stop();
});

type Admin = ActorOf<"admin">;
const anOperator = async (): Promise<Admin> => asAdmin(await anAdmin());
const written = (admin: Admin, userType: NotificationUserType, title = "Diwali") =>
  createNotification(admin, CreateNotification.parse({ title, description: "Sweets for all", userType, active: true }));
const aConsumer = async () => {
  const phone = aPhone();
  const { id } = await registerConsumer(asAdmin(), { name: "Meera", phone });
  return { id, phone };
};
async function atWork(technicianId: string): Promise<ActorOf<"technician">> {
  const { sessionId } = await openSession({
    kind: "technician",
    subjectId: technicianId,
    via: "token",
    address: anAddress(),
  });
  return { kind: "technician", technicianId, sessionId };
}
const token = () => `device-${aPhone()}`;
const device = (deviceToken: string, more: object = {}) => RegisterDevice.parse({ deviceToken, ...more });
const sendInput = (notificationId: string, audience: object) => SendNotification.parse({ notificationId, ...audience });
const worked = () => drain(notificationJobs);
const logged = async (admin: Admin, id: string) =>
  (await notificationLog.page(admin, { take: 100 })).rows.find((send) => send.id === id)!;
const pushesTo = async (to: string) => (await outboxMessages(to)).map(({ text }) => text);
/** FCM as a server of our own, which answers what a test wants. */
async function fcm(answer: () => number) {
  const server = createServer((_, response) => response.writeHead(answer()).end('{"name":"projects/x/messages/1"}'));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { sandboxOrigin, fcmBaseUrl } = env;
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  configure({ sandboxOrigin: origin, fcmBaseUrl: `${origin}/sandbox/fcm` });
  return () => {
    configure({ sandboxOrigin, fcmBaseUrl });
    server.close();
  };
}

test("R439: a notification has a title, a description and one of three user types", () => {
  const empty = CreateNotification.safeParse({ title: "", description: " ", userType: "Everybody" });
  expect(empty.error!.issues.map(({ path }) => path.join())).toEqual(["title", "description", "userType"]);
});

test("R486: Technician with a skill and a state reaches who does it there, once, and the centers offering it", async () => {
  const admin = await anOperator();
  const service = await aService();
  const other = await aService();
  const center = await aCenter({ services: [service], state: "KERALA" });
  const here = await aTechnician({ center, primaryServiceId: service.id, permanentState: "Kerala" });
  await aTechnician({ center, primaryServiceId: other.id, permanentState: "Kerala" });
  await aTechnician({ center, primaryServiceId: service.id, permanentState: "Goa" });
  await aTechnician({ center, primaryServiceId: service.id, permanentState: "Kerala", deletedAt: new Date() });
  const { id } = await written(admin, "Technician");
  const audience = { serviceId: service.id, state: "Kerala" };
  expect(await countRecipients(admin, { notificationId: id, ...audience })).toEqual({
    total: 2,
    consumers: 0,
    technicians: 1,
    centers: 1,
  });
  const deviceToken = token();
  await registerDevice(await atWork(here.id), device(deviceToken));
  const sent = await sendNotification(admin, sendInput(id, audience));
  await worked();
  for (let again = 0; again < 3; again++) await runJob(sendJob, { sendId: sent.id });
  expect(await pushesTo(deviceToken)).toEqual(["Diwali\nSweets for all"]);
  expect(await logged(admin, sent.id)).toMatchObject({
    status: "done",
    recipients: 2,
    sent: 1,
    delivered: 0,
    failed: 0,
    progress: 100,
    service: service.serviceName,
    state: "Kerala",
  });
  expect((await readInbox(asTechnician(here))).rows).toMatchObject([{ title: "Diwali", isNew: true }]);
  expect(await logged(admin, sent.id)).toMatchObject({ delivered: 1 });
  expect((await readInbox(asTechnician(here))).rows).toMatchObject([{ isNew: true }]);
  moveClock(minute);
  expect((await readInbox(asTechnician(here))).rows).toMatchObject([{ isNew: false }]);
  expect(await logged(admin, sent.id)).toMatchObject({ delivered: 1 });
});

test("R486: Consumer reaches who asked for a service in a state; all services and states are everybody", async () => {
  const admin = await anOperator();
  const service = await aService();
  const requester = await aConsumer();
  const elsewhere = await aConsumer();
  await aTicket({ phone: requester.phone, serviceId: service.id, state: "kerala" });
  await aTicket({ phone: elsewhere.phone, serviceId: service.id, state: "Goa" });
  const { id: notificationId } = await written(admin, "Consumer");
  const of = (audience: object) => countRecipients(admin, sendInput(notificationId, audience));
  expect(await of({ serviceId: service.id, state: "KL" })).toMatchObject({ total: 1, consumers: 1 });
  expect(await of({ serviceId: service.id, state: "ALL" })).toMatchObject({ total: 2 });
  const { n } = (await row<{ n: number }>(sql`select count(*)::int as n from consumers`))!;
  expect(await of({ serviceId: "ALL", state: "ALL" })).toMatchObject({ total: n });
  // Who was erased has no phone and gets nothing any more.
  const { id: gone } = await aConsumer();
  await rows(sql`update consumers set phone = null, erased_at = now() where id = ${gone}`);
  expect(await of({ serviceId: "ALL", state: "ALL" })).toMatchObject({ total: n });
});

test("R440: an Individual is a mobile number, which is kept masked; sentBy is the user name of who is signed in", async () => {
  const admin = await anOperator();
  const { phone } = await aConsumer();
  const { id } = await written(admin, "Individual");
  const { id: sendId, recipients } = await sendNotification(admin, sendInput(id, { userType: "Individual", phone }));
  expect(recipients).toBe(1);
  await worked();
  const { user_name } = (await row<{ user_name: string }>(
    sql`select user_name from admins where id = ${admin.adminId}`,
  ))!;
  expect(await logged(admin, sendId)).toMatchObject({
    sentBy: user_name,
    mobile: `${phone.slice(0, 2)}xxxxxx${phone.slice(-2)}`,
  });
  const storedRows = await rows(
    sql`select * from notification_sends, notification_recipients, history where send_id = ${sendId}`,
  );
  expect(JSON.stringify(storedRows)).not.toContain(phone);
  expect((await readInbox(asVisitor(phone))).rows).toMatchObject([{ title: "Diwali" }]);
  await expect(readInbox(asVisitor())).rejects.toMatchObject({ kind: "unauthenticated" });
});

test("R441: what cannot be sent is told so with its reason, and nothing is sent", async () => {
  const admin = await anOperator();
  const group = await written(admin, "Technician");
  const one = await written(admin, "Individual");
  const refusal = (id: string, audience: object) =>
    sendNotification(admin, sendInput(id, audience)).catch((error) => error);
  const key = "notification.sendFailed";
  expect(await refusal(group.id, { state: "ALL" })).toMatchObject({ key, fields: { serviceId: "form.incomplete" } });
  expect(await refusal(one.id, {})).toMatchObject({ key, fields: { phone: "form.incomplete" } });
  expect(await refusal(one.id, { phone: aPhone() })).toMatchObject({ key, fields: { phone: "notification.nobody" } });
  expect(await refusal(one.id, { userType: "Consumer" })).toMatchObject({
    key,
    fields: { userType: expect.anything() },
  });
  await switchNotification(admin, { notificationId: group.id, active: "false" });
  expect(await refusal(group.id, { serviceId: "ALL", state: "ALL" })).toMatchObject({ kind: "conflict", key });
  const client = asAdmin(admin.adminId ? { id: admin.adminId } : undefined, {
    permissions: ["view_ticket.full_access"],
  });
  await expect(sendNotification(client, sendInput(one.id, { phone: aPhone() }))).rejects.toMatchObject({
    kind: "denied",
  });
  expect(await rows(sql`select 1 from notification_sends where notification_id = any(${[group.id, one.id]})`)).toEqual(
    [],
  );
});

test("in the quiet hours a notification waits for the morning unless it is sent at night on purpose", async () => {
  expect([isQuiet(new Date("2026-12-04T20:59:59+05:30")), isQuiet(new Date("2026-12-04T21:00:00+05:30"))]).toEqual([
    false,
    true,
  ]);
  expect([isQuiet(new Date("2026-12-04T08:59:00+05:30")), isQuiet(new Date("2026-12-04T09:00:00+05:30"))]).toEqual([
    true,
    false,
  ]);
  const night = new Date("2026-12-04T22:00:00+05:30");
  expect(morningAfter(night)).toEqual(new Date("2026-12-05T09:00:00+05:30"));
  freezeClock(night);
  const admin = await anOperator();
  const consumer = await aConsumer();
  const deviceToken = token();
  await registerDevice(asVisitor(consumer.phone), device(deviceToken, { phone: consumer.phone }));
  const { id } = await written(admin, "Individual");
  const waiting = await sendNotification(admin, sendInput(id, { phone: consumer.phone }));
  await runJob(sendJob, { sendId: waiting.id });
  expect(await pushesTo(deviceToken)).toEqual([]);
  expect((await readInbox(asVisitor(consumer.phone))).rows).toEqual([]);
  expect(await logged(admin, waiting.id)).toMatchObject({ status: "waiting", startsAt: morningAfter(night) });
  const atNight = await sendNotification(admin, sendInput(id, { phone: consumer.phone, night: "now" }));
  await runJob(sendJob, { sendId: atNight.id });
  expect(await pushesTo(deviceToken)).toHaveLength(1);
  moveClock(11 * hour);
  await runJob(sendJob, { sendId: waiting.id });
  expect(await pushesTo(deviceToken)).toHaveLength(2);
});

test("a center is pushed to in its browsers, and its portal counts what is unread", async () => {
  const admin = await anOperator();
  const center = await aCenter();
  const { sessionId } = await openSession({
    kind: "center",
    subjectId: center.id,
    via: "cookie",
    address: anAddress(),
  });
  const answer = await fetch(`${sandbox.origin}/sandbox/push/subscribe`, {
    method: "POST",
    body: JSON.stringify({ applicationServerKey: pushKey() }),
  });
  const { to, endpoint, keys } = (await answer.json()) as {
    to: string;
    endpoint: string;
    keys: { p256dh: string; auth: string };
  };
  await subscribeBrowser({ kind: "center", centerId: center.id, sessionId }, { endpoint, ...keys });
  const { id } = await written(admin, "Individual");
  await sendNotification(admin, sendInput(id, { phone: center.phone }));
  await worked();
  expect(await pushesTo(to)).toEqual(["Diwali\nSweets for all"]);
  expect(await countUnread(asCenter(center))).toBe(1);
  await readInbox(asCenter(center));
  expect(await countUnread(asCenter(center))).toBe(0);
});

test("a run that was cut off continues: nobody is left out, nobody is written or pushed to twice", async () => {
  const admin = await anOperator();
  const service = await aService();
  const { id } = await written(admin, "Consumer");
  const many = gatherAtOnce + 20;
  await rows(
    sql`insert into consumers (id, name, phone, created_at, updated_at)
       select gen_random_uuid(), 'Meera', '6' || lpad((300000000 + n)::text, 9, '0'), now(), now() from generate_series(1, ${sql.lit(many)}) n`,
  );
  await rows(
    sql`insert into tickets select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'public_id', c.phone,
        'ticket_id', c.phone, 'phone', c.phone))).* from tickets t, consumers c where t.id = ${(await aTicket({ serviceId: service.id })).id} and c.phone like '63%'`,
  );
  const someone = (await row<{ id: string }>(
    sql`select id from consumers where phone like '63%' order by id desc limit 1`,
  ))!;
  const deviceToken = token();
  const { phone } = (await row<{ phone: string }>(sql`select phone from consumers where id = ${someone.id}`))!;
  await registerDevice(asVisitor(phone), device(deviceToken, { phone }));
  const send = await sendNotification(admin, sendInput(id, { serviceId: service.id, state: "ALL" }));
  // A worker that died after its first step, and one that died while it pushed.
  await transaction(() => gather(send.id, { userType: "Consumer", serviceId: service.id, state: null }));
  expect(await logged(admin, send.id)).toMatchObject({ recipients: gatherAtOnce, sent: 0 });
  expect((await logged(admin, send.id)).progress).toBeGreaterThan(80);
  await rows(sql`update notification_sends set status = 'running' where id = ${send.id}`);
  await Promise.all([runJob(sendJob, { sendId: send.id }), runJob(sendJob, { sendId: send.id })]);
  await worked();
  // A run that finds the last recipient claimed by the other one waits until that claim would end.
  moveClock(3 * minute);
  await runJob(sendJob, { sendId: send.id });
  expect(await logged(admin, send.id)).toMatchObject({ status: "done", recipients: many, sent: 1, failed: 0 });
  expect(await pushesTo(deviceToken)).toHaveLength(1);
});

test("a push service that does not answer is tried again later, and given up in the end", async () => {
  const admin = await anOperator();
  const consumer = await aConsumer();
  await registerDevice(asVisitor(consumer.phone), device(token(), { phone: consumer.phone }));
  const { id } = await written(admin, "Individual");
  const send = await sendNotification(admin, sendInput(id, { phone: consumer.phone }));
  let answers = 503;
  const stop = await fcm(() => answers);
  await runJob(sendJob, { sendId: send.id });
  expect(await logged(admin, send.id)).toMatchObject({ status: "waiting", sent: 0, failed: 0 });
  closeCircuits();
  answers = 200;
  moveClock(hour / 12);
  await runJob(sendJob, { sendId: send.id });
  expect(await logged(admin, send.id)).toMatchObject({ status: "done", sent: 1 });
  answers = 503;
  const lost = await sendNotification(admin, sendInput(id, { phone: consumer.phone }));
  for (let tries = 0; tries < 6; tries++) {
    closeCircuits();
    await runJob(sendJob, { sendId: lost.id });
    moveClock(hour / 2);
  }
  stop();
  closeCircuits();
  expect(await logged(admin, lost.id)).toMatchObject({ status: "done", sent: 0, failed: 1 });
});

test("a sending that is stopped reaches nobody else", async () => {
  const admin = await anOperator();
  const consumer = await aConsumer();
  const deviceToken = token();
  await registerDevice(asVisitor(consumer.phone), device(deviceToken, { phone: consumer.phone }));
  const { id } = await written(admin, "Individual");
  const send = await sendNotification(admin, sendInput(id, { phone: consumer.phone }));
  await stopSending(admin, { sendId: send.id });
  await runJob(sendJob, { sendId: send.id });
  expect(await pushesTo(deviceToken)).toEqual([]);
  expect(await logged(admin, send.id)).toMatchObject({ status: "stopped", sent: 0 });
  await expect(stopSending(admin, { sendId: send.id })).rejects.toMatchObject({ key: "notification.ended" });
});

test("a device's token is kept sealed, needs a proved phone, and is gone with its app or its session", async () => {
  const admin = await anOperator();
  const consumer = await aConsumer();
  const gone = `gone-${token()}`;
  const mine = device(gone, { phone: consumer.phone });
  await expect(registerDevice(asVisitor(), mine)).rejects.toMatchObject({ kind: "unauthenticated" });
  await expect(registerDevice(asVisitor(), { ...mine, proof: "made up" })).rejects.toMatchObject({ kind: "denied" });
  const proof = await aProof({ phone: consumer.phone });
  await registerDevice(asVisitor(), { ...mine, proof });
  await registerDevice(asVisitor(), { ...mine, proof });
  const storedDevices = await rows<object>(sql`select * from app_devices where account_id = ${consumer.id}`);
  expect(storedDevices).toHaveLength(1);
  expect(JSON.stringify(storedDevices)).not.toContain(gone);
  const { id } = await written(admin, "Individual");
  const send = await sendNotification(admin, sendInput(id, { phone: consumer.phone }));
  await worked();
  expect(await logged(admin, send.id)).toMatchObject({ status: "done", sent: 0, failed: 1 });
  expect(await rows(sql`select 1 from app_devices where account_id = ${consumer.id}`)).toEqual([]);

  const technician = await atWork((await aTechnician()).id);
  await registerDevice(technician, device(token()));
  await endSession(technician.sessionId);
  expect(await rows(sql`select 1 from app_devices where account_id = ${technician.technicianId}`)).toEqual([]);
});
