import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createAdmin, requestOtp, saveRole, verifyOtp } from "#modules/access/index.ts";
import { centerState } from "#modules/centers/shared.ts";
import { system } from "#modules/kernel/actor.ts";
import { moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { seal } from "#modules/kernel/crypto.server.ts";
import { pool, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { queryOn } from "#modules/kernel/db/sql.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { drain, runJob } from "#modules/kernel/work/jobs.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  anAcceptedTicket,
  anAddress,
  aPhone,
  aService,
  asAdmin,
  aTicket,
  aVehicle,
} from "#modules/testing/factories.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { aClosedJob, aJob } from "#modules/testing/work.ts";
import {
  codesDue,
  technicianOnTheWay,
  ticketAccepted,
  ticketBroadcast,
  ticketCancelled,
  ticketClosed,
  ticketEscalated,
  ticketMatched,
} from "#modules/tickets/events.ts";
import { closeTicket } from "#modules/tickets/index.ts";
import { AdminCloseTicket } from "#modules/tickets/shared.ts";
import { leadReturned, orderRefunded } from "#modules/wallet/events.ts";
import { notificationJobs, otpJob } from "../jobs.ts";
import { listMessages } from "../log/message-log.ts";
import { messagesPerHour } from "../shared.ts";
import { centerNotifications } from "../table/centers.ts";
import { customerNotifications } from "../table/customers.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());
afterEach(resetClock);

const textsTo = async (phone: string) => (await outboxMessages(phone)).map(({ text }) => text);
const messageRows = (cause: string) =>
  rows<{ status: string; attempts: number; recipient: string; error: string | null }>(
    sql`select status, attempts, recipient, error from messages where cause like ${`${cause}%`} order by cause`,
  );
const tell = async (act: () => Promise<unknown>) => {
  await transaction(act);
  await drain(notificationJobs);
};
const ask = async (phone: string, locale: Locale = "en") => {
  await requestOtp({ phone, purpose: "booking", address: anAddress(), locale });
  await drain(notificationJobs);
};

test("the OTP reaches the sandbox's outbox as six digits, and that code verifies", async () => {
  const phone = aPhone();
  await ask(phone);
  const [text] = await textsTo(phone);
  const code = /\b[1-9]\d{5}\b/.exec(text!)?.[0];
  expect(text).toBe(
    `${code} is your GharSeva OTP. It is valid for 5 minutes. Do not share it with anyone.\n@localhost #${code}`,
  );
  await verifyOtp({ phone, purpose: "booking", otp: code!, address: anAddress() });
});

test("the OTP is written in Hindi for somebody who reads Hindi", async () => {
  const phone = aPhone();
  await ask(phone, "hi");
  expect((await textsTo(phone))[0]).toMatch(/^GharSeva का OTP \d{6} है/);
});

test("an unknown phone's login is queued alike and messages nobody", async () => {
  const phone = aPhone();
  const queued = async () =>
    (await queryOn(pool(), sql`select count(*)::int as n from pgboss.job where name = ${otpJob.name}`)).rows[0]!.n;
  const before = await queued();
  await requestOtp({ phone, purpose: "center_login", address: anAddress(), deliver: false });
  expect(await queued()).toBe(before + 1);
  await drain(notificationJobs);
  expect(await textsTo(phone)).toEqual([]);
});

test("a request that is rolled back leaves no job", async () => {
  const ticket = await aTicket();
  const jobs = async () => (await pool().query("select count(*)::int as n from pgboss.job")).rows[0].n;
  const before = await jobs();
  await transaction(async () => {
    await emit(ticketBroadcast, { ticketId: ticket.id, centerIds: [] });
    throw new Error("no");
  }).catch(() => {});
  expect(await jobs()).toBe(before);
});

test("neither the queue nor the log of messages holds a code or a whole phone number", async () => {
  const phone = aPhone();
  await ask(phone);
  const code = /\d{6}/.exec((await textsTo(phone))[0]!)![0];
  const { rows: storedRows } = await pool().query(
    "select row_to_json(j)::text as text from pgboss.job j union all select row_to_json(m)::text from messages m",
  );
  const all = storedRows.map(({ text }) => text).join("\n");
  expect(all).not.toContain(phone);
  expect(all).not.toMatch(new RegExp(`\\b${code}\\b`));
  expect(all).toContain(`${phone.slice(0, 2)}xxxxxx${phone.slice(-2)}`);
});

test("a code that waited until it was over is not sent any more", async () => {
  const phone = aPhone();
  await requestOtp({ phone, purpose: "booking", address: anAddress() });
  moveClock(5 * 60_000);
  await drain(notificationJobs);
  expect(await textsTo(phone)).toEqual([]);
  const [message] = await listMessages({ to: phone, take: 5 });
  expect(message).toMatchObject({ status: "given_up", error: "too late", tries: 0 });
});

test("a job that runs again sends nothing again", async () => {
  const ticket = await aTicket();
  await tell(() => emit(ticketBroadcast, { ticketId: ticket.id, centerIds: [] }));
  for (let again = 0; again < 3; again++)
    await runJob(customerNotifications.news, { ticketId: ticket.id, news: "booked" });
  await Promise.all(
    Array.from({ length: 4 }, () =>
      unitOfWork(() => runJob(customerNotifications.news, { ticketId: ticket.id, news: "booked" })),
    ),
  );
  expect(await textsTo(ticket.phone)).toHaveLength(1);
});

test("the customer of a registered request gets its number and the tracking link", async () => {
  const ticket = await aTicket();
  await tell(() => emit(ticketBroadcast, { ticketId: ticket.id, centerIds: [] }));
  expect(await textsTo(ticket.phone)).toEqual([
    `Your GharSeva request ${ticket.ticketId} is registered. Track it here: ${env.publicUrl}/ServiceStatus/?${ticket.publicId} We will keep you informed.`,
  ]);
});

test("while the fee is due nothing is said; paid and offered, the customer hears of it once", async () => {
  const { ticket } = await aBroadcastTicket([await aCenter()], { paid: true, isPaidByPublic: false });
  await tell(() => emit(ticketBroadcast, { ticketId: ticket.id, centerIds: [] }));
  expect(await textsTo(ticket.phone)).toEqual([]);
  await rows(sql`update tickets set is_paid_by_public = true where id = ${ticket.id}`);
  await tell(() => emit(ticketBroadcast, { ticketId: ticket.id, centerIds: [] }));
  await tell(() => emit(ticketBroadcast, { ticketId: ticket.id, centerIds: [] }));
  expect(await textsTo(ticket.phone)).toHaveLength(1);
});

test("where no center serves, nothing is promised", async () => {
  const ticket = await aTicket({ serviceAvailable: false });
  await tell(() => emit(ticketBroadcast, { ticketId: ticket.id, centerIds: [] }));
  expect(await textsTo(ticket.phone)).toEqual([]);
});

test("messages are written in the language the customer booked in", async () => {
  const phone = aPhone();
  await ask(phone, "hi");
  const ticket = await aTicket({ phone });
  await tell(() => emit(ticketBroadcast, { ticketId: ticket.id, centerIds: [] }));
  expect((await textsTo(phone))[0]).toContain(`आपका GharSeva अनुरोध ${ticket.ticketId}`);
});

test("offered centers hear of service and pincode and nothing of the customer; those who refused do not", async () => {
  const service = await aService({ serviceName: "AC REPAIR" });
  const centers = [await aCenter({ services: [service] }), await aCenter(), await aCenter()];
  const { ticket, broadcasts } = await aBroadcastTicket(centers, { serviceId: service.id });
  await rows(sql`update broadcasts set status = 'REJECTED' where id = ${broadcasts[2]!.id}`);
  await tell(() => emit(ticketBroadcast, { ticketId: ticket.id, centerIds: centers.map(({ id }) => id) }));
  const text = `New AC REPAIR request in ${ticket.pincode}. Open GharSeva to accept it.`;
  expect(await textsTo(centers[0]!.phone)).toEqual([text]);
  expect(await textsTo(centers[1]!.phone)).toEqual([text]);
  expect(await textsTo(centers[2]!.phone)).toEqual([]);
});

test("after a hand-back whoever was asked before hears of the request once more, and so do the operators", async () => {
  const center = await aCenter();
  const other = await aCenter();
  const { ticket, broadcasts } = await aBroadcastTicket([center, other], {});
  const ask = () => tell(() => emit(ticketBroadcast, { ticketId: ticket.id, centerIds: [other.id] }));
  const escalate = () => tell(() => emit(ticketEscalated, { ticketId: ticket.id }));
  const alerts = async () =>
    (await historyOf("ticket", ticket.id)).filter(({ event }) => event === "ticket.operatorsAlerted").length;
  await ask();
  await escalate();
  await rows(
    sql`insert into hand_backs (id, ticket_id, center_id, broadcast_id, reason, free, created_at)
     values (gen_random_uuid(), ${ticket.id}, ${center.id}, ${broadcasts[0]!.id}, 'too_far', true, now())`,
  );
  for (let again = 0; again < 2; again++) {
    await ask();
    await escalate();
    expect([await textsTo(other.phone), await alerts()]).toMatchObject([{ length: 2 }, 2]);
  }
  // A job that was queued before hand-backs were counted.
  await runJob(centerNotifications.offer, { ticketId: ticket.id, centerId: other.id });
  expect(await textsTo(other.phone)).toHaveLength(2);
});

test("a center that is not active any more hears of nothing", async () => {
  for (const isActive of [centerState.DELETED, centerState.IN_ACTIVE, centerState.DRAFTED]) {
    const center = await aCenter({ isActive });
    const { ticket } = await aBroadcastTicket([center], {});
    await tell(() => emit(ticketBroadcast, { ticketId: ticket.id, centerIds: [center.id] }));
    expect([isActive, await textsTo(center.phone)]).toEqual([isActive, []]);
  }
});

test("the center of the ticket's own QR code hears of it", async () => {
  const center = await aCenter();
  const ticket = await aTicket({ centerId: center.id, broadcastStatus: "matched_in_same_center" });
  await tell(() => emit(ticketMatched, { ticketId: ticket.id, centerId: center.id }));
  expect(await textsTo(center.phone)).toHaveLength(1);

  const cancelled = await aTicket({ centerId: center.id, broadcastStatus: "matched_in_same_center" });
  await rows(sql`update tickets set status = 'CANCEL', cancelled_at = now() where id = ${cancelled.id}`);
  await tell(() => emit(ticketMatched, { ticketId: cancelled.id, centerId: center.id }));
  expect(await textsTo(center.phone), "nothing waits for it any more").toHaveLength(1);
});

test("acceptance and cancelling are told by the tracking link", async () => {
  const center = await aCenter();
  const accepted = await anAcceptedTicket(center);
  await tell(() => emit(ticketAccepted, { ticketId: accepted.id, centerId: center.id }));
  expect((await textsTo(accepted.phone))[0]).toContain(
    `There is news about your GharSeva request ${accepted.ticketId}`,
  );
  const cancelled = await aTicket();
  await tell(() => emit(ticketBroadcast, { ticketId: cancelled.id, centerIds: [] }));
  await rows(sql`update tickets set status = 'CANCEL' where id = ${cancelled.id}`);
  await tell(() => emit(ticketCancelled, { ticketId: cancelled.id }));
  const unheard = await aTicket({ status: "CANCEL" });
  await tell(() => emit(ticketCancelled, { ticketId: unheard.id }));
  expect(await textsTo(unheard.phone), "never told that it was registered").toEqual([]);
  expect((await textsTo(cancelled.phone))[0]).toContain(`/ServiceStatus/?${cancelled.publicId}`);
});

test("the two codes are sent with words on what each one says", async () => {
  const ticket = await anAcceptedTicket(await aCenter(), { happyCode: seal("4821"), unhappyCode: seal("7390") });
  const sealedCodes = seal(JSON.stringify({ happy: "4821", unhappy: "7390" }));
  await tell(() => emit(codesDue, { ticketId: ticket.id, sealedCodes }));
  expect(await textsTo(ticket.phone)).toEqual([
    "GharSeva: when the work is done, give the technician happy code 4821 if you are satisfied, or unhappy code 7390 if you are not.",
  ]);
});

test("codes that are not the request's any more are not sent: those of a center that handed it back", async () => {
  const ticket = await anAcceptedTicket(await aCenter(), { happyCode: seal("1234"), unhappyCode: seal("5678") });
  const sealedCodes = seal(JSON.stringify({ happy: "4821", unhappy: "7390" }));
  await tell(() => emit(codesDue, { ticketId: ticket.id, sealedCodes }));
  expect(await textsTo(ticket.phone)).toEqual([]);
});

test("codes of a visit that is over by then are not sent", async () => {
  for (const status of ["CLOSED", "CANCEL"] as const) {
    const at = new Date();
    const ended = status === "CLOSED" ? { status, closedAt: at } : { status, cancelledAt: at };
    const codes = { happyCode: seal("4821"), unhappyCode: seal("7390") };
    const ticket = await aTicket({ centerId: (await aCenter()).id, ...codes, ...ended });
    const sealedCodes = seal(JSON.stringify({ happy: "4821", unhappy: "7390" }));
    await tell(() => emit(codesDue, { ticketId: ticket.id, sealedCodes }));
    expect([status, await textsTo(ticket.phone)]).toEqual([status, []]);
  }
});

test("closing sends the feedback link", async () => {
  const ticket = await anAcceptedTicket(await aCenter());
  await tell(() => emit(ticketClosed, { ticketId: ticket.id, feedbackTokenSealed: seal("a-token_128") }));
  expect((await textsTo(ticket.phone))[0]).toContain(`${env.publicUrl}/feedback/a-token_128`);
});

test("closing tells the customer once where the bill is, and nothing of one where nobody was there", async () => {
  const link = (publicId: string) => `${env.publicUrl}/ServiceStatus/?${publicId}`;
  const { ticket } = await aClosedJob();
  await drain(notificationJobs);
  await tell(() => emit(ticketClosed, { ticketId: ticket.id, feedbackTokenSealed: seal("a-token_129") }));
  const bills = async (phone: string) => (await textsTo(phone)).filter((text) => text.includes("bill"));
  expect(await bills(ticket.phone)).toEqual([
    `The bill for your GharSeva request ${ticket.ticketId} is ready. See it here: ${link(ticket.publicId)} Thank you!`,
  ]);
  const { ticket: notVisited } = await aJob();
  const closeRemarks = "Not Visited - Can't Deliver Service";
  await closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId: notVisited.publicId, amount: 0, closeRemarks }));
  await drain(notificationJobs);
  expect(await bills(notVisited.phone)).toEqual([]);
  expect(await textsTo(notVisited.phone)).toContainEqual(expect.stringContaining("/feedback/"));
});

