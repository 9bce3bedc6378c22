import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openSession } from "#modules/access/index.ts";
import { day, freezeClock, fromIst, fromNow, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { configure } from "#modules/kernel/env.server.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, asAdmin, asCenter, asTechnician, aTechnician } from "#modules/testing/factories.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { aJob } from "#modules/testing/work.ts";
import {
  agreeTime,
  cancelTicket,
  changeTechnician,
  setOnTheWay,
  setReached,
  updateRequest,
} from "#modules/tickets/index.ts";
import { AgreeTime, UpdateOfClient } from "#modules/tickets/shared.ts";
import { registerDevice, withheldFrom } from "../index.ts";
import { notificationJobs } from "../jobs.ts";
import { RegisterDevice } from "../shared.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());
afterEach(resetClock);

const textsTo = async (to: string) => {
  await drain(notificationJobs);
  return (await outboxMessages(to)).map(({ text }) => text);
};

test("a technician is told of a visit with place, time wanted and a link, and nothing of the customer", async () => {
  freezeClock("2026-12-01T10:00:00+05:30");
  const { technician, ticket } = await aJob({
    locality: "Indiranagar 2nd Stage",
    timePreferenceType: "SPECIFIC_DATE_AND_TIME",
    specificDateTime: fromIst("2026-12-04", "16:30"),
  });
  const [text, ...more] = await textsTo(technician.phone);
  expect(text).toMatch(/^GharSeva: a visit is assigned to you: \d{6} Indiranagar.*, 4 Dec, 4\.30 pm\. Details: /);
  expect(text).toMatch(/Details: http\S+\/visit\/[\w-]{22}$/);
  expect(more).toEqual([]);
  for (const secret of [ticket.phone, ticket.name, ticket.houseNumber!]) expect(text).not.toContain(secret);
});

/** An app that a technician is signed in to. */
async function anApp(technician: Awaited<ReturnType<typeof aTechnician>>, name: string) {
  const signedIn = { kind: "technician", subjectId: technician.id, via: "token", address: anAddress() } as const;
  const { sessionId } = await openSession(signedIn);
  const deviceToken = `device-${name}-of-${technician.id}`;
  const actor = { kind: "technician", technicianId: technician.id, sessionId } as const;
  await registerDevice(actor, RegisterDevice.parse({ deviceToken, platform: "android" }));
  return { sessionId, deviceToken };
}

test("an app the technician signed in to is pushed to as well", async () => {
  const center = await aCenter();
  const technician = await aTechnician({ center });
  const { deviceToken } = await anApp(technician, "phone");
  const { ticket } = await aJob({}, center);
  await changeTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: technician.id });
  const [pushed] = await textsTo(deviceToken);
  expect(pushed).toContain("New visit\nGharSeva: a visit is assigned to you:");
  expect(pushed).toContain("as soon as possible");
  expect(await textsTo(technician.phone)).toHaveLength(1);
});

test("an app whose session has ended or run out is pushed to no more, though its device is still stored", async () => {
  const center = await aCenter();
  const technician = await aTechnician({ center });
  const [ended, expired, valid] = await Promise.all(
    ["ended", "expired", "valid"].map((name) => anApp(technician, name)),
  );
  await rows(sql`update sessions set ended_at = ${now()} where id = ${ended!.sessionId}`);
  await rows(sql`update sessions set expires_at = ${fromNow(-1)} where id = ${expired!.sessionId}`);
  const { ticket } = await aJob({}, center);
  await changeTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: technician.id });
  expect(await textsTo(valid!.deviceToken)).toHaveLength(1);
  for (const { deviceToken } of [ended!, expired!]) expect(await textsTo(deviceToken)).toEqual([]);
});

test("a replaced technician is told not to go, and so is the one of a cancelled request", async () => {
  const { center, technician, ticket } = await aJob();
  await drain(notificationJobs);
  const other = await aTechnician({ center });
  await changeTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: other.id });
  const last = async (phone: string) => (await textsTo(phone)).map((text) => text.split(":")[1]!.trim());
  const assigned = "a visit is assigned to you";
  const notYours = "please do not go, this visit is no longer yours";
  expect((await last(technician.phone)).toSorted()).toEqual([assigned, notYours]);
  await cancelTicket(asAdmin(), { ticketId: ticket.publicId });
  expect((await last(other.phone)).toSorted()).toEqual([assigned, notYours]);
});

test("a technician is told when an operator changes place or time, not when anything else changes", async () => {
  const { technician, ticket } = await aJob();
  const change = (changed: object) =>
    updateRequest(
      asAdmin(),
      UpdateOfClient.parse({
        ticketId: ticket.publicId,
        serviceId: ticket.serviceId,
        houseNumber: ticket.houseNumber,
        timePreference: { type: ticket.timePreferenceType },
        ...changed,
      }),
    );
  const changes = async () => (await textsTo(technician.phone)).filter((text) => text.includes("has changed"));
  await change({ requirement: "Noise" });
  expect(await changes()).toEqual([]);
  await change({ requirement: "Noise", locality: "Jayanagar", timePreference: { type: "WITHIN_24_HOURS" } });
  expect(await changes()).toEqual([
    expect.stringContaining(`your visit has changed, it is now: ${ticket.pincode} Jayanagar, within 24 hours.`),
  ]);
});

test("what is no longer true when its turn comes is not sent: assigned and replaced before the worker woke", async () => {
  const { center, technician, ticket } = await aJob();
  const other = await aTechnician({ center });
  const change = (technicianId: string) =>
    changeTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId });
  await change(other.id);
  await change(technician.id);
  const texts = await textsTo(other.phone);
  expect(texts).toHaveLength(1);
  expect(texts[0]).toContain("please do not go");
});