test("a pick and drop is told as a ride with its driver", async () => {
  const { id: vehicleId } = await aVehicle();
  const ride = { vehicleId, happyCode: seal("4821"), unhappyCode: seal("7390"), onTheWayAt: now() };
  const { id: ticketId, phone, ticketId: number, publicId } = await anAcceptedTicket(await aCenter(), ride);
  await tell(() => emit(ticketBroadcast, { ticketId, centerIds: [] }));
  await tell(() => emit(technicianOnTheWay, { ticketId, technicianId: ticketId, leftAt: now().toISOString() }));
  const sealedCodes = seal(JSON.stringify({ happy: "4821", unhappy: "7390" }));
  await tell(() => emit(codesDue, { ticketId, sealedCodes }));
  await tell(() => emit(ticketClosed, { ticketId, feedbackTokenSealed: seal("a-token_130") }));
  const link = `${env.publicUrl}/ServiceStatus/?${publicId}`;
  expect((await textsTo(phone)).toReversed()).toEqual([
    `Your GharSeva ride ${number} is registered. Track it here: ${link} We will keep you informed.`,
    `The driver for your GharSeva ride ${number} is on the way. Track it here: ${link} Please be reachable by phone.`,
    "GharSeva: at the end of the ride, give the driver happy code 4821 if you are satisfied, or unhappy code 7390 if you are not.",
    `Your GharSeva ride ${number} is over. Please tell us how it went: ${env.publicUrl}/feedback/a-token_130 -GharSeva`,
  ]);
});