test("the customer hears that the technician is on the way once for each technician", async () => {
  const { center, ticket } = await aJob();
  const departed = async () => (await textsTo(ticket.phone)).filter((text) => text.includes("is on the way"));
  expect(await departed(), "assigning alone says nothing of it").toEqual([]);
  await setOnTheWay(asCenter(center), { ticketId: ticket.publicId });
  await setOnTheWay(asCenter(center), { ticketId: ticket.publicId });
  expect(await departed()).toEqual([
    expect.stringContaining(`The technician for your GharSeva request ${ticket.ticketId} is on the way.`),
  ]);
  const { id: technicianId } = await aTechnician({ center });
  await changeTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId });
  await setOnTheWay(asCenter(center), { ticketId: ticket.publicId });
  expect(await departed()).toHaveLength(2);
});

test("the customer gets one message for each time that is agreed or entered, and for each setting out to it", async () => {
  freezeClock("2026-12-01T10:00:00+05:30");
  const { center, ticket } = await aJob({
    timePreferenceType: "SPECIFIC_DATE_AND_TIME",
    specificDateTime: fromIst("2026-12-01", "12:00"),
  });
  const updates = async () =>
    (await textsTo(ticket.phone)).filter((text) => text.includes("There is news about")).length;
  const before = await updates();
  const agree = (at: string) => agreeTime(asAdmin(), AgreeTime.parse({ ticketId: ticket.publicId, at }));
  await agree("2026-12-02T14:00");
  await agree("2026-12-01T12:00");
  await agree("2026-12-02T14:00");
  expect(await updates()).toBe(before + 3);
  await updateRequest(
    asAdmin(),
    UpdateOfClient.parse({
      ticketId: ticket.publicId,
      serviceId: ticket.serviceId,
      houseNumber: ticket.houseNumber,
      timePreference: { type: "SPECIFIC_DATE_AND_TIME", at: "2026-12-01T12:00" },
    }),
  );
  expect(await updates()).toBe(before + 4);
  const departed = async () => (await textsTo(ticket.phone)).filter((text) => text.includes("is on the way")).length;
  await setOnTheWay(asCenter(center), { ticketId: ticket.publicId });
  await agree("2026-12-01T14:00");
  freezeClock("2026-12-01T12:30:00+05:30");
  await setOnTheWay(asCenter(center), { ticketId: ticket.publicId });
  expect(await departed()).toBe(2);
});

test("the customer gets one message for each arrival at the door: again when the technician comes to another window", async () => {
  freezeClock("2026-12-01T10:00:00+05:30");
  const { technician, ticket } = await aJob();
  const own = asTechnician(technician);
  const arrivals = async () => (await textsTo(ticket.phone)).filter((text) => text.includes("is at your door"));
  await setReached(own, { ticketId: ticket.publicId });
  await setReached(own, { ticketId: ticket.publicId });
  expect(await arrivals()).toHaveLength(1);
  await rows(sql`update tickets set time_preference_type = 'SPECIFIC_DATE_AND_TIME',
    specific_date_time = ${fromIst("2026-12-02", "14:00")} where id = ${ticket.id}`);
  freezeClock("2026-12-02T14:10:00+05:30");
  await setReached(own, { ticketId: ticket.publicId });
  expect(await arrivals()).toHaveLength(2);
});

test("technicians between whom a center goes back and forth are told six times a day, and not to go only where they were told to", async () => {
  freezeClock("2026-12-01T10:00:00+05:30");
  const { center, technician, ticket } = await aJob();
  const other = await aTechnician({ center });
  for (const { id: subjectId } of [technician, other])
    await openSession({ kind: "technician", subjectId, via: "token", address: anAddress() });
  const change = async (n: number) => {
    const { id: technicianId } = n % 2 ? technician : other;
    await changeTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId });
    await drain(notificationJobs);
  };
  await drain(notificationJobs);
  for (let n = 0; n < 12; n++) await change(n);
  const counts = async (phone: string) => {
    const texts = await textsTo(phone);
    return [
      texts.filter((text) => text.includes("is assigned")).length,
      texts.filter((text) => text.includes("not go")).length,
    ];
  };
  expect([await counts(technician.phone), await counts(other.phone)]).toEqual([
    [3, 3],
    [3, 3],
  ]);
  const reasons = (await withheldFrom(asCenter(center), ticket.publicId)).map(({ reason }) => reason);
  expect(new Set(reasons)).toEqual(new Set(["request's technicians, day"]));
  moveClock(day);
  await change(0);
  expect(await counts(other.phone)).toEqual([4, 3]);
});

test("a visit that goes back and forth before the worker wakes is taken from a technician by one message", async () => {
  const { center, technician, ticket } = await aJob();
  await drain(notificationJobs);
  const other = await aTechnician({ center });
  for (const { id: technicianId } of [other, technician, other, technician, other])
    await changeTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId });
  expect((await textsTo(technician.phone)).filter((text) => text.includes("not go"))).toHaveLength(1);
});

test("a phone that never signed in is not flooded by a center that assigns and replaces", async () => {
  configure({ messagesCenterPhoneDay: 3 });
  const { center, technician, ticket } = await aJob();
  const other = await aTechnician({ center });
  for (let n = 0; n < 6; n++) {
    await changeTechnician(asCenter(center), {
      ticketId: ticket.publicId,
      technicianId: n % 2 ? technician.id : other.id,
    });
    await drain(notificationJobs);
  }
  expect((await textsTo(technician.phone)).length).toBeLessThanOrEqual(3);
  configure({ messagesCenterPhoneDay: 6 });
});