test.each(["booking_fee", "pick_drop"])(
  "a refunded %s is told in rupees; a center's lead fee is not the customer's news",
  async (purpose) => {
    const ticket = await aTicket({ status: "CANCEL" });
    const refund = { orderId: ticket.id, ticketId: ticket.id, centerId: null, broadcastId: null, amountPaise: 9900 };
    const center = await aCenter();
    await tell(() => emit(orderRefunded, { ...refund, centerId: center.id, purpose: "lead_fee" } as never));
    expect(await textsTo(ticket.phone)).toEqual([]);
    expect((await textsTo(center.phone))[0]).toContain(`has refunded Rs 99 for request ${ticket.ticketId}`);
    await rows(sql`delete from messages where cause like 'order:%'`);
    await tell(() => emit(orderRefunded, { ...refund, purpose } as never));
    expect((await textsTo(ticket.phone))[0]).toContain(`has refunded Rs 99 for request ${ticket.ticketId}`);
  },
);

test("a lead price that came too late is told to the center that gets it back into its wallet", async () => {
  const center = await aCenter();
  const ticket = await aTicket();
  const returned = { ticketId: ticket.id, centerId: center.id, amountPaise: 4900, cause: ticket.id };
  for (let again = 0; again < 2; again++) await tell(() => emit(leadReturned, returned));
  expect(await textsTo(center.phone)).toEqual([
    `GharSeva: Rs 49 that you paid for request ${ticket.ticketId} are back in your wallet.`,
  ]);
});

test("an escalation is in the history, and each operator with a phone hears of it", async () => {
  const cli = system("cli");
  const unheard = await aTicket();
  await tell(() => emit(ticketEscalated, { ticketId: unheard.id }));
  expect(await messageRows(`ticket:${unheard.id}:escalation`)).toMatchObject([
    { status: "withheld", recipient: "operators" },
  ]);

  const { id: roleId } = await saveRole(cli, { roleName: "desk", permissions: ["view_pending_ticket"] });
  const { id: other } = await saveRole(cli, { roleName: "other", permissions: ["view_banner"] });
  const desk = aPhone();
  const stranger = aPhone();
  const admin = { password: "Demo@2026", name: "x", adminRole: "ROLE" } as const;
  await createAdmin(cli, { ...admin, userName: "desk", mobile: desk, roleId });
  await createAdmin(cli, { ...admin, userName: "stranger", mobile: stranger, roleId: other });
  const ticket = await aTicket();
  await tell(() => emit(ticketEscalated, { ticketId: ticket.id }));
  await tell(() => emit(ticketEscalated, { ticketId: ticket.id }));
  expect(await textsTo(desk)).toEqual([
    `GharSeva: no service center has accepted request ${ticket.ticketId} for 15 minutes. Please look at it.`,
  ]);
  expect(await textsTo(stranger)).toEqual([]);
  const history = await historyOf("ticket", ticket.id);
  expect(history.map(({ event }) => event)).toEqual(["ticket.operatorsAlerted"]);
});

test("a provider that fails is tried again by the job, and the message goes out once", async () => {
  const ticket = await aTicket();
  const { whatsappBaseUrl } = env;
  let calls = 0;
  const broken = createServer((_, response) => {
    calls += 1;
    response.statusCode = 500;
    response.end();
  });
  await new Promise<void>((listening) => broken.listen(0, "127.0.0.1", listening));
  configure({ whatsappBaseUrl: `http://127.0.0.1:${(broken.address() as AddressInfo).port}` });
  const news = { ticketId: ticket.id, news: "booked" };
  await expect(runJob(customerNotifications.news, news)).rejects.toMatchObject({ kind: "unavailable" });
  configure({ whatsappBaseUrl });
  broken.close();
  expect(calls).toBe(1);
  expect(await messageRows(`ticket:${ticket.id}`)).toMatchObject([
    { status: "queued", attempts: 1, error: "error.unavailable" },
  ]);
  await runJob(customerNotifications.news, news);
  expect(await messageRows(`ticket:${ticket.id}`)).toMatchObject([{ status: "sent", attempts: 2, error: null }]);
  expect(await textsTo(ticket.phone)).toHaveLength(1);
  expect(customerNotifications.news.retries).toBeGreaterThan(3);
});

test.each([401, 403])(
  "a provider that refuses our credentials (%i) is asked again: they may be put right",
  async (status) => {
    const ticket = await aTicket();
    const { whatsappBaseUrl } = env;
    const locked = createServer((_, response) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { code: 190, message: "token" } }));
    });
    await new Promise<void>((listening) => locked.listen(0, "127.0.0.1", listening));
    configure({ whatsappBaseUrl: `http://127.0.0.1:${(locked.address() as AddressInfo).port}` });
    const news = { ticketId: ticket.id, news: "booked" };
    await expect(runJob(customerNotifications.news, news)).rejects.toMatchObject({ status });
    configure({ whatsappBaseUrl });
    locked.close();
    expect(await messageRows(`ticket:${ticket.id}`)).toMatchObject([{ status: "queued", error: `${status} 190` }]);
    await runJob(customerNotifications.news, news);
    expect(await messageRows(`ticket:${ticket.id}`)).toMatchObject([{ status: "sent", attempts: 2 }]);
  },
);

test("a message WhatsApp refuses is kept as failed, and goes by SMS instead", async () => {
  const ticket = await aTicket();
  const { whatsappBaseUrl } = env;
  const refusing = createServer((_, response) => {
    response.writeHead(400, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { code: 131_026, message: `not a user: ${ticket.phone}` } }));
  });
  await new Promise<void>((listening) => refusing.listen(0, "127.0.0.1", listening));
  configure({ whatsappBaseUrl: `http://127.0.0.1:${(refusing.address() as AddressInfo).port}` });
  await runJob(customerNotifications.news, { ticketId: ticket.id, news: "booked" });
  configure({ whatsappBaseUrl });
  refusing.close();
  for (let again = 0; again < 2; again++)
    await runJob(customerNotifications.news, { ticketId: ticket.id, news: "booked" });
  expect(await messageRows(`ticket:${ticket.id}`)).toMatchObject([
    { status: "failed", error: "400 131026", attempts: 1 },
    { status: "sent", error: null, attempts: 1 },
  ]);
  expect(await textsTo(ticket.phone)).toEqual([
    `Your GharSeva request ${ticket.ticketId} is registered. Track it here: ${env.publicUrl}/ServiceStatus/?${ticket.publicId} -GharSeva`,
  ]);
});

test("a run that was cut off holds its message for half a minute, then another run sends it", async () => {
  const ticket = await aTicket();
  const news = { ticketId: ticket.id, news: "booked" };
  await runJob(customerNotifications.news, news);
  await rows(sql`update messages set status = 'queued' where ticket_id = ${ticket.id}`);
  await expect(runJob(customerNotifications.news, news)).rejects.toMatchObject({ kind: "unavailable" });
  moveClock(31_000);
  await runJob(customerNotifications.news, news);
  expect(await messageRows(`ticket:${ticket.id}`)).toMatchObject([{ status: "sent", attempts: 2 }]);
});

test("demo phones are never messaged by a real gateway", async () => {
  const { msg91BaseUrl, whatsappBaseUrl } = env;
  const real = createServer((request) => {
    throw new Error(`a real gateway was called: ${request.url}`);
  });
  await new Promise<void>((listening) => real.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(real.address() as AddressInfo).port}`;
  const ticket = await aTicket({ phone: "9000000123" });
  configure({ msg91BaseUrl: origin, whatsappBaseUrl: origin });
  await runJob(customerNotifications.news, { ticketId: ticket.id, news: "booked" });
  configure({ msg91BaseUrl, whatsappBaseUrl });
  real.close();
  expect(await messageRows(`ticket:${ticket.id}`)).toMatchObject([{ status: "withheld", attempts: 1 }]);
});

test("a phone gets at most sixty messages an hour, OTPs apart", async () => {
  const phone = aPhone();
  const service = await aService();
  for (let n = 0; n <= messagesPerHour; n++) {
    const ticket = await aTicket({ phone, serviceId: service.id });
    await runJob(customerNotifications.news, { ticketId: ticket.id, news: "booked" });
  }
  const { rows: counted } = await queryOn(
    pool(),
    sql`select m.status, count(*)::int as n from messages m join tickets t on t.id = m.ticket_id where t.phone = ${phone} group by 1 order by 1`,
  );
  expect(counted).toEqual([
    { status: "sent", n: messagesPerHour },
    { status: "withheld", n: 1 },
  ]);
  await ask(phone);
  expect((await textsTo(phone))[0]).toContain("OTP");
});
